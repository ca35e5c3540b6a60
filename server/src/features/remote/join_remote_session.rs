//! `POST /remote/v1/sessions/<id>/viewers/`: one more connection to a session, by
//! somebody else or after the last one broke.

use axum::Json;
use axum::extract::State;
use muster_protocol::question_name;
use serde_json::json;

use super::must_be_on;
use super::open_form::JoinRemoteSession;
use super::opened::{OpenedRemoteSession, open_for};
use crate::app::App;
use crate::audit::{Action, Change, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::remote::{Guest, find_session, has_taken_part, invite, rights_for};
use crate::error::{ApiError, ErrorBody};
use crate::events::Event;
use crate::features::accounts::must_have_fresh_factor;
use crate::input::{Body, Path};

/// Join a remote session, or connect to it again.
///
/// Takes the same rights as opening it. One viewer drives, the others watch.
#[utoipa::path(
    post,
    path = "/remote/v1/sessions/{id}/viewers/",
    tag = "remote",
    params(("id" = String, Path, description = "The session, a UUID.")),
    request_body = JoinRemoteSession,
    responses((status = 200, body = OpenedRemoteSession), (status = "default", body = ErrorBody)),
)]
pub async fn join_remote_session(
    State(app): State<App>,
    caller: Caller<may::OpenRemote>,
    Path(id): Path<String>,
    Body(request): Body<JoinRemoteSession>,
) -> Result<Json<OpenedRemoteSession>, ApiError> {
    must_be_on(&app)?;
    let session = find_session(app.db.read(), &caller.scope, &id).await?;
    let session = session.ok_or(ApiError::NotFound("session"))?;
    let kind = session.kind();
    for right in rights_for(kind, &session.details()) {
        caller.must_have(right)?;
    }
    session.must_be_open()?;
    session.target.must_be_thawed()?;
    session.target.must_be_able_to(question_name::OPEN_REMOTE)?;
    if !has_taken_part(app.db.read(), session.session_key, &caller).await? {
        must_have_fresh_factor(&app, &caller, request.twofactor.as_ref()).await?;
    }

    let mut change = Change::begin(&app, &caller).await?;
    // It may have ended meanwhile.
    let session = find_session(&*change, &caller.scope, &id).await?;
    let session = session.ok_or(ApiError::NotFound("session"))?;
    session.must_be_open()?;
    let (public_key, view_only) = (request.public_key.as_slice(), request.view_only);
    let guest = Guest { caller: &caller, public_key, view_only, begins: false };
    let invitation = invite(&app, &change, &session, guest).await?;

    let target = &session.target;
    change.publish(target.locate(Event::remote_changed(&id, &target.agent_id)));
    let (user, owner, name) = (&caller.username, &session.username, kind.as_str());
    let message = format!("{user} joined the {name} session of {owner} on {}", target.hostname);
    let entry = target.entry(Action::RemoteSession, ObjectType::Agent, message).after(&json!({
        "session": id, "viewer": invitation.viewer, "kind": name, "view_only": view_only,
    }));
    change.commit(entry).await?;
    open_for(&app, &caller, &session, invitation, false).await.map(Json)
}
