//! Agents that were overdue while nobody was notified of it: their overdue time is
//! counted again.

use anyhow::Context;
use muster_alerting::Severity;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::App;
use crate::domain::alert_events::{self, AlertEvent, Happening, Source};
use crate::ids::AgentKey;
use crate::jobs::NewJob;
use crate::storage::sql;
use crate::time::Timestamp;

/// Kind of the jobs that count the overdue time of an agent again. Payload: `agent`,
/// its key.
pub const OVERDUE_KIND: &str = "alert_overdue_again";

#[derive(Deserialize)]
struct Payload {
    agent: AgentKey,
}

/// The job for an agent, due when so many minutes have passed.
pub(super) fn overdue_job(agent: AgentKey, minutes: i64, now: Timestamp) -> NewJob {
    let minutes = u64::try_from(minutes).unwrap_or(0);
    let at = now.plus(std::time::Duration::from_secs(60 * minutes));
    NewJob::now(OVERDUE_KIND, json!({ "agent": agent })).at(at).keyed(agent.to_string())
}

/// The job: the agent fails again if it is still overdue.
pub async fn still_overdue(app: App, payload: Value) -> anyhow::Result<()> {
    let Payload { agent } = serde_json::from_value(payload).context("the payload of a timer")?;
    let write = app.db.begin().await?;
    let text = "select hostname from present_agents where id = $1 and presence = 'overdue'";
    let Some(hostname) = sql::value::<String>(&write, text, [agent.into()]).await? else {
        return Ok(());
    };
    let message = format!("{hostname} is still away");
    let event = AlertEvent {
        agent,
        source: Source::Availability,
        time: Timestamp::now().micros(),
        what: Happening::failed(Severity::Error, message),
    };
    alert_events::record(&app, &write, &[event]).await?;
    write.commit().await?;
    app.jobs.wake().await;
    Ok(())
}
