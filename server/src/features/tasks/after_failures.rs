//! Starts the tasks that belong to checks which failed.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

use super::queries;
use super::run_many::instructions_for_many;
use crate::app::App;
use crate::domain::checks::{FailureTask, FailureTasks};
use crate::domain::definitions;
use crate::domain::fleet::{Target, list_targets};
use crate::domain::runs::start_unattended;
use crate::ids::{AgentKey, RunId};

/// Starts each task on its agent, unless it still runs there or the agent is in
/// maintenance. Done again, it starts nothing twice.
pub async fn start_after_failures(app: App, payload: Value) -> anyhow::Result<()> {
    let FailureTasks { starts } = serde_json::from_value(payload)?;
    let mut by_task: BTreeMap<i64, HashMap<AgentKey, RunId>> = BTreeMap::new();
    for FailureTask { agent, task, run_id } in starts {
        by_task.entry(task).or_default().insert(agent, run_id);
    }
    for (task, runs) in by_task {
        start(&app, task, &runs).await?;
    }
    Ok(())
}

async fn start(app: &App, task: i64, runs: &HashMap<AgentKey, RunId>) -> anyhow::Result<()> {
    let (db, agents) = (app.db.read(), runs.keys().copied().collect::<Vec<_>>());
    let ready = queries::list_ready_agents(db, task, &agents).await?;
    let targets: Vec<Target> = list_targets(db, &ready).await?;
    let instructions = instructions_for_many(app, task, &targets).await?;
    for (target, instruction) in targets.iter().zip(instructions) {
        let Some(run_id) = runs.get(&target.id) else { continue };
        let instruction = match instruction {
            Ok(instruction) => instruction,
            Err(reason) => {
                tracing::info!(task, agent.id = %target.agent_id, reason, "a task for a failed check was not started");
                continue;
            }
        };
        let write = app.db.begin().await?;
        definitions::insert_result(&write, target.id, task).await?;
        write.commit().await?;
        start_unattended(app, run_id, &instruction, target).await?;
    }
    Ok(())
}
