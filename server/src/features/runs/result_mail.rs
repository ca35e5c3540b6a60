//! The result of a run by mail.

use anyhow::Context;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::app::App;
use crate::domain::mail::{send, waits_for_thaw};
use crate::domain::runs::answer;
use crate::domain::runs::queries::{self as stored, MailedRun, StoredOutput};
use crate::domain::settings::read_settings;
use crate::error::ApiError;
use crate::ids::RunKey;
use crate::jobs::NewJob;

/// Kind of the job that mails the result of a run to one address. Payload: `run`,
/// its key, and `to`. The output stays where it is until then.
pub const RESULT_MAIL_KIND: &str = "run_result_mail";
/// The most output in a mail, in bytes.
const LONGEST_OUTPUT: usize = 256 * 1024;

/// The recipients of the result: these, or if none the global recipients.
/// Refuses if mail is not set up or there is no recipient.
pub async fn recipients(app: &App, custom: Option<Vec<String>>) -> Result<Vec<String>, ApiError> {
    let settings = read_settings(app.db.read(), &app.vault).await?;
    if settings.smtp_host.is_empty() {
        return Err(ApiError::FeatureDisabled("mail is not set up".to_owned()));
    }
    let recipients = custom.unwrap_or(settings.email_alert_recipients);
    if recipients.is_empty() {
        let sentence = "the settings name no email_alert_recipients";
        return Err(ApiError::invalid("emailMode", sentence));
    }
    Ok(recipients)
}

/// Stores the jobs that mail the result of a run that has ended; returns whether
/// there are any. An address that is named twice gets one mail.
pub async fn enqueue(
    app: &App,
    write: &impl ConnectionTrait,
    id: RunKey,
    mail_to: &str,
) -> Result<bool, ApiError> {
    let recipients: Vec<String> = serde_json::from_str(mail_to).unwrap_or_default();
    for recipient in &recipients {
        app.jobs.enqueue(write, mail_job(id, recipient)).await?;
    }
    Ok(!recipients.is_empty())
}

fn mail_job(id: RunKey, to: &str) -> NewJob {
    NewJob::now(RESULT_MAIL_KIND, json!({ "run": id, "to": to })).keyed(format!("{id} {to}"))
}

/// The job: makes the mail of what is stored of the run now, and sends it. It
/// waits while everything is frozen.
pub async fn mail_result(app: App, payload: Value) -> anyhow::Result<()> {
    let id = RunKey(payload["run"].as_i64().context("the job's payload has no run")?);
    let to = payload["to"].as_str().context("the job's payload has no address")?;
    if waits_for_thaw(&app, mail_job(id, to)).await? {
        return Ok(());
    }
    let Some(run) = stored::find_mailed_run(app.db.read(), id).await? else {
        // It was deleted with its agent, or is older than runs are kept.
        tracing::warn!(run.row = id.0, "the run is gone whose result should be mailed");
        return Ok(());
    };
    let mut beginnings = stored::list_beginnings(app.db.read(), &[id], LONGEST_OUTPUT).await?;
    let StoredOutput { stdout, stderr } = beginnings.remove(&id).unwrap_or_default();
    let subject = format!("{} on {}: {}", run.script_name, run.hostname, run.status);
    let text = text(&run, answer::text(stdout) + &answer::text(stderr));
    send(&app, to, subject, text).await
}

fn text(run: &MailedRun, mut output: String) -> String {
    let code = run.retcode.map_or_else(|| "none".to_owned(), |code| code.to_string());
    let mut lines = vec![
        format!("Script: {}", run.script_name),
        format!("Computer: {}", run.hostname),
        format!("Started by: {}", run.username),
        format!("Status: {}", run.status),
        format!("Return code: {code}"),
    ];
    if !run.problem.is_empty() {
        lines.push(format!("Problem: {}", run.problem));
    }
    output.truncate(output.floor_char_boundary(LONGEST_OUTPUT));
    let is_cut = run.output_bytes > i64::try_from(LONGEST_OUTPUT).unwrap_or(i64::MAX);
    let rest = if is_cut { "\n\nThis is not all: the rest is in the history of runs." } else { "" };
    format!("{}\n\n{}{rest}", lines.join("\n"), output.replace('\0', ""))
}
