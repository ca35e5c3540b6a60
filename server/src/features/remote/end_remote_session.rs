//! `POST /remote/v1/sessions/<id>/end/`: ends a session for everybody.

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::audit::Change;
use crate::auth::{Caller, may};
use crate::domain::remote::{SessionEnd, end_within, find_session, rights_for};
use crate::error::{ApiError, ErrorBody};
use crate::input::Path;
use crate::wording::sentence;

/// End a remote session.
///
/// Takes the same rights as opening it, whoever opened it. Every connection is cut at
/// once.
#[utoipa::path(
    post,
    path = "/remote/v1/sessions/{id}/end/",
    tag = "remote",
    params(("id" = String, Path, description = "The session, a UUID.")),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn end_remote_session(
    State(app): State<App>,
    caller: Caller<may::OpenRemote>,
    Path(id): Path<String>,
) -> Result<Json<String>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    let session = find_session(&*change, &caller.scope, &id).await?;
    let session = session.ok_or(ApiError::NotFound("session"))?;
    for right in rights_for(session.kind(), &session.details()) {
        caller.must_have(right)?;
    }
    let reason = format!("{} ended it", caller.username);
    let ending = end_within(&mut change, &id, SessionEnd::new("ended", reason)).await?;
    let ending =
        ending.ok_or_else(|| ApiError::Conflict("the session has ended already".to_owned()))?;
    ending.carry_out(&app, change).await?;
    let done = format!("the session on {} has ended", session.target.hostname);
    Ok(Json(sentence(&done)))
}
