//! What the server that holds an agent's connection is asked, and what it replies.

use muster_protocol::{Answer, Order};
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::ids::RunId;

/// What one server asks the server that holds an agent's line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum LinkRequest {
    /// Pass this order on.
    Order(Order),
    /// End this run.
    Cancel { run_id: RunId },
    /// The agent connects again; make room unless you still hear the old one.
    Takeover { process_id: String },
    /// The agent's credential is gone: close the line.
    Close,
    /// Ask this and answer with what the agent says.
    Question {
        name: String,
        #[serde(with = "serde_bytes")]
        body: Vec<u8>,
        /// How long somebody waits for the answer.
        limit_ms: u64,
    },
    /// Let the agent send its inventory.
    SendInventory,
    /// Pass on this piece of what the agent does by itself.
    Definitions {
        digest: String,
        offset: u64,
        total: u64,
        #[serde(with = "serde_bytes")]
        data: Vec<u8>,
    },
}

impl LinkRequest {
    /// Bytes of what it carries.
    pub(super) fn body_bytes(&self) -> usize {
        match self {
            Self::Order(order) => order.body.len(),
            Self::Question { body, .. } => body.len(),
            Self::Definitions { data, .. } => data.len(),
            Self::Cancel { .. } | Self::Takeover { .. } | Self::Close | Self::SendInventory => 0,
        }
    }
}

/// What the server that holds the line answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum LinkReply {
    /// Done.
    Done,
    /// The agent's build does not know this order or question.
    Unsupported,
    /// The line is alive, and somebody else is on it.
    StillHere,
    /// What the agent answered.
    Answer(Answer),
    /// Too many questions wait for this agent already.
    Busy,
    /// The line ended before the agent answered.
    LineEnded,
}

/// Why an agent did not get an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undelivered {
    /// No server holds its line.
    #[error("the agent was offline")]
    Offline,
    /// Its build does not know the order.
    #[error("this agent's version does not know the order: update the agent")]
    Unsupported,
    /// The bus is away: it may or may not have been delivered.
    #[error("the message bus could not be reached")]
    BusDown,
}

impl From<Undelivered> for ApiError {
    fn from(reason: Undelivered) -> Self {
        match reason {
            Undelivered::Offline => Self::AgentOffline,
            Undelivered::Unsupported => Self::AgentError(reason.to_string()),
            Undelivered::BusDown => Self::Unsure,
        }
    }
}
