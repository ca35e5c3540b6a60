//! The line to the agents: enrolment, live connections, orders out, reports
//! in, presence.
//!
//! An agent holds one WebSocket to one server, which notes that in the database:
//! so every server finds every agent, and learns at once when it is offline (see
//! `lines`). What an agent was asked to do and what it reports is stored before
//! it is acknowledged: see [`ledger`].

mod absence;
mod ask;
mod backlog;
mod batch;
mod connect;
mod connection;
mod definitions;
mod disks;
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
mod lines;
mod live_output;
mod lost_orders;
mod neighbours;
mod packages;
mod parcel;
mod presence;
mod queries;
mod questions;
mod refresh;
#[cfg(test)]
mod replica_tests;
mod reports;
mod requests;
mod run_reports;
mod socket;
mod storing;
#[cfg(test)]
mod tests;
mod together;

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use muster_protocol::{Answer, Order};
use serde::{Deserialize, Serialize};

pub use absence::{ABSENCE, LOOK_KIND, look};
pub use ask::Unanswered;
pub use connect::connect_agent;
pub use definitions::{DEFINITIONS_KIND, Settled, delete_unheld, push_job, settle};
pub use disks::{ShownDisk, shown_disks};
pub use ended::BULK_KIND;
pub use enroll::*;
pub use enrolment_token::{EnrolmentToken, random_uid};
pub use follow_up::{
    KEEP_KIND, SCANNED_KIND, SOFTWARE_KIND, UPDATED_KIND, enqueue as enqueue_follow_ups,
};
pub use leave::*;
pub use live_output::{LiveOutput, publish as publish_output, whole_characters};
pub use neighbours::Neighbours;
pub use presence::{Presence, keep_noting};
pub use queries::remember_removed;

use self::lines::Answered;
use self::parcel::{Item, Parcel};
use crate::bus::{Bus, BusDown, RequestError, Subscription};
use crate::error::ApiError;
use crate::http::step_aside;
use crate::storage::Database;

/// A server that holds an agent's line only passes on; in a crowd it stores what
/// came before.
const PASS_ON_LIMIT: Duration = Duration::from_secs(20);
/// How long an agent that connects waits for a line it had before.
const TAKEOVER_LIMIT: Duration = Duration::from_secs(5);

/// The way to the agents of the whole fleet.
pub struct AgentLink {
    /// To the other servers.
    bus: Bus,
    /// To the lines that this server holds, and to those who wait here.
    here: Bus,
    db: Database,
    replica_id: String,
    last_line: AtomicU64,
    /// Who is connected to this server.
    pub presence: Presence,
    gate: gate::Gate,
    ended: ended::Ended,
    lost_orders: lost_orders::LostOrders,
    /// Who may store what agents report.
    pub storing: storing::Storing,
    together: together::Together,
}

/// What one server asks the server that holds an agent's line.
#[derive(Clone, Debug, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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

/// An order to one of many agents; without a body it has the one of all.
pub struct Addressed {
    /// Whom it is for.
    pub agent_id: String,
    /// What they are to do.
    pub order: Order,
}

impl AgentLink {
    /// The link of the server with this id, which differs each time one starts.
    pub fn new(bus: Bus, db: Database, replica_id: String) -> Self {
        Self {
            bus,
            here: Bus::in_process(),
            replica_id,
            last_line: AtomicU64::default(),
            presence: Presence::default(),
            gate: gate::Gate::default(),
            ended: ended::Ended::default(),
            lost_orders: lost_orders::LostOrders::default(),
            storing: storing::Storing::new(!db.is_shared()),
            together: together::Together::default(),
            db,
        }
    }

    /// Gives an agent an order. Returns when it is on the line; what comes of
    /// it arrives in the ledger.
    pub async fn send(&self, agent_id: &str, order: Order) -> Result<(), Undelivered> {
        delivered(self.ask(agent_id, LinkRequest::Order(order)).await)
    }

    /// Gives many agents an order each; what came of each, in their order.
    pub async fn send_all(
        &self,
        orders: Vec<Addressed>,
        shared_body: Vec<u8>,
    ) -> Vec<Result<(), Undelivered>> {
        let item =
            |to: Addressed| Item { agent_id: to.agent_id, request: LinkRequest::Order(to.order) };
        let items = orders.into_iter().map(item).collect();
        let answers = self.request_all(&Parcel::new(items, shared_body, PASS_ON_LIMIT)).await;
        answers.into_iter().map(|answer| delivered(answer.map_err(undelivered))).collect()
    }

    /// Asks an agent to end a run.
    pub async fn cancel(&self, agent_id: &str, run_id: &str) -> Result<(), Undelivered> {
        let request = LinkRequest::Cancel { run_id: run_id.to_owned() };
        self.ask(agent_id, request).await.map(|_| ())
    }

    /// Closes an agent's line after its credential was taken away. Its record
    /// may be gone, so all servers are told.
    pub async fn close(&self, agent_id: &str) -> Result<(), Undelivered> {
        let close = Parcel::one(agent_id, LinkRequest::Close, PASS_ON_LIMIT);
        // Here first: that needs no bus.
        let here = self.request_here(&close).await.pop();
        if self.bus.is_shared() {
            let told = self.bus.publish(neighbours::CLOSE, agent_id.to_owned()).await;
            told.map_err(|_| Undelivered::BusDown)?;
        }
        match here {
            Some(Err(reason)) => Err(undelivered(reason)),
            _ => Ok(()),
        }
    }

    /// Refuses what could not be told: whether an agent of another server has an
    /// order, while the bus is away.
    pub fn must_reach(&self, agent: i64) -> Result<(), ApiError> {
        match self.bus.is_connected() || self.presence.is_here(agent) {
            true => Ok(()),
            false => Err(BusDown.into()),
        }
    }

    /// Listens for the end of a run. Subscribe before sending the order.
    pub async fn watch_run(&self, run_id: &str) -> Result<Subscription, ApiError> {
        Ok(self.here.subscribe(&run_subject(run_id)).await?)
    }

    /// Tells whoever waits for a run, on whichever server, that it is over.
    async fn tell_ended(&self, run_id: &str) -> Result<(), BusDown> {
        self.here.publish(&run_subject(run_id), Vec::new()).await?;
        if self.bus.is_shared() {
            self.bus.publish(neighbours::ENDED, run_id.to_owned()).await?;
        }
        Ok(())
    }

    async fn ask(&self, agent_id: &str, request: LinkRequest) -> Result<LinkReply, Undelivered> {
        step_aside();
        self.request(agent_id, request, PASS_ON_LIMIT).await.map_err(undelivered)
    }

    async fn request(&self, agent_id: &str, request: LinkRequest, limit: Duration) -> Answered {
        let answer = self.request_all(&Parcel::one(agent_id, request, limit)).await.pop();
        answer.unwrap_or(Err(RequestError::Down))
    }
}

fn delivered(answer: Result<LinkReply, Undelivered>) -> Result<(), Undelivered> {
    match answer? {
        LinkReply::Unsupported => Err(Undelivered::Unsupported),
        LinkReply::LineEnded => Err(Undelivered::Offline),
        _ => Ok(()),
    }
}

fn undelivered(reason: RequestError) -> Undelivered {
    match reason {
        RequestError::NoResponders => Undelivered::Offline,
        // Somebody holds the line and is stuck: as good as gone, but the order
        // may still arrive.
        RequestError::TimedOut | RequestError::Down => Undelivered::BusDown,
    }
}

fn agent_subject(agent_id: &str) -> String {
    format!("agent.{agent_id}")
}

fn run_subject(run_id: &str) -> String {
    format!("run.{run_id}")
}
