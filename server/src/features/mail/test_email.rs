//! `POST /core/emailtest/`: tries out the mail settings.

use axum::Json;
use axum::extract::State;
use utoipa::ToSchema;

use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::freeze::must_be_thawed;
use crate::domain::mail::mail_server;
use crate::domain::settings;
use crate::error::{ApiError, ErrorBody};
use crate::input::{Body, Fields, Parse};
use crate::mail::{self, Mail, is_address};
use crate::slot::release_slot;
use crate::wording::sentence;

/// The recipient of a test mail.
#[derive(ToSchema)]
pub struct TestEmail {
    /// A mail address; absent: everybody in `email_alert_recipients`.
    to: Option<String>,
}

impl Parse for TestEmail {
    fn parse(fields: &Fields<'_>) -> Self {
        let field = fields.text("to").check(|to| is_address(to), "must be an e-mail address");
        Self { to: field.nullable().flatten() }
    }
}

/// Send a test mail.
///
/// Answers when the mail server has accepted it. A failure is 400
/// `mail_failed` with the words of the mail server. Only callers without a
/// scope may do this.
#[utoipa::path(
    post,
    path = "/core/emailtest/",
    tag = "core",
    request_body = TestEmail,
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn test_email(
    State(app): State<App>,
    caller: Caller<may::EditCoreSettings>,
    Body(request): Body<TestEmail>,
) -> Result<Json<String>, ApiError> {
    caller.must_see_everything()?;
    must_be_thawed(app.db.read()).await?;
    let settings = settings::read_settings(app.db.read(), &app.vault).await?;
    let to = match request.to {
        Some(to) => vec![to],
        None => settings.email_alert_recipients.clone(),
    };
    if to.is_empty() {
        let sentence = "enter a recipient: the settings name no email_alert_recipients";
        return Err(ApiError::invalid("to", sentence));
    }
    let recipients = to.join(", ");
    let change = Change::begin(&app, &caller).await?;
    let message = format!("tried out the mail settings with a mail to {recipients}");
    change.commit(Entry::new(Action::Modify, ObjectType::CoreSettings, 1, message)).await?;

    let mail = Mail {
        to,
        subject: "Test mail from Muster".to_owned(),
        text: "The mail settings of Muster work: this mail was sent with them.".to_owned(),
        ..Mail::default()
    };
    release_slot();
    let sent = mail::send(&mail_server(&settings), &mail, &app.settings.outbound_allow).await;
    sent.map_err(|error| ApiError::MailFailed(error.to_string()))?;
    Ok(Json(sentence(&format!("the mail server accepted a mail to {recipients}"))))
}
