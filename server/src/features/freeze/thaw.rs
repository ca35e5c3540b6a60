//! `POST /core/thaw/`: ends a freeze, or asks a second superuser to.

use std::time::Duration;

use axum::Json;
use axum::extract::State;

use super::start_freeze::FreezeTarget;
use super::{announce, commit, name_of};
use crate::app::App;
use crate::audit::Change;
use crate::auth::{Caller, Credential, Identity, may};
use crate::domain::freeze::{self as frozen, OpenFreeze};
use crate::error::{ApiError, ErrorBody};
use crate::input::Body;
use crate::time::Timestamp;
use crate::wording::sentence;

/// How long a request for a thaw can be confirmed.
const CONFIRMABLE: Duration = Duration::from_secs(24 * 3600);

/// Thaw everything, or a client.
///
/// Where two superusers can log in, the first call is a request, and the call of
/// another one within a day confirms it. A client that was frozen by itself stays
/// frozen when everything is thawed. API keys cannot thaw: one of them may be the
/// reason for the freeze. For superusers.
#[utoipa::path(
    post,
    path = "/core/thaw/",
    tag = "core",
    request_body = FreezeTarget,
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn thaw(
    State(app): State<App>,
    caller: Caller<may::BeSuperuser>,
    Body(target): Body<FreezeTarget>,
) -> Result<Json<String>, ApiError> {
    if let Credential::Key { .. } = caller.credential {
        let reason = "an API key cannot thaw: log in with your password and code";
        return Err(ApiError::Forbidden(reason.to_owned()));
    }
    thaw_now(&app, &caller, target.client).await.map(Json)
}

/// Thaws everything or a client, or asks for it, and returns the answer.
pub async fn thaw_now(app: &App, by: &Identity, client: Option<i64>) -> Result<String, ApiError> {
    let (change, now) = (Change::begin(app, by).await?, Timestamp::now());
    let name = name_of(&change, client).await?;
    let Some(freeze) = frozen::find_open(&*change, client).await? else {
        return Err(ApiError::Conflict(format!("there is no freeze of {name}")));
    };
    let superusers = frozen::list_superusers(&*change).await?;
    if !is_enough(&freeze, by, &superusers, now)? {
        frozen::record_request(&*change, freeze.id, by.user_id, &by.username, now).await?;
        commit(change, client, "asked to thaw", &name).await?;
        let text = format!("{name} stays frozen until another superuser confirms the thaw");
        return Ok(sentence(&text));
    }
    frozen::end(&*change, freeze.id, now).await?;
    announce(&change, now).await?;
    commit(change, client, "thawed", &name).await?;
    Ok(sentence(&format!("{name} is thawed")))
}

/// Whether this caller ends the freeze: alone where nobody else could when it
/// began, and from the server's own command line. Only the superusers of then
/// count, and of those the ones who can log in now (`present`).
fn is_enough(
    freeze: &OpenFreeze,
    by: &Identity,
    present: &[i64],
    now: Timestamp,
) -> Result<bool, ApiError> {
    if by.credential == Credential::Console {
        return Ok(true);
    }
    let mut others = freeze.superusers();
    if others.is_empty() {
        others = present.to_vec();
    }
    if !others.contains(&by.user_id) {
        let reason = "you were no superuser when this was frozen: somebody who was has to thaw it";
        return Err(ApiError::Forbidden(reason.to_owned()));
    }
    others.retain(|user| *user != by.user_id);
    if others.is_empty() {
        return Ok(true);
    }
    others.retain(|user| present.contains(user));
    if others.is_empty() {
        let reason =
            "no other superuser can confirm the thaw any more: use muster thaw on the server";
        return Err(ApiError::Conflict(reason.to_owned()));
    }
    let is_recent = freeze.thaw_time.is_some_and(|asked| now.since(asked) <= CONFIRMABLE);
    Ok(is_recent && freeze.thaw_user_id.is_some_and(|asking| others.contains(&asking)))
}
