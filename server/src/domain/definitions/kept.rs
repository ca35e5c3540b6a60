//! Which document an agent has stored, as it reports: of many agents in one
//! transaction. After a change that affects the whole fleet, thousands report at once,
//! and results of commands wait for their turn behind them.

use std::collections::HashMap;

use super::queries;
use super::sync_state::{SyncedTask, mark_synced, push_job, request_rebuild};
use crate::agent_link;
use crate::app::App;
use crate::batch::{Batch, Batched};
use crate::domain::fleet::{self, Location};
use crate::ids::AgentKey;
use crate::storage::Transaction;

/// An agent and the digest of the document it has stored.
pub struct KeptDocument {
    pub agent: AgentKey,
    pub digest: String,
}

/// The tasks of an agent that are in sync now, and where it is.
#[derive(Default)]
pub struct SyncedTasks {
    pub tasks: Vec<SyncedTask>,
    /// Only if there are such tasks.
    pub location: Option<Location>,
}

/// Stores which document an agent has, together with others that wait.
pub async fn store_kept(app: &App, kept: KeptDocument) -> anyhow::Result<SyncedTasks> {
    let queue = app.state.of::<Batch<KeptDocument>>();
    agent_link::store_together(app, &queue, kept).await
}

impl Batched for KeptDocument {
    type Change = Transaction;
    type Stored = SyncedTasks;
    type Error = anyhow::Error;

    // What an agent has is true without its connection as well.
    const NEEDS_ITS_TASK: bool = false;

    async fn begin(app: &App) -> anyhow::Result<Transaction> {
        Ok(app.db.begin().await?)
    }

    async fn store(
        app: &App,
        write: Transaction,
        all: &[Self],
    ) -> anyhow::Result<Vec<SyncedTasks>> {
        let ids: Vec<AgentKey> = all.iter().map(|kept| kept.agent).collect();
        // In order, before anything of their tasks is written: see `due.rs`.
        queries::lock_wanted(&write, &ids).await?;
        let states = queries::store_kept(&write, all).await?;
        let (mut current, mut outdated) = (Vec::new(), Vec::new());
        for kept in all {
            match states.get(&kept.agent) {
                Some(state) if state.is_current(&kept.digest) => current.push(kept.agent),
                // The job will read what the agent has.
                Some(state) if state.is_due() => {}
                Some(_) => outdated.push(kept.agent),
                None => request_rebuild(app, &write, kept.agent, &kept.digest).await?,
            }
        }
        queries::mark_agents(&write, &outdated).await?;
        let has_job = current.len() < all.len();
        if has_job {
            app.jobs.enqueue(&write, push_job()).await?;
        }
        let synced = mark_synced(&write, &current).await?;
        let agents: Vec<AgentKey> = synced.iter().map(|task| task.agent).collect();
        let locations = fleet::find_locations(&write, &agents).await?;
        write.commit().await?;
        if has_job {
            app.jobs.wake().await;
        }
        Ok(by_agent(&ids, synced, &locations))
    }

    fn error_of_all(error: &anyhow::Error) -> Option<anyhow::Error> {
        agent_link::error_of_all(error)
    }

    /// Of two reports of an agent the later one is true.
    fn in_turn_of(&self) -> Option<AgentKey> {
        Some(self.agent)
    }
}

fn by_agent(
    agents: &[AgentKey],
    synced: Vec<SyncedTask>,
    locations: &HashMap<AgentKey, Location>,
) -> Vec<SyncedTasks> {
    let mut tasks: HashMap<AgentKey, Vec<SyncedTask>> = HashMap::new();
    for task in synced {
        tasks.entry(task.agent).or_default().push(task);
    }
    let of = |agent: &AgentKey| SyncedTasks {
        tasks: tasks.remove(agent).unwrap_or_default(),
        location: locations.get(agent).copied(),
    };
    agents.iter().map(of).collect()
}
