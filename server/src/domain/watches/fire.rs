//! Firing: a watch is deleted, and the jobs that tell its owner are stored, in one
//! transaction. So it fires exactly once, whatever is killed when.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};

use super::queries;
use super::tell::{Channel, tell_job};
use super::watch::{WatchEvent, WatchTarget};
use crate::app::App;
use crate::ids::{AgentKey, RunKey};

/// A watch that has fired: all that is left of it.
#[derive(Clone, Debug, FromQueryResult, Serialize, Deserialize)]
pub(super) struct FiredWatch {
    pub(super) id: i64,
    pub(super) user_id: i64,
    pub(super) event: WatchEvent,
    agent_id: Option<AgentKey>,
    pub(super) run_id: Option<RunKey>,
}

impl FiredWatch {
    /// What was watched; the table allows no row without it.
    pub(super) fn target(&self) -> Option<WatchTarget> {
        let agent = self.agent_id.map(|agent| WatchTarget::Agent(agent, self.event));
        agent.or(self.run_id.map(WatchTarget::Run))
    }
}

/// Fires the watches for this event of these agents, in the transaction that stores
/// it. Returns whether there were any: the caller wakes the workers then.
pub async fn fire_for_agents(
    app: &App,
    write: &impl ConnectionTrait,
    event: WatchEvent,
    agents: &[AgentKey],
) -> Result<bool, DbErr> {
    if agents.is_empty() {
        return Ok(false);
    }
    let fired = queries::take_for_agents(write, event, agents).await?;
    enqueue(app, write, &fired).await
}

/// Stores the jobs that tell the owners of these watches; returns whether there are
/// any. One for each channel: a mail server that is away delays nothing else.
pub(super) async fn enqueue(
    app: &App,
    write: &impl ConnectionTrait,
    fired: &[FiredWatch],
) -> Result<bool, DbErr> {
    for watch in fired {
        for channel in Channel::ALL {
            app.jobs.enqueue(write, tell_job(channel, watch)).await?;
        }
    }
    Ok(!fired.is_empty())
}
