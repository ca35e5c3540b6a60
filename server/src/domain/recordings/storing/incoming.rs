//! A part that an agent sent, and whether it is the next one of its recording.

use muster_remote::recording::{PartHeader, part_digest, session_text};

use super::refusal::Refusal;
use crate::domain::recordings::recording::StoredRecording;
use crate::ids::AgentKey;

/// No session lasts half as long, whatever it was paused for.
const LONGEST_MS: u64 = 30 * 24 * 3600 * 1000;

/// What the first part names as the one before.
const NOTHING: &[u8] = &[0; 32];

/// A part as it arrived.
pub(in crate::domain::recordings) struct Incoming {
    pub(in crate::domain::recordings) agent: AgentKey,
    pub(in crate::domain::recordings) header: PartHeader,
    /// The session that it names, a UUID.
    pub(in crate::domain::recordings) session: String,
    pub(in crate::domain::recordings) digest: [u8; 32],
    pub(in crate::domain::recordings) bytes: Vec<u8>,
}

impl Incoming {
    /// Reads a part. Nothing of it is proven yet.
    pub(super) fn read(agent: AgentKey, bytes: Vec<u8>) -> Result<Self, Refusal> {
        let (header, _) = PartHeader::read(&bytes).map_err(|_| Refusal::Unreadable)?;
        let session = session_text(&header.session);
        Ok(Self { agent, session, digest: part_digest(&bytes), header, bytes })
    }

    /// Its number.
    pub(in crate::domain::recordings) fn index(&self) -> i64 {
        self.header.index.into()
    }

    /// Whether the agent with this key has signed it.
    pub(super) fn verify(&self, agent_key: &[u8]) -> Result<(), Refusal> {
        let (header, sealed) = PartHeader::read(&self.bytes).map_err(|_| Refusal::Unreadable)?;
        header.verify(sealed, agent_key).map_err(|_| Refusal::BadSignature)
    }

    /// Refuses what cannot come next in its recording, or be the first of a new one.
    pub(super) fn must_follow(&self, recording: Option<&StoredRecording>) -> Result<(), Refusal> {
        let header = &self.header;
        let (former, last_ms) = match recording {
            None if header.index == 0 => (NOTHING, 0),
            None => return Err(Refusal::OutOfOrder),
            Some(known) if known.is_complete || !known.refused.is_empty() => {
                return Err(Refusal::Ended);
            }
            Some(known) if known.seal_key != header.agent_key || known.kind() != header.kind => {
                return Err(Refusal::Changed);
            }
            Some(known) if known.parts != self.index() => return Err(Refusal::OutOfOrder),
            Some(known) => (known.digest.as_slice(), known.last_ms.unsigned_abs()),
        };
        if former != header.former {
            return Err(Refusal::OutOfOrder);
        }
        if header.first_ms < last_ms || header.last_ms > LONGEST_MS {
            return Err(Refusal::BadTime);
        }
        Ok(())
    }

    /// Milliseconds of a time in it, which [`Self::must_follow`] has bounded.
    pub(in crate::domain::recordings) fn first_ms(&self) -> i64 {
        i64::try_from(self.header.first_ms).unwrap_or(i64::MAX)
    }

    /// The same of its end.
    pub(in crate::domain::recordings) fn last_ms(&self) -> i64 {
        i64::try_from(self.header.last_ms).unwrap_or(i64::MAX)
    }

    /// Its size in bytes.
    pub(in crate::domain::recordings) fn length(&self) -> i64 {
        i64::try_from(self.bytes.len()).unwrap_or(i64::MAX)
    }
}
