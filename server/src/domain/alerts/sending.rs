//! The jobs that send messages about alerts, one for each recipient.

use anyhow::Context;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::alert_queries;
use crate::app::App;
use crate::domain::mail::{send_whole, waits_for_thaw};
use crate::domain::sms::deliver_sms;
use crate::jobs::NewJob;
use crate::mail::{Mail, Thread};
use crate::time::Timestamp;

/// Kind of the jobs that send a mail about an alert.
pub const MAIL_KIND: &str = "alert_mail";
/// Kind of the jobs that send a text message about an alert.
pub const SMS_KIND: &str = "alert_sms";

/// The stored form of a mail.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredMail {
    pub alert: i64,
    pub is_resolved: bool,
    pub to: String,
    pub from: Option<String>,
    pub subject: String,
    pub text: String,
    pub html: String,
    /// Without the part after `@`, which is that of the sender.
    pub thread: Thread,
}

/// The stored form of a text message.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredSms {
    pub alert: i64,
    pub is_resolved: bool,
    pub message_id: String,
    pub to: String,
    pub text: String,
}

/// Where ids of mail come from, if nothing better is known.
const ID_DOMAIN: &str = "muster";

/// The job: sends a mail about an alert, and stores when.
pub async fn send_alert_mail(app: App, payload: Value) -> anyhow::Result<()> {
    if waits_for_thaw(&app, NewJob::now(MAIL_KIND, payload.clone())).await? {
        return Ok(());
    }
    let stored: StoredMail =
        serde_json::from_value(payload).context("the payload of a mail about an alert")?;
    let whole = |id: String| format!("{id}@{ID_DOMAIN}");
    let thread = Thread {
        message_id: whole(stored.thread.message_id),
        reply_to: stored.thread.reply_to.map(whole),
    };
    let mail = Mail {
        to: vec![stored.to],
        subject: stored.subject,
        text: stored.text,
        html: Some(stored.html),
        from: stored.from,
        thread: Some(thread),
    };
    send_whole(&app, &mail).await?;
    let column = if stored.is_resolved { "resolved_email_sent" } else { "email_sent" };
    stamp(&app, stored.alert, column).await
}

/// The job: sends a text message about an alert, and stores when.
pub async fn send_alert_sms(app: App, payload: Value) -> anyhow::Result<()> {
    if waits_for_thaw(&app, NewJob::now(SMS_KIND, payload.clone())).await? {
        return Ok(());
    }
    let stored: StoredSms =
        serde_json::from_value(payload).context("the payload of a text message about an alert")?;
    if !deliver_sms(&app, &stored.message_id, stored.to, stored.text).await? {
        return Ok(());
    }
    let column = if stored.is_resolved { "resolved_sms_sent" } else { "sms_sent" };
    stamp(&app, stored.alert, column).await
}

async fn stamp(app: &App, alert: i64, column: &'static str) -> anyhow::Result<()> {
    let write = app.db.begin().await?;
    alert_queries::stamp_sent(&write, alert, column, Timestamp::now()).await?;
    write.commit().await?;
    Ok(())
}
