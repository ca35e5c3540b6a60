//! Requests to the server that holds an agent's connection, and its replies.

use muster_protocol::{Answer, Order};
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::ids::RunId;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum LinkRequest {
    /// Pass this order on.
    Order(Order),
    /// End this run.
    Cancel { run_id: RunId },
    /// The agent connects again: close this connection unless the agent still
    /// answers on it.
    Takeover { process_id: String },
    /// The agent's credential was revoked: close the connection.
    Close,
    /// Ask the agent this, and reply with its answer.
    Question {
        name: String,
        #[serde(with = "serde_bytes")]
        body: Vec<u8>,
        /// How long the caller waits for the answer.
        limit_ms: u64,
    },
    /// Ask the agent for its inventory.
    SendInventory,
    /// Freeze or thaw the agent.
    Freeze { frozen: bool, serial: i64 },
    /// Send this chunk of the agent's definitions.
    Definitions {
        digest: String,
        offset: u64,
        total: u64,
        #[serde(with = "serde_bytes")]
        data: Vec<u8>,
    },
}

impl LinkRequest {
    /// Bytes of the message it carries.
    pub(super) fn body_bytes(&self) -> usize {
        match self {
            Self::Order(order) => order.body.len(),
            Self::Question { body, .. } => body.len(),
            Self::Definitions { data, .. } => data.len(),
            Self::Cancel { .. }
            | Self::Takeover { .. }
            | Self::Close
            | Self::SendInventory
            | Self::Freeze { .. } => 0,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum LinkReply {
    Done,
    /// The agent's build does not know this order or question.
    Unsupported,
    /// The connection is alive, and another process of the agent uses it.
    StillHere,
    /// What the agent answered.
    Answer(Answer),
    /// Too many questions wait for this agent already.
    Busy,
    /// The agent is frozen: it was not asked.
    Frozen,
    /// The connection ended before the agent answered.
    #[serde(rename = "LineEnded")]
    ConnectionEnded,
}

/// Why an agent did not get an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undelivered {
    /// No server holds a connection of the agent.
    #[error("the agent was offline")]
    Offline,
    /// Its build does not know the order.
    #[error("this agent's version does not know the order: update the agent")]
    Unsupported,
    /// The bus cannot be reached: the order may or may not have been delivered.
    #[error("the message bus could not be reached")]
    BusDown,
    /// It was frozen a moment before.
    #[error("the agent is frozen")]
    Frozen,
}

impl From<Undelivered> for ApiError {
    fn from(reason: Undelivered) -> Self {
        match reason {
            Undelivered::Offline => Self::AgentOffline,
            Undelivered::Unsupported => Self::AgentOutdated(reason.to_string()),
            Undelivered::BusDown => Self::DeliveryUnknown,
            Undelivered::Frozen => Self::Frozen,
        }
    }
}
