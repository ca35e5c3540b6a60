//! What may open or close an alert, recorded in the transaction in which it
//! happened.
//!
//! The lowest rooms of the domain know of failures and recoveries: the fleet of
//! agents that are overdue, the definitions of tasks that failed, the checks of
//! their results. What becomes of one is decided by a job above them, in the room
//! of alerts. A job exists exactly if its cause does, so no failure is lost.

use muster_alerting::Severity;
use sea_orm::{ConnectionTrait, DbErr};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::app::App;
use crate::ids::AgentKey;
use crate::jobs::NewJob;

/// Kind of the jobs that decide about events. Payload: [`AlertEvents`].
pub const ALERT_EVENTS_KIND: &str = "alert_events";

/// Kind of the job that follows the maintenance of agents. Payload: `agents`, their
/// keys.
pub const SILENCE_KIND: &str = "alert_silence";

/// Events of one job: what is stored together is decided together.
const MOST_EVENTS: usize = 200;

/// The payload of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AlertEvents {
    /// In the order in which they happened.
    pub events: Vec<AlertEvent>,
}

/// Something of an agent failed or works again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AlertEvent {
    pub agent: AgentKey,
    pub source: Source,
    /// When it happened, microseconds since 1970. Of two events of one source the
    /// older one is ignored once the newer one was decided: jobs may change places.
    pub time: i64,
    pub what: Happening,
}

/// What an event is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Source {
    /// Whether the agent can be reached.
    Availability,
    /// A check on the agent, by its key.
    Check { check: i64 },
    /// A task on the agent, by its key.
    Task { task: i64 },
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Happening {
    /// It fails, for the first time or still. Checks report this only from
    /// `fails_b4_alert` failing results on.
    Failed {
        severity: Severity,
        /// What people read: one sentence with the values that were found.
        message: String,
    },
    /// It works again, or was reset.
    Recovered {
        /// What people read.
        message: String,
    },
}

impl Happening {
    /// A failure.
    pub fn failed(severity: Severity, message: impl Into<String>) -> Self {
        Self::Failed { severity, message: message.into() }
    }

    /// A recovery.
    pub fn recovered(message: impl Into<String>) -> Self {
        Self::Recovered { message: message.into() }
    }
}

/// Records events in the transaction of what they are about. The caller wakes the
/// workers after its commit ([`crate::jobs::Jobs::wake`]) if there were any.
pub async fn record(
    app: &App,
    write: &impl ConnectionTrait,
    events: &[AlertEvent],
) -> Result<(), DbErr> {
    for events in events.chunks(MOST_EVENTS) {
        let job = NewJob::now(ALERT_EVENTS_KIND, json!({ "events": events }));
        app.jobs.enqueue(write, job).await?;
    }
    Ok(())
}

/// The job that compares the alerts of these agents with their maintenance, which
/// has begun or ended.
pub fn silence_job(agents: &[AgentKey]) -> NewJob {
    NewJob::now(SILENCE_KIND, json!({ "agents": agents }))
}
