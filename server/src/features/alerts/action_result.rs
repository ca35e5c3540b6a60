//! The jobs that store what became of the action of an alert.

use std::time::Duration;

use anyhow::Context;
use muster_alerting::machine::Moment;
use serde::Deserialize;
use serde_json::Value;

use crate::app::App;
use crate::auth::Identity;
use crate::domain::alerts::{self, ActionResult};
use crate::domain::runs::{self, ALERT_RUN_PREFIX, find_run};
use crate::domain::webhooks;
use crate::ids::RunKey;
use crate::text::cut;
use crate::time::Timestamp;

/// Bytes of each stream that are stored with the alert.
const STORED_BYTES: usize = 64 * 1024;

/// How often to look at a run that should have ended.
const AGAIN: Duration = Duration::from_secs(5 * 60);

#[derive(Deserialize)]
struct RunPayload {
    run: RunKey,
}

#[derive(Deserialize)]
struct DeliveryPayload {
    delivery: i64,
}

/// The job after a run that an alert started has ended.
pub async fn store_action_run(app: App, payload: Value) -> anyhow::Result<()> {
    let RunPayload { run } =
        serde_json::from_value(payload).context("the payload of an ended action")?;
    let db = app.db.read();
    let Some(found) = find_run(db, run).await? else { return Ok(()) };
    if !found.status.is_finished() {
        return ask_again(&app, run).await;
    }
    let Some((alert, moment)) = parse(found.run_id.as_str()) else { return Ok(()) };
    let text = async |stream: &str| -> anyhow::Result<String> {
        let bytes = runs::read_output(db, run, stream).await?;
        Ok(cut(&String::from_utf8_lossy(&bytes), STORED_BYTES))
    };
    let (stdout, mut stderr) = (text("stdout").await?, text("stderr").await?);
    if stderr.is_empty() {
        stderr = found.problem;
    }
    let (retcode, execution_time) = (found.retcode, found.execution_time);
    let result = ActionResult { stdout, stderr, retcode, execution_time };
    alerts::record_action(&app, alert, moment, &result).await?;
    Ok(())
}

/// A run that its agent did not end in time is ended by others, later.
async fn ask_again(app: &App, run: RunKey) -> anyhow::Result<()> {
    let write = app.db.begin().await?;
    let job = runs::ended_job(run, Timestamp::now().plus(AGAIN));
    app.jobs.enqueue(&write, job).await?;
    Ok(write.commit().await?)
}

/// Alert and moment of `alert-7-failure-…`.
fn parse(run_id: &str) -> Option<(i64, Moment)> {
    let mut parts = run_id.strip_prefix(ALERT_RUN_PREFIX)?.split('-');
    let alert = parts.next()?.parse().ok()?;
    match parts.next()? {
        "failure" => Some((alert, Moment::Failure)),
        "recovery" => Some((alert, Moment::Recovery)),
        _ => None,
    }
}

/// The job after a webhook that an alert sent is finished.
pub async fn store_action_webhook(app: App, payload: Value) -> anyhow::Result<()> {
    let DeliveryPayload { delivery } =
        serde_json::from_value(payload).context("the payload of a finished webhook")?;
    let db = app.db.read();
    let Some((alert, moment)) = alerts::find_by_delivery(db, delivery).await? else {
        return Ok(());
    };
    let found = webhooks::find_delivery(db, &Identity::console(), delivery).await?;
    let Some(found) = found else { return Ok(()) };
    let result = ActionResult {
        stdout: found.answer,
        stderr: found.error,
        retcode: found.status,
        execution_time: None,
    };
    alerts::record_action(&app, alert, moment, &result).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_of_a_run_names_alert_and_moment() {
        assert_eq!(parse("alert-7-failure-abc"), Some((7, Moment::Failure)));
        assert_eq!(parse("alert-7-recovery-abc"), Some((7, Moment::Recovery)));
        assert_eq!(
            (parse("alert-x-failure-a"), parse("abc"), parse("alert-7")),
            (None, None, None)
        );
    }
}
