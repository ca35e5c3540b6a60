//! A mail that is sent by a job, and retried when the mail server is
//! unreachable.

use anyhow::Context;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::mail_server;
use crate::app::App;
use crate::domain::settings;
use crate::jobs::NewJob;
use crate::mail::{self, Mail};

/// Kind of the jobs that send a mail.
pub const SEND_MAIL_KIND: &str = "send_mail";

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
pub async fn send_mail(app: App, payload: Value) -> anyhow::Result<()> {
    let Payload { to, subject, text } =
        serde_json::from_value(payload).context("while reading the payload of a mail")?;
    send(&app, &to, subject, text).await
}

/// Sends a mail to one person at once.
pub async fn send(app: &App, to: &str, subject: String, text: String) -> anyhow::Result<()> {
    let settings = settings::read_settings(app.db.read(), &app.vault).await?;
    let mail = Mail { to: vec![to.to_owned()], subject, text };
    mail::send(&mail_server(&settings), &mail, &app.settings.outbound_allow).await?;
    Ok(())
}
