//! A text message that is sent by a job, and retried while the provider is
//! unreachable or overloaded.

use anyhow::Context;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::message::{MessageState, begin, set_state};
use super::sms_account;
use crate::app::App;
use crate::debug_log::{DebugEntry, LogType};
use crate::domain::mail::waits_for_thaw;
use crate::domain::settings::read_settings;
use crate::jobs::NewJob;
use crate::sms::{self, Sms, SmsError};

/// Kind of the jobs that send a text message.
pub const SEND_SMS_KIND: &str = "send_sms";

/// The stored form of a text message.
#[derive(Serialize, Deserialize)]
struct Payload {
    message_id: String,
    to: String,
    text: String,
}

/// A job that sends one text message to one person.
///
/// The id stands for one message to one person: an id that was sent before, or
/// refused for good, is not sent again. The text is readable in the database, so it
/// must not contain secrets.
pub fn sms_job(message_id: &str, to: &str, text: &str) -> NewJob {
    let (to, text) = (to.to_owned(), text.to_owned());
    let payload = serde_json::to_value(Payload { message_id: message_id.to_owned(), to, text });
    let payload = payload.expect("three texts are plain JSON");
    NewJob::now(SEND_SMS_KIND, payload).keyed(message_id)
}

/// Sends the text message of a job; waits while everything is frozen.
///
/// What the provider refuses for good is recorded in the debug log, and the job is
/// done. A server that is killed while it sends does not send again: the message
/// costs money and may have arrived. A network error is tried again, although the
/// provider may have accepted the message and only its answer was lost.
pub async fn send_sms(app: App, payload: Value) -> anyhow::Result<()> {
    let Payload { message_id, to, text } =
        serde_json::from_value(payload).context("while reading the payload of a text message")?;
    if waits_for_thaw(&app, sms_job(&message_id, &to, &text)).await? {
        return Ok(());
    }
    deliver_sms(&app, &message_id, to, text).await.map(|_| ())
}

/// Sends a text message at once, for jobs of other kinds; returns whether the
/// provider has accepted it. Only a temporary error is one: see [`send_sms`].
pub async fn deliver_sms(
    app: &App,
    message_id: &str,
    to: String,
    text: String,
) -> anyhow::Result<bool> {
    let settings = read_settings(app.db.read(), &app.vault).await?;
    let account = sms_account(&app.settings.twilio_url, &settings);
    if let Some(state) = begin(&app.db, message_id).await? {
        report_unknown(app, message_id, &to, state);
        return Ok(state == MessageState::Sent);
    }
    let message = Sms { to, text };
    match sms::send(&account, &message, &app.settings.outbound_allow).await {
        Ok(_) => {
            set_state(&app.db, message_id, MessageState::Sent).await?;
            Ok(true)
        }
        Err(error) if error.is_temporary() => {
            set_state(&app.db, message_id, MessageState::Waiting).await?;
            Err(error.into())
        }
        Err(error) => {
            set_state(&app.db, message_id, MessageState::Failed).await?;
            report_refused(app, message_id, &message.to, &error);
            Ok(false)
        }
    }
}

/// Reports a message that a killed server may or may not have sent.
fn report_unknown(app: &App, message_id: &str, to: &str, state: MessageState) {
    if state != MessageState::Sending {
        return;
    }
    let message = format!(
        "the text message {message_id} to {to} may not have been sent: the server was stopped \
         while it was sending it"
    );
    tracing::warn!("{message}");
    app.debug_log.record(DebugEntry::warning(LogType::SystemIssues, message));
}

fn report_refused(app: &App, message_id: &str, to: &str, error: &SmsError) {
    let message = format!("the text message {message_id} to {to} was not sent: {error}");
    tracing::warn!("{message}");
    app.debug_log.record(DebugEntry::error(LogType::SystemIssues, message));
}
