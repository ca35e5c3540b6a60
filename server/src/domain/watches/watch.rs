//! A watch, and what it waits for.

use sea_orm::FromQueryResult;
use serde::Serialize;
use utoipa::ToSchema;

use crate::ids::{AgentId, AgentKey, RunKey};
use crate::storage::{TextEnum, stored_as_text};
use crate::time::Timestamp;

/// What a watch waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WatchEvent {
    /// The agent comes online.
    Online,
    /// The agent goes offline.
    Offline,
    /// The run ends.
    Ended,
}

impl TextEnum for WatchEvent {
    const ALL: &'static [Self] = &[Self::Online, Self::Offline, Self::Ended];

    fn as_str(self) -> &'static str {
        match self {
            Self::Online => "online",
            Self::Offline => "offline",
            Self::Ended => "ended",
        }
    }
}

stored_as_text!(WatchEvent);

impl WatchEvent {
    /// The names in the API.
    pub const NAMES: &'static [&'static str] = &["online", "offline", "ended"];
}

/// What is watched, and what for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchTarget {
    Agent(AgentKey, WatchEvent),
    Run(RunKey),
}

impl WatchTarget {
    /// What it waits for.
    pub fn event(self) -> WatchEvent {
        match self {
            Self::Agent(_, event) => event,
            Self::Run(_) => WatchEvent::Ended,
        }
    }

    pub(super) fn agent(self) -> Option<AgentKey> {
        match self {
            Self::Agent(agent, _) => Some(agent),
            Self::Run(_) => None,
        }
    }

    pub(super) fn run(self) -> Option<RunKey> {
        match self {
            Self::Agent(..) => None,
            Self::Run(run) => Some(run),
        }
    }
}

/// A watch, as its owner sees it.
#[derive(Clone, Debug, FromQueryResult, Serialize, ToSchema)]
pub struct Watch {
    /// Key of the watch.
    pub id: i64,
    /// What it waits for: `online` or `offline` for an agent, `ended` for a run.
    #[schema(value_type = String, extensions(("x-enum-values" = json!(WatchEvent::NAMES))))]
    pub event: WatchEvent,
    /// Identifier of the agent; also for a run.
    #[schema(value_type = String)]
    pub agent_id: AgentId,
    /// Host name of the agent.
    pub hostname: String,
    /// Key of the run; null if an agent is watched.
    pub run: Option<i64>,
    /// Type of the run, as the history shows it; null if an agent is watched.
    pub run_type: Option<String>,
    /// Name of the script that runs; empty if it is none, null if an agent is watched.
    pub script_name: Option<String>,
    /// When it was added.
    #[schema(value_type = String, format = DateTime)]
    pub created: Timestamp,
}

impl Watch {
    /// What it waits for in words, to be continued: `told when …`.
    pub fn waits_for(&self) -> String {
        let host = &self.hostname;
        match (self.event, self.run) {
            (WatchEvent::Online, _) => format!("{host} is online"),
            (WatchEvent::Offline, _) => format!("{host} goes offline"),
            (WatchEvent::Ended, run) => {
                format!("run {} on {host} ends", run.unwrap_or_default())
            }
        }
    }
}
