//! An alert for the browsers of everybody who may read it and wants to know.

use anyhow::Context;
use muster_alerting::Severity;
use sea_orm::{ConnectionTrait, DbErr};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::notification::Notification;
use super::queries;
use super::recipients::may_read;
use super::send::push_job;
use crate::app::App;
use crate::domain::mail::waits_for_thaw;
use crate::ids::AgentKey;
use crate::jobs::NewJob;

/// Kind of the jobs that find the browsers for an alert. Payload: [`PushAlert`].
pub const PUSH_ALERT_KIND: &str = "push_alert";

/// What happened to an alert, and what it is about: an agent, or else a site, or else a
/// client; or none of them, which only people without a scope are notified of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PushAlert {
    pub agent: Option<AgentKey>,
    pub client: Option<i64>,
    pub site: Option<i64>,
    pub severity: Severity,
    /// The only person to be notified, who asked for it: whatever severity their
    /// browsers want, and also without the right to read alerts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<i64>,
    /// What browsers show. The texts are readable in the database, so they must not
    /// contain secrets. The resolved alert has the tag of the opened one, and replaces
    /// it.
    #[serde(flatten)]
    pub notification: Notification,
}

/// Notifies browsers of an alert, once the transaction is committed. The caller wakes
/// the workers then ([`crate::jobs::Jobs::wake`]).
pub async fn push_alert(
    app: &App,
    write: &impl ConnectionTrait,
    alert: &PushAlert,
) -> Result<(), DbErr> {
    app.jobs.enqueue(write, alert_job(alert)).await
}

fn alert_job(alert: &PushAlert) -> NewJob {
    let payload = serde_json::to_value(alert).expect("numbers and texts are plain JSON");
    NewJob::now(PUSH_ALERT_KIND, payload)
}

/// The job: finds the browsers for an alert; waits while everything is frozen.
pub async fn distribute(app: App, payload: Value) -> anyhow::Result<()> {
    let alert: PushAlert =
        serde_json::from_value(payload).context("while reading an alert for browsers")?;
    if waits_for_thaw(&app, alert_job(&alert)).await? {
        return Ok(());
    }
    push_to_browsers(&app, &alert).await
}

/// Enqueues one job for each browser whose owner may read the alert now. Done again,
/// it enqueues the same: browsers show one notification for each tag.
pub async fn push_to_browsers(app: &App, alert: &PushAlert) -> anyhow::Result<()> {
    let mut browsers = queries::list_for(app.db.read(), alert.severity, alert.user).await?;
    if browsers.is_empty() {
        return Ok(());
    }
    let mut users: Vec<i64> = browsers.iter().map(|browser| browser.user_id).collect();
    users.sort_unstable();
    users.dedup();
    let readers = may_read(app.db.read(), alert, &users).await?;
    browsers.retain(|browser| readers.contains_key(&browser.user_id));
    if browsers.is_empty() {
        return Ok(());
    }
    let write = app.db.begin().await?;
    for browser in browsers {
        app.jobs.enqueue(&write, push_job(browser.id, alert)).await?;
    }
    write.commit().await?;
    app.jobs.wake().await;
    Ok(())
}
