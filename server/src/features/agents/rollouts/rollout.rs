//! A rollout as it is stored, and as the API shows it.

use sea_orm::FromQueryResult;
use serde::Serialize;
use utoipa::ToSchema;

use crate::time::Timestamp;

/// More agents are asked, ring by ring.
pub const RUNNING: &str = "running";
/// Nobody is asked.
pub const STOPPED: &str = "stopped";

/// A rollout and its agents, counted.
#[derive(Clone, Debug, FromQueryResult, Serialize)]
pub struct StoredRollout {
    pub id: i64,
    pub plat: String,
    pub goarch: String,
    pub version: String,
    /// One of the rings.
    pub ring: i64,
    pub state: String,
    pub reason: String,
    pub began: Timestamp,
    pub changed: Timestamp,
    /// Agents of this kind of computer.
    pub agents: i64,
    /// Of these, those that run the release.
    pub updated: i64,
    /// Those that were asked to become it and do not wait for a thaw.
    pub asked: i64,
    /// When the last of them was asked.
    pub last_asked: Option<Timestamp>,
    /// Of those asked: they run it and have been seen since.
    pub working: i64,
    /// They were seen, and kept their old release.
    pub failed: i64,
    /// They have not been back.
    pub missing: i64,
    /// Somebody continued without them.
    pub excused: i64,
}

impl StoredRollout {
    /// What it is called in sentences.
    pub fn title(&self) -> String {
        let Self { plat, goarch, version, .. } = self;
        format!("the rollout of release {version} for {plat} on {goarch}")
    }

    pub fn is_stopped(&self) -> bool {
        self.state == STOPPED
    }
}

/// How far agents of one kind of computer have become a release.
#[derive(Serialize, ToSchema)]
pub struct Rollout {
    /// Key of the rollout.
    pub id: i64,
    /// The system of its agents: `windows`, `linux` or `darwin`.
    pub plat: String,
    /// What their program is built for: `amd64`, `386`, `arm64` or `arm`, with
    /// `-static` after it for the program that needs no library of the system.
    pub goarch: String,
    /// The release they become.
    pub version: String,
    /// Percent of them that may be asked by now: 1, 10 or 100.
    pub ring: i64,
    /// `running`, or `stopped`: nobody is asked until the lost agents are back or
    /// somebody continues without them.
    #[schema(extensions(("x-enum-values" = json!([RUNNING, STOPPED]))))]
    pub state: String,
    /// Why it stopped; empty while it is running.
    pub reason: String,
    /// When it began.
    #[schema(value_type = String, format = DateTime)]
    pub began: Timestamp,
    /// When its ring or state last changed.
    #[schema(value_type = String, format = DateTime)]
    pub changed: Timestamp,
    /// Agents of this kind of computer.
    pub agents: i64,
    /// How many of them run the release, asked or not.
    pub updated: i64,
    /// How many were asked to become it.
    pub asked: i64,
    /// How many of those asked run it and have been seen since.
    pub working: i64,
    /// How many of those asked kept their old release.
    pub failed: i64,
    /// How many of those asked have not been back.
    pub missing: i64,
    /// How many of those asked somebody continued without.
    pub excused: i64,
    /// Those that failed or are missing, at most 20.
    pub lost: Vec<LostAgent>,
}

/// An agent that did not become the release.
#[derive(Clone, Debug, FromQueryResult, Serialize, ToSchema)]
pub struct LostAgent {
    #[serde(skip)]
    pub rollout_id: i64,
    /// Identifier of the agent.
    pub agent_id: String,
    /// Host name of the agent.
    pub hostname: String,
    /// `failed`: it kept its old release. `missing`: it has not been back.
    #[schema(extensions(("x-enum-values" = json!(["failed", "missing"]))))]
    pub state: String,
    /// Why, if the agent said so.
    pub problem: String,
}

impl Rollout {
    /// A rollout with its lost agents.
    pub fn new(stored: StoredRollout, lost: Vec<LostAgent>) -> Self {
        Self {
            id: stored.id,
            plat: stored.plat,
            goarch: stored.goarch,
            version: stored.version,
            ring: stored.ring,
            state: stored.state,
            reason: stored.reason,
            began: stored.began,
            changed: stored.changed,
            agents: stored.agents,
            updated: stored.updated,
            asked: stored.asked,
            working: stored.working,
            failed: stored.failed,
            missing: stored.missing,
            excused: stored.excused,
            lost,
        }
    }
}
