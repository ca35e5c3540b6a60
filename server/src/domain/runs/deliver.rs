//! Delivers the order of a stored run to the agent, and handles orders that do
//! not arrive.

use std::time::Duration;

use sea_orm::{DatabaseTransaction, DbErr};
use tokio::time::timeout;

use super::instruction::Instruction;
use super::store::{self, FinishedRun};
use super::{on_server, queries};
use crate::agent_link::Undelivered;
use crate::app::App;
use crate::domain::fleet::{Target, find_location};
use crate::error::ApiError;
use crate::events::Event;
use crate::ids::{RunId, RunKey};
use crate::time::Timestamp;

const HOUR: Duration = Duration::from_secs(3600);

/// What to do with a run whose agent is offline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IfOffline {
    /// It fails: a caller waits for it, or it must run now.
    Fail,
    /// The agent gets it when it reconnects, until this time.
    WaitUntil(Timestamp),
}

impl IfOffline {
    pub fn wait_hours(hours: u32) -> Self {
        Self::WaitUntil(Timestamp::now().plus(HOUR * hours))
    }

    /// Until when it waits; none if it does not.
    pub fn expires(self) -> Option<Timestamp> {
        match self {
            Self::Fail => None,
            Self::WaitUntil(time) => Some(time),
        }
    }
}

/// The result of sending the order of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// The order was sent to the agent.
    Sent,
    /// It waits for its agent.
    Waits,
    /// The server that holds the connection did not answer, or the bus cannot
    /// be reached: the agent may have the order, and its next hello decides.
    Unsure,
}

/// A stored run whose order is about to go out.
#[derive(Clone, Copy)]
pub struct OutgoingOrder<'a> {
    pub id: RunKey,
    pub run_id: &'a RunId,
    pub instruction: &'a Instruction,
    pub target: &'a Target,
    pub server: &'a str,
}

/// Sends the order of a run within the limit. If the agent cannot get it, the
/// run has failed, and the error is the reason.
pub async fn deliver(
    app: &App,
    run: OutgoingOrder<'_>,
    if_offline: IfOffline,
    limit: Duration,
) -> Result<Delivery, ApiError> {
    let order = run.instruction.order(run.run_id);
    if !run.server.is_empty() {
        on_server::begin(app, run.target, run.id, order);
        return Ok(Delivery::Sent);
    }
    let sent = timeout(limit, app.agent_link.send(&run.target.agent_id, order)).await;
    let Err(reason) = sent.unwrap_or(Err(Undelivered::BusDown)) else { return Ok(Delivery::Sent) };
    tracing::debug!(run.id = run.run_id.as_str(), %reason, "an order was not delivered");
    match (reason, if_offline) {
        // It is stored: the agent gets it when it connects, or within a minute.
        (
            Undelivered::Offline | Undelivered::BusDown | Undelivered::Frozen,
            IfOffline::WaitUntil(_),
        ) => Ok(Delivery::Waits),
        (Undelivered::BusDown, IfOffline::Fail) => Ok(Delivery::Unsure),
        (Undelivered::Offline | Undelivered::Unsupported | Undelivered::Frozen, _) => {
            give_up(app, run, if_offline, reason).await?;
            Err(reason.into())
        }
    }
}

/// Ends a run whose order cannot be delivered, and frees its idempotency key:
/// nothing was done, and the same call may work later.
async fn give_up(
    app: &App,
    run: OutgoingOrder<'_>,
    if_offline: IfOffline,
    reason: Undelivered,
) -> Result<(), ApiError> {
    let write = app.db.begin().await?;
    store::fail_undelivered(&write, run.run_id, reason, Timestamp::now()).await?;
    queries::free_key(&write, run.id).await?;
    let location = find_location(&write, run.target.id).await?;
    write.commit().await?;
    store::announce_end(app, run.run_id).await;
    let Some(location) = location else { return Ok(()) };
    let agent_id = &run.target.agent_id;
    let finished_run = FinishedRun::failed(run.id, run.run_id).event(agent_id);
    let mut events = vec![location.locate(finished_run)];
    if if_offline != IfOffline::Fail {
        events.push(location.locate(Event::pending_removed(run.id, agent_id)));
    }
    app.events.publish_all(&events).await;
    Ok(())
}

/// The results of sending the orders of many runs, by the key of the run.
#[derive(Debug, Default)]
pub struct Deliveries {
    /// All runs whose orders were sent or refused, in their order.
    pub runs: Vec<RunKey>,
    offline: Vec<RunKey>,
    unsupported: Vec<RunKey>,
}

impl Deliveries {
    pub fn add(&mut self, run: RunKey, sent: Result<(), Undelivered>) {
        self.runs.push(run);
        match sent {
            Err(Undelivered::Offline) => self.offline.push(run),
            Err(Undelivered::Unsupported) => self.unsupported.push(run),
            // The agent has it, or gets it when it connects, when it is thawed or
            // within a minute.
            Ok(()) | Err(Undelivered::BusDown | Undelivered::Frozen) => {}
        }
    }

    /// Updates the runs whose agents did not get the order.
    pub async fn store(
        &self,
        write: &DatabaseTransaction,
        waits_if_offline: bool,
    ) -> Result<(), DbErr> {
        let now = Timestamp::now();
        if waits_if_offline {
            queries::free_slots(write, &self.offline).await?;
        } else {
            queries::fail_runs(write, &self.offline, Undelivered::Offline, now).await?;
        }
        queries::fail_runs(write, &self.unsupported, Undelivered::Unsupported, now).await
    }
}
