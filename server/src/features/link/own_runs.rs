//! Runs that an agent started on its own while it was not connected.

use std::collections::HashSet;

use muster_protocol::{KnownRun, TaskStart};

use crate::app::App;
use crate::domain::runs::store;
use crate::ids::{AgentKey, RunId};
use crate::time::Timestamp;

/// Runs in one transaction: others get their turn in between.
const AT_ONCE: usize = 100;

/// Stores these runs as far as they are new, and returns the new ones.
pub async fn store(
    app: &App,
    agent: AgentKey,
    runs: &[KnownRun],
    now: Timestamp,
) -> anyhow::Result<HashSet<RunId>> {
    let named = |run: &KnownRun| Some((RunId::from(run.run_id.as_str()), run.task.clone()?));
    let started: Vec<(RunId, TaskStart)> = runs.iter().filter_map(named).collect();
    let mut new = HashSet::new();
    for chunk in started.chunks(AT_ONCE) {
        let write = app.db.begin().await?;
        for (run_id, start) in chunk {
            if store::insert_started(&write, agent, run_id, start, now).await? {
                new.insert(run_id.clone());
            }
        }
        write.commit().await?;
    }
    Ok(new)
}
