//! `POST /v2/login/`: the second step of the login.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::check_credentials::Credentials;
use super::code::{self, SecondFactor};
use super::credentials;
use super::origin::Origin;
use super::pause::CountedAttempt;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::Secret;
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::features::accounts::queries;
use crate::features::accounts::queries::logins::Account;
use crate::features::accounts::sessions::NewSession;
use crate::input::{Fields, Parse, SmallBody};
use crate::time::Timestamp;

/// Ended sessions are kept this long, to distinguish them from unknown ones.
const KEEP_ENDED: Duration = Duration::from_secs(24 * 60 * 60);

/// Name, password and code.
#[derive(ToSchema)]
pub struct Login {
    /// Name of the user, whatever the case.
    username: String,
    /// Their password.
    #[schema(value_type = String, format = Password)]
    password: Secret,
    /// Six digits of the authenticator app, or a recovery code; each works once.
    #[schema(value_type = String)]
    twofactor: Secret,
}

impl Parse for Login {
    fn parse(fields: &Fields<'_>) -> Self {
        let Credentials { username, password } = Credentials::parse(fields);
        Self { username, password, twofactor: Secret::new(fields.text("twofactor").required()) }
    }
}

/// A session.
#[derive(Serialize, ToSchema)]
pub struct LoggedIn {
    /// For `Authorization: Token …`; shown this once.
    token: String,
    /// When it ends, unless it is used before.
    #[schema(value_type = String, format = DateTime)]
    expiry: Timestamp,
    /// Name of the user.
    username: String,
    /// First and last name, or the user's name.
    name: String,
}

/// Log in.
///
/// The first good code also completes the set-up of two-factor login.
#[utoipa::path(
    post,
    path = "/v2/login/",
    tag = "accounts",
    security(()),
    request_body = Login,
    responses((status = 200, body = LoggedIn), (status = "default", body = ErrorBody)),
)]
pub async fn log_in(
    State(app): State<App>,
    origin: Origin,
    SmallBody(request): SmallBody<Login>,
) -> Result<Json<LoggedIn>, ApiError> {
    let (account, counted) =
        credentials::check(&app, &origin, &request.username, &request.password).await?;
    if let Some(factor) = code::read(&app, &account, request.twofactor.reveal())?
        && let Some(session) = open_session(&app, &origin, &account, &factor, counted).await?
    {
        return Ok(Json(LoggedIn::new(&account, &session)));
    }
    let address = origin.address.to_string();
    Err(credentials::failed(&app, &address, Some(&account), "wrong or used code").await)
}

/// Uses up the code and opens a session; `None` if the code was used before.
async fn open_session(
    app: &App,
    origin: &Origin,
    account: &Account,
    factor: &SecondFactor,
    counted: CountedAttempt,
) -> Result<Option<NewSession>, ApiError> {
    let session = NewSession::of_login(account.id, origin, &app.settings);
    let mut change = Change::begin_as(app, &account.username, &session.ip).await?;
    change.set_user(account.id);
    let Some(message) = factor.accept(&change, account, &session.ip).await? else {
        return Ok(None);
    };
    if !account.totp_enrolled {
        // Two-factor login changes with this code: sessions from before end.
        queries::sessions::delete_sessions(&*change, account.id, None).await?;
    }
    let long_ago = session.created.minus(KEEP_ENDED);
    queries::sessions::delete_ended(&*change, long_ago).await?;
    queries::sessions::insert_session(&*change, &session).await?;
    counted.forget(&*change).await?;

    change.publish(Event::saved(Entity::User, account.id));
    let entry = Entry::new(Action::Login, ObjectType::User, account.id, message);
    change.commit(entry).await?;
    Ok(Some(session))
}

impl LoggedIn {
    fn new(account: &Account, session: &NewSession) -> Self {
        let name = format!("{} {}", account.first_name, account.last_name).trim().to_owned();
        Self {
            token: session.token.text.reveal().to_owned(),
            expiry: session.expiry,
            name: if name.is_empty() { account.username.clone() } else { name },
            username: account.username.clone(),
        }
    }
}
