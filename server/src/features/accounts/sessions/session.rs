//! A session as the API shows it, and one about to be opened.

use std::time::Duration;

use sea_orm::FromQueryResult;
use serde::Serialize;
use utoipa::ToSchema;

use crate::auth::{
    Credential, Identity, SESSION_KIND_ENROLMENT, SESSION_KIND_SESSION, Token, random_letters,
};
use crate::config::Settings;
use crate::features::accounts::login::Origin;
use crate::time::Timestamp;

/// An enrolment token lasts this long and is never prolonged.
const ENROLMENT: Duration = Duration::from_secs(600);

/// A login that is still open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, FromQueryResult)]
pub struct Session {
    /// Public id of the session.
    pub digest: String,
    /// Key of the user.
    #[sea_orm(from_alias = "user_id")]
    pub user: i64,
    /// When it began.
    #[schema(value_type = String, format = DateTime)]
    pub created: Timestamp,
    /// When it ends, unless it is used before.
    #[schema(value_type = String, format = DateTime)]
    pub expiry: Timestamp,
    /// When it was last used, to the minute.
    #[schema(value_type = String, format = DateTime)]
    pub last_used: Timestamp,
    /// Where the login came from.
    pub ip: String,
    /// The browser of the login.
    pub user_agent: String,
}

/// A session about to be stored.
pub struct NewSession {
    /// Public id of the session.
    pub digest: String,
    /// What its owner will call with.
    pub token: Token,
    /// Key of the user.
    pub user: i64,
    /// What it may be used for.
    pub kind: &'static str,
    pub created: Timestamp,
    /// When it ends, unless it is used before.
    pub expiry: Timestamp,
    /// When it ends at the latest.
    pub latest_expiry: Timestamp,
    /// Where the login came from.
    pub ip: String,
    /// The browser of the login.
    pub user_agent: String,
}

impl NewSession {
    pub fn of_login(user: i64, origin: &Origin, settings: &Settings) -> Self {
        let latest = settings.session_max;
        Self::new(user, SESSION_KIND_SESSION, settings.session_idle.min(latest), latest, origin)
    }

    /// A token that may set up two-factor login and nothing else.
    pub fn of_enrolment(user: i64, origin: &Origin) -> Self {
        Self::new(user, SESSION_KIND_ENROLMENT, ENROLMENT, ENROLMENT, origin)
    }

    fn new(
        user: i64,
        kind: &'static str,
        first: Duration,
        latest: Duration,
        origin: &Origin,
    ) -> Self {
        let now = Timestamp::now();
        Self {
            digest: random_letters(32),
            token: Token::random(),
            user,
            kind,
            created: now,
            expiry: now.plus(first),
            latest_expiry: now.plus(latest),
            ip: origin.address.to_string(),
            user_agent: origin.user_agent.clone(),
        }
    }
}

/// The session a caller came with, if it was one.
pub fn own_session(caller: &Identity) -> Option<i64> {
    match caller.credential {
        Credential::Session { id } => Some(id),
        _ => None,
    }
}
