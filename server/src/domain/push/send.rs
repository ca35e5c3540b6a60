//! A notification for one browser: sent by a job and retried while the push service is
//! unreachable or overloaded, or sent at once.

use anyhow::Context;
use muster_alerting::Severity;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::alert::PushAlert;
use super::key::read_key;
use super::notification::Notification;
use super::queries::{self, SealedSubscription};
use super::recipients::may_read;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::debug_log::{DebugEntry, LogType};
use crate::domain::mail::waits_for_thaw;
use crate::domain::settings::read_settings;
use crate::error::ApiError;
use crate::jobs::NewJob;
use crate::push::{self, AcceptedPush, PushError, Sender};

/// Kind of the jobs that send a notification to one browser.
pub const SEND_PUSH_KIND: &str = "send_push";

/// The stored form of a notification.
#[derive(Serialize, Deserialize)]
struct Payload {
    subscription: i64,
    #[serde(flatten)]
    alert: PushAlert,
}

/// A job that sends an alert to one browser. A newer one with the same tag takes the
/// slot of one that waits: a resolved alert is not followed by a late failure.
pub(super) fn push_job(subscription: i64, alert: &PushAlert) -> NewJob {
    let payload = serde_json::to_value(Payload { subscription, alert: alert.clone() });
    let payload = payload.expect("numbers and texts are plain JSON");
    let job = NewJob::now(SEND_PUSH_KIND, payload);
    match alert.notification.tag.as_str() {
        "" => job,
        tag => job.keyed(format!("{subscription} {tag}")),
    }
}

/// Sends the notification of a job; waits while everything is frozen.
///
/// Whether its owner may read the alert is checked again. A browser that its push
/// service does not know any more is removed; what the service refuses for another
/// reason is recorded in the debug log, and the job is done.
pub async fn send_push(app: App, payload: Value) -> anyhow::Result<()> {
    let Payload { subscription: id, alert } =
        serde_json::from_value(payload).context("while reading the payload of a notification")?;
    if waits_for_thaw(&app, push_job(id, &alert)).await? {
        return Ok(());
    }
    let Some(browser) = queries::find_sealed(app.db.read(), id).await? else { return Ok(()) };
    let wanted = Severity::parse(&browser.min_severity).unwrap_or_default();
    let readers = may_read(app.db.read(), &alert, &[browser.user_id]).await?;
    let is_too_mild = alert.user.is_none() && alert.severity < wanted;
    if is_too_mild || readers.is_empty() {
        return Ok(());
    }
    match send(&app, id, &browser, &alert.notification, alert.severity).await? {
        Err(error) if error.is_temporary() => Err(error.into()),
        _ => Ok(()),
    }
}

/// Sends a notification to a browser at once; none if the browser is not there any
/// more. What became of it is stored as after a job.
pub async fn send_now(
    app: &App,
    id: i64,
    notification: &Notification,
) -> anyhow::Result<Option<Result<AcceptedPush, PushError>>> {
    let Some(browser) = queries::find_sealed(app.db.read(), id).await? else { return Ok(None) };
    send(app, id, &browser, notification, Severity::Warning).await.map(Some)
}

async fn send(
    app: &App,
    id: i64,
    browser: &SealedSubscription,
    notification: &Notification,
    severity: Severity,
) -> anyhow::Result<Result<AcceptedPush, PushError>> {
    let key = read_key(app.db.read(), &app.vault).await?;
    let sender = Sender { key: &key, subject: subject(app).await? };
    let (target, message) = (browser.target(&app.vault)?, notification.message(severity));
    let sent = push::send(&sender, &target, &message, &app.settings.outbound_allow).await;
    match &sent {
        Ok(_) => {
            let write = app.db.begin().await?;
            queries::record_sent(&write, id).await?;
            write.commit().await?;
        }
        Err(error) if error.is_gone() => remove_gone(app, id, browser.user_id).await?,
        Err(error) => {
            let write = app.db.begin().await?;
            queries::record_error(&write, id, &error.to_string()).await?;
            write.commit().await?;
            if !error.is_temporary() {
                report_refused(app, &browser.username, &target.host(), error);
            }
        }
    }
    Ok(sent)
}

/// Who a push service may contact about this installation: the sender of mail, or the
/// address of the server. Some services refuse requests without either.
async fn subject(app: &App) -> Result<Option<String>, ApiError> {
    let settings = read_settings(app.db.read(), &app.vault).await?;
    let address = Some(settings.smtp_from_email).filter(|address| !address.is_empty());
    let own = app.settings.public_url.clone().filter(|url| url.starts_with("https://"));
    Ok(address.map(|address| format!("mailto:{address}")).or(own))
}

/// Removes a browser that has ended its subscription, with an audit row.
async fn remove_gone(app: &App, id: i64, user: i64) -> anyhow::Result<()> {
    let change = Change::begin_as(app, "system", "").await?;
    let Some(gone) = queries::lock_subscription(&*change, user, id).await? else { return Ok(()) };
    queries::delete_subscription(&*change, id).await?;
    let name = gone.name();
    let message = format!("removed {name} from notifications: its push service has forgotten it");
    let entry = Entry::new(Action::Delete, ObjectType::User, user, message);
    change.commit(entry.before(&gone)).await?;
    Ok(())
}

fn report_refused(app: &App, username: &str, host: &str, error: &PushError) {
    let message = format!("a notification for {username} was not sent to {host}: {error}");
    tracing::warn!("{message}");
    app.debug_log.record(DebugEntry::error(LogType::SystemIssues, message));
}
