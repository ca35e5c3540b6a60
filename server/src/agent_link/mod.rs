//! The way to the agents: which server holds an agent's connection, and how
//! requests are passed on to it.
//!
//! An agent holds one WebSocket to one server, which records that in the
//! database. So every server finds every agent, and learns at once when it is
//! offline (see `routing`). This is only transport: who is admitted, what agents
//! are asked and what happens with their reports is decided in the layers
//! above.

mod ask;
mod connections;
mod definitions;
mod freeze;
pub mod gate;
pub mod gathering;
mod messages;
mod open_runs;
mod parcel;
#[cfg(test)]
mod parcel_tests;
mod peers;
#[cfg(test)]
mod peers_tests;
mod refresh;
mod routing;
mod store_together;
pub mod storing;
mod unpack;

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use muster_protocol::Order;

pub use ask::Unanswered;
pub use connections::{PendingRequest, ReplySender, Requests};
pub use peers::PeerMessages;
pub use refresh::announce as announce_inventory;
pub use store_together::{error_of_all, store_together};

use self::connections::Connections;
pub use self::messages::{LinkReply, LinkRequest, Undelivered};
use self::parcel::{Item, Parcel};
pub use self::routing::LinkResult;
use crate::bus::{Bus, BusDown, RequestError, Subscription};
use crate::error::ApiError;
use crate::ids::{AgentId, RunId};
use crate::slot::release_slot;
use crate::storage::Database;

/// How long the server that holds an agent's connection may take. It only
/// forwards, but under load it first stores what came before.
pub const FORWARD_LIMIT: Duration = Duration::from_secs(20);
/// How long an agent that connects waits for its previous connection.
pub const TAKEOVER_LIMIT: Duration = Duration::from_secs(5);

/// The way to all agents.
pub struct AgentLink {
    /// To the other servers.
    bus: Bus,
    /// The connections of this server.
    connections: Arc<Connections>,
    /// Notifies requests on this server that wait for the end of a run.
    local_bus: Bus,
    db: Database,
    replica_id: String,
    last_connection: AtomicU64,
    /// How many agents may connect at once.
    pub gate: gate::Gate,
    /// Limits how many connections store reports at once.
    pub storing: storing::StoreTurns,
}

/// An order to one of many agents. Without a body it uses the shared body.
pub struct AddressedOrder {
    pub agent_id: AgentId,
    pub order: Order,
}

impl AgentLink {
    /// The link of the server with this id, which differs each time one starts.
    pub fn new(bus: Bus, db: Database, replica_id: String) -> Self {
        Self {
            bus,
            connections: Arc::default(),
            local_bus: Bus::in_process(),
            replica_id,
            last_connection: AtomicU64::default(),
            gate: gate::Gate::default(),
            storing: storing::StoreTurns::new(!db.is_shared()),
            db,
        }
    }

    /// Sends an agent an order. Returns once it is sent; the agent reports the
    /// outcome later.
    pub async fn send(&self, agent_id: &AgentId, order: Order) -> Result<(), Undelivered> {
        delivered(self.ask(agent_id, LinkRequest::Order(order)).await)
    }

    /// Sends many agents an order each; returns the result of each, in their
    /// order.
    pub async fn send_all(
        &self,
        orders: Vec<AddressedOrder>,
        shared_body: Vec<u8>,
    ) -> Vec<Result<(), Undelivered>> {
        let item = |to: AddressedOrder| Item {
            agent_id: to.agent_id,
            request: LinkRequest::Order(to.order),
        };
        let items = orders.into_iter().map(item).collect();
        let answers = self.request_all(&Parcel::new(items, shared_body, FORWARD_LIMIT)).await;
        answers.into_iter().map(|answer| delivered(answer.map_err(undelivered))).collect()
    }

    /// Asks an agent to end a run.
    pub async fn cancel(&self, agent_id: &AgentId, run_id: &RunId) -> Result<(), Undelivered> {
        let request = LinkRequest::Cancel { run_id: run_id.to_owned() };
        self.ask(agent_id, request).await.map(|_| ())
    }

    /// Closes an agent's connection after its credential was revoked. Its
    /// record may be gone, so all servers are notified.
    pub async fn close(&self, agent_id: &AgentId) -> Result<(), Undelivered> {
        let close = Parcel::one(agent_id, LinkRequest::Close, FORWARD_LIMIT);
        // Here first: that does not need the bus.
        let here = self.request_local(&close).await.pop();
        if self.bus.is_shared() {
            let published = self.bus.publish(peers::CLOSE, agent_id.to_string()).await;
            published.map_err(|_| Undelivered::BusDown)?;
        }
        match here {
            Some(Err(reason)) => Err(undelivered(reason)),
            _ => Ok(()),
        }
    }

    /// Whether agents of other servers can be reached.
    pub fn reaches_others(&self) -> bool {
        self.bus.is_connected()
    }

    /// Listens for requests to the connection of an agent that is about to be
    /// held here.
    pub fn take_requests(&self, agent_id: &AgentId) -> Requests {
        self.connections.open(agent_id)
    }

    /// Subscribes to the end of a run. Subscribe before sending the order.
    pub async fn watch_run(&self, run_id: &RunId) -> Result<Subscription, ApiError> {
        Ok(self.local_bus.subscribe(&run_subject(run_id)).await?)
    }

    /// Notifies the requests that wait for a run, on any server, that it has
    /// ended.
    pub async fn announce_run_ended(&self, run_id: &RunId) -> Result<(), BusDown> {
        self.local_bus.publish(&run_subject(run_id), Vec::new()).await?;
        if self.bus.is_shared() {
            self.bus.publish(peers::ENDED, String::from(run_id.clone())).await?;
        }
        Ok(())
    }

    async fn ask(
        &self,
        agent_id: &AgentId,
        request: LinkRequest,
    ) -> Result<LinkReply, Undelivered> {
        release_slot();
        self.request(agent_id, request, FORWARD_LIMIT).await.map_err(undelivered)
    }

    pub async fn request(
        &self,
        agent_id: &AgentId,
        request: LinkRequest,
        limit: Duration,
    ) -> LinkResult {
        let answer = self.request_all(&Parcel::one(agent_id, request, limit)).await.pop();
        answer.unwrap_or(Err(RequestError::Down))
    }
}

fn delivered(answer: Result<LinkReply, Undelivered>) -> Result<(), Undelivered> {
    match answer? {
        LinkReply::Unsupported => Err(Undelivered::Unsupported),
        LinkReply::ConnectionEnded => Err(Undelivered::Offline),
        LinkReply::Frozen => Err(Undelivered::Frozen),
        _ => Ok(()),
    }
}

pub fn undelivered(reason: RequestError) -> Undelivered {
    match reason {
        RequestError::NoResponders => Undelivered::Offline,
        // A server holds the connection and is stuck: as good as gone, but the
        // order may still arrive.
        RequestError::TimedOut | RequestError::Down => Undelivered::BusDown,
    }
}

fn run_subject(run_id: &RunId) -> String {
    format!("run.{run_id}")
}
