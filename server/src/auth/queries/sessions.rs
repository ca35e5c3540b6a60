//! The session of a request.

use std::net::IpAddr;

use sea_orm::{DbErr, FromQueryResult, Value};

use super::{LAST_USED_STEP, USER_COLUMNS, UserPart};
use crate::app::App;
use crate::auth::identity::{Credential, Identity};
use crate::error::ApiError;
use crate::storage::sql;
use crate::time::{self, Timestamp};

/// A session with all rights of its user.
pub const SESSION_KIND_SESSION: &str = "session";
/// A session that may set up two-factor login and nothing else.
pub const SESSION_KIND_ENROLMENT: &str = "enrolment";

#[derive(FromQueryResult)]
pub(super) struct SessionRow {
    id: i64,
    kind: String,
    expiry: Timestamp,
    latest_expiry: Timestamp,
    last_used: Timestamp,
    #[sea_orm(nested)]
    user: UserPart,
}

/// The owner of the session with this token hash.
pub async fn identity_of_session(
    app: &App,
    hash: &[u8],
    address: Option<IpAddr>,
) -> Result<Identity, ApiError> {
    let now = Timestamp::now();
    let session = find_session(app, "s.token_hash = $1", hash.to_vec().into()).await?;
    let is_session = session.kind == SESSION_KIND_SESSION;
    if is_session && now.since(session.last_used) >= LAST_USED_STEP {
        let expiry = now.plus(app.settings.session_idle).min(session.latest_expiry);
        record_session_use(app, session.id, now, expiry);
    }
    with_session(session, address)
}

/// A session that is valid now.
pub(super) async fn find_session(
    app: &App,
    condition: &str,
    value: Value,
) -> Result<SessionRow, ApiError> {
    let text = format!(
        "select s.id, s.kind, s.expiry, s.latest_expiry, s.last_used, {USER_COLUMNS}
           from sessions s
           join users u on u.id = s.user_id
           left join roles r on r.id = u.role_id
          where {condition}"
    );
    let row: Option<SessionRow> = sql::one(app.db.read(), &text, [value]).await?;
    let session = row.filter(|row| row.user.is_active).ok_or(ApiError::InvalidCredentials)?;
    if session.expiry <= Timestamp::now() {
        return Err(ApiError::ExpiredCredentials);
    }
    Ok(session)
}

pub(super) fn with_session(
    session: SessionRow,
    address: Option<IpAddr>,
) -> Result<Identity, ApiError> {
    let credential = match session.kind == SESSION_KIND_SESSION {
        true => Credential::Session { id: session.id },
        false => Credential::Enrolment { id: session.id },
    };
    let permissions = session.user.permissions()?;
    Ok(session.user.identity(permissions, credential, address))
}

fn record_session_use(app: &App, id: i64, now: Timestamp, expiry: Timestamp) {
    let db = app.db.clone();
    tokio::spawn(async move {
        let text = "update sessions set last_used = $1, expiry = $2 where id = $3";
        let result: Result<(), DbErr> = async {
            let write = db.begin().await?;
            sql::execute(&write, text, [now.into(), time::optional(Some(expiry)), id.into()])
                .await?;
            write.commit().await
        }
        .await;
        if let Err(error) = result {
            tracing::warn!(error = %error, "the use of a session could not be recorded");
        }
    });
}
