//! Metrics as an agent sent them, once they were found to be allowed.

use muster_metrics::{Block, DecodeError, Limits, Minute, Step};

use super::queries::NewPart;
use super::windows::{WINDOW, minus};
use crate::ids::AgentKey;

/// One message of an agent. It stays packed while it waits: a few bytes of a
/// hostile agent could take megabytes of memory.
pub struct AgentMetrics {
    pub(super) agent: AgentKey,
    packed: Vec<u8>,
    /// The last minute of the message: once it is stored, the agent need not
    /// send anything up to this one again.
    pub(super) through: Minute,
}

/// Why a message is refused: no agent of ours sends it.
#[derive(Debug, thiserror::Error)]
pub enum RefusedMetrics {
    /// It is broken, or larger than a message may be.
    #[error("the metrics could not be unpacked")]
    Packed(#[from] DecodeError),
    /// Agents measure each minute.
    #[error("the metrics are not by the minute")]
    NotByTheMinute,
}

impl AgentMetrics {
    /// Accepts what an agent sent, if it is a block of minutes.
    pub fn check(agent: AgentKey, packed: Vec<u8>) -> Result<Self, RefusedMetrics> {
        let block = Block::decode(&packed, Limits::MESSAGE)?;
        if block.step() != Step::Minute {
            return Err(RefusedMetrics::NotByTheMinute);
        }
        Ok(Self { agent, packed, through: minus(block.end(), 1) })
    }

    /// The bytes of the message.
    pub(super) fn bytes(&self) -> u64 {
        self.packed.len() as u64
    }

    /// What is stored of it: its points in a range, whose end does not count,
    /// window by window.
    pub(super) fn parts(&self, from: Minute, to: Minute) -> Result<Vec<NewPart>, DecodeError> {
        let kept = Block::decode(&self.packed, Limits::MESSAGE)?.slice(from, to);
        let windows = kept.iter().flat_map(|kept| kept.split(WINDOW));
        let known = windows.filter(|part| !part.is_empty());
        Ok(known.map(|part| NewPart::pack(self.agent, &part)).collect())
    }
}
