//! `POST /core/smstest/`: tries out the settings for text messages.

use axum::Json;
use axum::extract::State;
use utoipa::ToSchema;

use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::freeze::must_be_thawed;
use crate::domain::settings;
use crate::domain::sms::sms_account;
use crate::error::{ApiError, ErrorBody};
use crate::input::{Body, Fields, Parse};
use crate::slot::release_slot;
use crate::sms::{self, Sms, SmsAccount, is_telephone_number};
use crate::wording::{count, sentence};

/// The recipient of a test message.
#[derive(ToSchema)]
pub struct TestSms {
    /// A telephone number such as `+4930123456`; absent: everybody in
    /// `sms_alert_recipients`.
    to: Option<String>,
}

impl Parse for TestSms {
    fn parse(fields: &Fields<'_>) -> Self {
        let sentence = "must be a telephone number such as +4930123456";
        let field = fields.text("to").check(|to| is_telephone_number(to), sentence);
        Self { to: field.nullable().flatten() }
    }
}

/// Send a test text message.
///
/// Answers when the text message service has accepted it, with the service's own
/// status and id of each message. A failure is 400 `sms_failed` with the words of
/// the service; recipients after it get no message. Only callers without a scope may
/// do this.
#[utoipa::path(
    post,
    path = "/core/smstest/",
    tag = "core",
    request_body = TestSms,
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn test_sms(
    State(app): State<App>,
    caller: Caller<may::EditCoreSettings>,
    Body(request): Body<TestSms>,
) -> Result<Json<String>, ApiError> {
    caller.must_see_everything()?;
    must_be_thawed(app.db.read()).await?;
    let settings = settings::read_settings(app.db.read(), &app.vault).await?;
    let to = match request.to {
        Some(to) => vec![to],
        None => settings.sms_alert_recipients.clone(),
    };
    if to.is_empty() {
        let sentence = "enter a recipient: the settings name no sms_alert_recipients";
        return Err(ApiError::invalid("to", sentence));
    }
    let change = Change::begin(&app, &caller).await?;
    let recipients = to.join(", ");
    let message = format!("tried out the text message settings with a message to {recipients}");
    change.commit(Entry::new(Action::Modify, ObjectType::CoreSettings, 1, message)).await?;

    release_slot();
    let account = sms_account(&app.settings.twilio_url, &settings);
    let accepted = send_to_all(&app, &account, &to).await?;
    Ok(Json(sentence(&format!("the text message service accepted {}", accepted.join(", ")))))
}

/// One message to each, in turn: the first failure is most likely that of all.
async fn send_to_all(
    app: &App,
    account: &SmsAccount,
    to: &[String],
) -> Result<Vec<String>, ApiError> {
    let text = "The text message settings of Muster work: this message was sent with them.";
    let mut accepted = Vec::new();
    for number in to {
        let message = Sms { to: number.clone(), text: text.to_owned() };
        match sms::send(account, &message, &app.settings.outbound_allow).await {
            Ok(taken) if taken.sid.is_empty() => {
                accepted.push(format!("a message to {number} ({})", taken.status));
            }
            Ok(taken) => {
                let (status, sid) = (taken.status, taken.sid);
                accepted.push(format!("a message to {number} ({status}, {sid})"));
            }
            Err(error) if accepted.is_empty() => {
                return Err(ApiError::SmsFailed(error.to_string()));
            }
            Err(error) => {
                let before = count(accepted.len(), "message");
                let problem = format!("{before} accepted, but to {number}: {error}");
                return Err(ApiError::SmsFailed(problem));
            }
        }
    }
    Ok(accepted)
}
