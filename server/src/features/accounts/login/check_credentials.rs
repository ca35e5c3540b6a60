//! `POST /v2/checkcreds/`: the first step of the login.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::credentials;
use super::origin::Origin;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::Secret;
use crate::error::{ApiError, ErrorBody};
use crate::features::accounts::queries;
use crate::features::accounts::queries::logins::Account;
use crate::features::accounts::sessions::NewSession;
use crate::input::{Fields, Parse, SmallBody};
use crate::time::Timestamp;

/// Name and password.
#[derive(ToSchema)]
pub struct Credentials {
    /// Name of the user, whatever the case.
    pub(super) username: String,
    /// Their password.
    #[schema(value_type = String, format = Password)]
    pub(super) password: Secret,
}

impl Parse for Credentials {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            username: fields.text("username").trimmed().required(),
            password: Secret::new(fields.text("password").required()),
        }
    }
}

/// How the login goes on.
#[derive(Serialize, ToSchema)]
pub struct NextStep {
    /// Whether two-factor login is set up: the code is asked for next.
    totp: bool,
    /// If not: opens the call that sets it up, and nothing else.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
    /// When that token ends; it is never prolonged.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    expiry: Option<Timestamp>,
}

/// Check name and password.
///
/// With two-factor login set up, `/v2/login/` follows. Without, the answer
/// holds a token of ten minutes for `/accounts/users/setup_totp/`.
#[utoipa::path(
    post,
    path = "/v2/checkcreds/",
    tag = "accounts",
    security(()),
    request_body = Credentials,
    responses((status = 200, body = NextStep), (status = "default", body = ErrorBody)),
)]
pub async fn check_credentials(
    State(app): State<App>,
    origin: Origin,
    SmallBody(request): SmallBody<Credentials>,
) -> Result<Json<NextStep>, ApiError> {
    let (account, counted) =
        credentials::check(&app, &origin, &request.username, &request.password).await?;
    // The code is checked later: older failures stay counted until then.
    counted.take_back(&app).await?;
    if account.totp_enrolled {
        return Ok(Json(NextStep { totp: true, token: None, expiry: None }));
    }
    open_enrolment(&app, &origin, &account).await.map(Json)
}

async fn open_enrolment(
    app: &App,
    origin: &Origin,
    account: &Account,
) -> Result<NextStep, ApiError> {
    let session = NewSession::of_enrolment(account.id, origin);
    let mut change = Change::begin_as(app, &account.username, &session.ip).await?;
    change.set_user(account.id);
    queries::sessions::insert_session(&*change, &session).await?;
    let message = "opened the set-up of two-factor login";
    let entry = Entry::new(Action::Add, ObjectType::Session, &session.digest, message);
    change.commit(entry).await?;
    Ok(NextStep {
        totp: false,
        token: Some(session.token.text.reveal().to_owned()),
        expiry: Some(session.expiry),
    })
}
