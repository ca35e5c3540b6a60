//! The line to the agents: enrolment, live connections, orders out, reports
//! in, presence.
//!
//! An agent holds one WebSocket to one server. That server listens on the bus
//! subject `agent.<agent_id>`, so every server reaches every agent, and a
//! request nobody listens for tells at once that the agent is offline. What an
//! agent was asked to do and what it reports is stored before it is
//! acknowledged: see [`ledger`].

mod absence;
mod ask;
mod backlog;
mod batch;
mod connect;
mod connection;
mod definitions;
mod ended;
mod enroll;
mod enrolment_queries;
mod enrolment_token;
mod follow_up;
mod gate;
mod handshake;
mod hex;
mod inventory_changes;
mod leave;
pub mod ledger;
mod live_output;
mod lost_orders;
mod presence;
mod queries;
mod questions;
mod refresh;
mod reports;
mod requests;
#[cfg(test)]
mod tests;

use std::time::Duration;

use muster_protocol::{Answer, Order, decode, encode};
use serde::{Deserialize, Serialize};

pub use absence::{ABSENCE, LOOK_KIND, look};
pub use ask::Unanswered;
pub use connect::connect_agent;
pub use definitions::{DEFINITIONS_KIND, Settled, delete_unheld, push_job, settle};
pub use ended::BULK_KIND;
pub use enroll::*;
pub use enrolment_token::{EnrolmentToken, random_uid};
pub use follow_up::{
    KEEP_KIND, SCANNED_KIND, SOFTWARE_KIND, UPDATED_KIND, enqueue as enqueue_follow_ups,
};
pub use leave::*;
pub use live_output::{LiveOutput, publish as publish_output, whole_characters};
pub use presence::{Presence, keep_noting};
pub use queries::remember_removed;

use crate::bus::{Bus, RequestError, Subscription};
use crate::error::ApiError;
use crate::http::step_aside;

/// A server that holds an agent's line only passes on; in a crowd it stores what
/// came before.
const PASS_ON_LIMIT: Duration = Duration::from_secs(20);
/// How long an agent that connects waits for a line it had before.
const TAKEOVER_LIMIT: Duration = Duration::from_secs(5);

/// The way to the agents of the whole fleet.
pub struct AgentLink {
    bus: Bus,
    /// Who is connected to this server.
    pub presence: Presence,
    gate: gate::Gate,
    ended: ended::Ended,
    lost_orders: lost_orders::LostOrders,
}

/// What one server asks the server that holds an agent's line.
#[derive(Debug, Serialize, Deserialize)]
enum LinkRequest {
    /// Pass this order on.
    Order(Order),
    /// End this run.
    Cancel { run_id: String },
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

/// What the server that holds the line answers.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
enum LinkReply {
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

impl AgentLink {
    /// The link over this bus.
    pub fn new(bus: Bus) -> Self {
        Self {
            bus,
            presence: Presence::default(),
            gate: gate::Gate::default(),
            ended: ended::Ended::default(),
            lost_orders: lost_orders::LostOrders::default(),
        }
    }

    /// Gives an agent an order. Returns when it is on the line; what comes of
    /// it arrives in the ledger.
    pub async fn send(&self, agent_id: &str, order: Order) -> Result<(), Undelivered> {
        match self.ask(agent_id, &LinkRequest::Order(order)).await? {
            LinkReply::Unsupported => Err(Undelivered::Unsupported),
            LinkReply::LineEnded => Err(Undelivered::Offline),
            _ => Ok(()),
        }
    }

    /// Asks an agent to end a run.
    pub async fn cancel(&self, agent_id: &str, run_id: &str) -> Result<(), Undelivered> {
        let request = LinkRequest::Cancel { run_id: run_id.to_owned() };
        self.ask(agent_id, &request).await.map(|_| ())
    }

    /// Closes an agent's line after its credential was taken away.
    pub async fn close(&self, agent_id: &str) -> Result<(), Undelivered> {
        self.ask(agent_id, &LinkRequest::Close).await.map(|_| ())
    }

    /// Listens for the end of a run. Subscribe before sending the order.
    pub async fn watch_run(&self, run_id: &str) -> Result<Subscription, ApiError> {
        Ok(self.bus.subscribe(&run_subject(run_id)).await?)
    }

    async fn ask(&self, agent_id: &str, request: &LinkRequest) -> Result<LinkReply, Undelivered> {
        let limit = match request {
            LinkRequest::Takeover { .. } => TAKEOVER_LIMIT,
            _ => PASS_ON_LIMIT,
        };
        step_aside();
        let answer = self.bus.request(&agent_subject(agent_id), encode(request), limit).await;
        match answer {
            Ok(answer) => decode(&answer).map_err(|_| Undelivered::BusDown),
            Err(RequestError::NoResponders) => Err(Undelivered::Offline),
            // Somebody holds the line and is stuck: as good as gone, but the
            // order may still arrive.
            Err(RequestError::TimedOut | RequestError::Down) => Err(Undelivered::BusDown),
        }
    }
}

fn agent_subject(agent_id: &str) -> String {
    format!("agent.{agent_id}")
}

fn run_subject(run_id: &str) -> String {
    format!("run.{run_id}")
}
