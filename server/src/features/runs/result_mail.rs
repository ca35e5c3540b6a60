//! The result of a run by mail.

use sea_orm::ConnectionTrait;

use crate::app::App;
use crate::domain::mail::mail_job;
use crate::domain::runs::queries::OutputFollowUp;
use crate::domain::settings::read_settings;
use crate::error::ApiError;

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

/// Stores the mails about a run that has ended; returns whether there are any.
pub async fn enqueue(
    app: &App,
    write: &impl ConnectionTrait,
    run: &OutputFollowUp,
    output: &str,
) -> Result<bool, ApiError> {
    let recipients: Vec<String> = serde_json::from_str(&run.mail_to).unwrap_or_default();
    let subject = format!("{} on {}: {}", run.script_name, run.hostname, run.status);
    let text = text(run, output);
    for recipient in &recipients {
        app.jobs.enqueue(write, mail_job(recipient, &subject, &text)).await?;
    }
    Ok(!recipients.is_empty())
}

fn text(run: &OutputFollowUp, output: &str) -> String {
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
    format!("{}\n\n{output}", lines.join("\n"))
}
