//! Sends connected agents the flag that freezes or thaws them.

use std::time::Duration;

use anyhow::bail;
use serde_json::{Value, json};

use super::queries;
use crate::agent_link::Undelivered;
use crate::app::App;
use crate::domain::freeze::has_changed_since;
use crate::ids::AgentKey;
use crate::jobs::{NewJob, Periodic};
use crate::time::Timestamp;

/// Kind of the job that sends flags.
pub const FREEZE_KIND: &str = "freeze_push";

/// Agents per query and round of messages.
const PAGE: i64 = 1000;
/// An agent that was about to connect when a freeze or thaw went out gets its
/// flag within this time.
const SETTLED: Duration = Duration::from_secs(600);

/// Every minute while something is frozen, and a while after: agents that were
/// moved to another client, or missed a flag.
pub const SWEEP: Periodic = Periodic {
    name: "freeze_sweep",
    every: Duration::from_secs(60),
    handler: |app| Box::pin(sweep(app)),
};

async fn sweep(app: App) -> anyhow::Result<()> {
    match has_changed_since(app.db.read(), Timestamp::now().minus(SETTLED)).await? {
        true => send(&app).await,
        false => Ok(()),
    }
}

/// The job that sends flags to all agents.
pub(super) fn push_job() -> NewJob {
    NewJob::now(FREEZE_KIND, json!({})).keyed("push")
}

/// The job: every connected agent learns whether it is frozen.
pub async fn push_flags(app: App, _payload: Value) -> anyhow::Result<()> {
    send(&app).await
}

/// Connections drop what their agent knows already.
async fn send(app: &App) -> anyhow::Result<()> {
    let (mut last, mut missed) = (AgentKey(0), 0);
    loop {
        let page = queries::list_agents(app.db.read(), last, PAGE).await?;
        let Some(newest) = page.last() else { break };
        last = newest.id;
        // The same for all of a page, which is read in one statement.
        let serial = newest.freeze_serial;
        let flags = page.into_iter().map(|agent| (agent.agent_id, agent.is_frozen));
        let sent = app.agent_link.send_freezes(flags, serial).await;
        missed += sent.iter().filter(|sent| **sent == Err(Undelivered::BusDown)).count();
    }
    if missed > 0 {
        bail!("{missed} agents could not be reached: the message bus is away");
    }
    Ok(())
}
