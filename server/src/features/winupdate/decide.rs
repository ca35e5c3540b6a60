//! The job that applies the effective patch policies to updates.
//!
//! The only writer of `winupdates.policy_action`. It reads the effective
//! policies under its own lock, so that whichever of two runs comes last has
//! seen everything that was committed before it.

use std::collections::BTreeMap;

use anyhow::Context;
use serde_json::Value;

use super::{queries, summary};
use crate::app::App;
use crate::domain::definitions::{self, Changed};
use crate::domain::fleet::AffectedAgents;
use crate::domain::policies::agents_touched;
use crate::events::Event;
use crate::features::policies;
use crate::ids::AgentKey;

/// Agents in one transaction.
const BATCH: usize = 500;

/// Decides about the updates of the agents its payload names.
pub async fn decide(app: App, payload: Value) -> anyhow::Result<()> {
    let touched: AffectedAgents =
        serde_json::from_value(payload).context("the job names no agents")?;
    let agents = agents_touched(app.db.read(), &touched).await?;
    let mut changed = 0;
    for batch in agents.chunks(BATCH) {
        changed += decide_batch(&app, batch).await?;
    }
    if changed > 0 {
        app.events.publish(&Event::updates_of_some_changed()).await;
    }
    Ok(())
}

async fn decide_batch(app: &App, agents: &[AgentKey]) -> anyhow::Result<u64> {
    let write = app.db.begin().await?;
    queries::lock_decisions(&write).await?;
    let agents = queries::list_agents_with_updates(&write, agents).await?;
    let patches = policies::patches_of(&write, &agents).await?;
    // Many agents share few policies: one statement for each set of decisions.
    let mut alike: BTreeMap<[&str; 5], Vec<AgentKey>> = BTreeMap::new();
    for agent in agents {
        let severities = patches.in_force(agent).severities;
        alike.entry(severities.map(|choice| action(&choice.value))).or_default().push(agent);
    }
    let (mut changed, mut touched) = (0, Vec::new());
    for (actions, agents) in alike {
        changed += queries::decide(&write, actions, &agents).await?;
        touched.extend(agents);
    }
    if changed == 0 {
        write.commit().await?;
        return Ok(0);
    }
    let events = summary::recount(&write, &touched).await?;
    // Approved updates are part of the agents' definitions.
    let touched = AffectedAgents::agents(touched);
    let has_job = definitions::mark_due_in(app, &write, Changed::Tasks(&touched)).await?;
    write.commit().await?;
    if has_job {
        app.jobs.wake().await;
    }
    app.events.publish_all(&events).await;
    Ok(changed)
}

/// What an action of a patch policy means for an update.
fn action(choice: &str) -> &'static str {
    match choice {
        "approve" => "approve",
        "ignore" => "ignore",
        _ => "nothing",
    }
}
