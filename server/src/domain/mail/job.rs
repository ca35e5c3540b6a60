//! A mail that is sent by a job, and retried when the mail server is
//! unreachable.

use std::time::Duration;

use anyhow::Context;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::mail_server;
use crate::app::App;
use crate::domain::freeze::is_everything_frozen;
use crate::domain::settings;
use crate::jobs::NewJob;
use crate::mail::{self, Mail};
use crate::time::Timestamp;

/// Kind of the jobs that send a mail.
pub const SEND_MAIL_KIND: &str = "send_mail";

/// How long a mail waits that meets a freeze, before it is tried again.
const WHILE_FROZEN: Duration = Duration::from_secs(300);

/// The stored form of a mail.
#[derive(Serialize, Deserialize)]
struct Payload {
    to: String,
    subject: String,
    text: String,
}

/// A job that sends one mail to one person.
///
/// One recipient each, so that an invalid address does not hold up the mail of
/// others. The text is readable in the database: no secrets.
pub fn mail_job(to: &str, subject: &str, text: &str) -> NewJob {
    let (to, subject, text) = (to.to_owned(), subject.to_owned(), text.to_owned());
    let payload = serde_json::to_value(Payload { to, subject, text });
    NewJob::now(SEND_MAIL_KIND, payload.expect("three texts are plain JSON"))
}

/// Sends the mail of a job. A server that is killed between sending and
/// recording it sends the mail a second time.
///
/// While everything is frozen nothing goes out: after a restore, what waits was
/// probably sent long ago, and somebody has to decide about it.
pub async fn send_mail(app: App, payload: Value) -> anyhow::Result<()> {
    if waits_for_thaw(&app, NewJob::now(SEND_MAIL_KIND, payload.clone())).await? {
        return Ok(());
    }
    let Payload { to, subject, text } =
        serde_json::from_value(payload).context("while reading the payload of a mail")?;
    send(&app, &to, subject, text).await
}

/// Sends a mail to one person at once.
pub async fn send(app: &App, to: &str, subject: String, text: String) -> anyhow::Result<()> {
    let mail = Mail { to: vec![to.to_owned()], subject, text, ..Mail::default() };
    send_whole(app, &mail).await
}

/// Sends a mail as it is at once.
pub async fn send_whole(app: &App, mail: &Mail) -> anyhow::Result<()> {
    let settings = settings::read_settings(app.db.read(), &app.vault).await?;
    mail::send(&mail_server(&settings), mail, &app.settings.outbound_allow).await?;
    Ok(())
}

/// Stores a job for later while everything is frozen; returns whether it did.
/// Every job that sends mail or webhooks asks this first.
pub async fn waits_for_thaw(app: &App, job: NewJob) -> anyhow::Result<bool> {
    if !is_everything_frozen(app.db.read()).await? {
        return Ok(false);
    }
    let write = app.db.begin().await?;
    app.jobs.enqueue(&write, job.at(Timestamp::now().plus(WHILE_FROZEN))).await?;
    write.commit().await?;
    Ok(true)
}
