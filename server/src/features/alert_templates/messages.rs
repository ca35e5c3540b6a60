//! Messages by which people see that a template reaches them.

use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Identity, random_letters};
use crate::domain::alert_templates::StoredTemplate;
use crate::domain::freeze::must_be_thawed;
use crate::domain::mail::mail_job;
use crate::domain::sms::sms_job;
use crate::error::ApiError;

/// Queues a message for each recipient, marked as a test, and returns the recipients.
pub async fn send_messages(
    app: &App,
    caller: &Identity,
    template: &StoredTemplate,
    mail: &[String],
    text: &[String],
) -> Result<Vec<String>, ApiError> {
    let recipients: Vec<String> = mail.iter().chain(text).cloned().collect();
    if recipients.is_empty() {
        return Ok(recipients);
    }
    must_be_thawed(app.db.read()).await?;
    let change = Change::begin(app, caller).await?;
    let subject = format!("[Test] Alert template {}", template.name);
    let body = format!(
        "This is a test: nothing has failed. {} tried out the alert template {:?}, by which you \
         would be notified of an alert.",
        caller.username, template.name
    );
    for to in mail {
        change.enqueue(mail_job(to, &subject, &body)).await?;
    }
    for to in text {
        let id = format!("template-test-{}", random_letters(20));
        let short = format!("[Test] Alert template {}: nothing has failed.", template.name);
        change.enqueue(sms_job(&id, to, &short)).await?;
    }
    let message = format!(
        "sent test messages of alert template {} to {}",
        template.name,
        recipients.join(", ")
    );
    let entry = Entry::new(Action::Modify, ObjectType::AlertTemplate, template.id, message);
    change.commit(entry).await?;
    Ok(recipients)
}
