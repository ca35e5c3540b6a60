//! `POST /remote/v1/sessions/`: opens a session on an agent.

use axum::Json;
use axum::extract::State;
use muster_protocol::question_name;
use serde_json::json;

use super::must_be_on;
use super::open_form::OpenRemoteSession;
use super::opened::{OpenedRemoteSession, open_for};
use crate::app::App;
use crate::audit::{Action, Change, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::fleet::find_target;
use crate::domain::remote::{
    Guest, NewSession, effective_rules, find_session, insert_session, invite, rights_for,
};
use crate::error::{ApiError, ErrorBody};
use crate::events::Event;
use crate::features::accounts::must_have_fresh_factor;
use crate::input::Body;

/// Open a remote session.
///
/// A terminal takes `can_use_terminal`; files, the screen and tunnels to the agent itself
/// take `can_use_remote`, tunnels to other addresses `can_use_lan_tunnels` as well. The
/// agent checks the grant and its own settings, and may refuse. Both then have half a
/// minute to connect to the relay.
#[utoipa::path(
    post,
    path = "/remote/v1/sessions/",
    tag = "remote",
    request_body = OpenRemoteSession,
    responses((status = 200, body = OpenedRemoteSession), (status = "default", body = ErrorBody)),
)]
pub async fn create_remote_session(
    State(app): State<App>,
    caller: Caller<may::OpenRemote>,
    Body(request): Body<OpenRemoteSession>,
) -> Result<Json<OpenedRemoteSession>, ApiError> {
    must_be_on(&app)?;
    let wanted = request.wanted();
    let (kind, details) = wanted.ok_or_else(|| ApiError::invalid("kind", "is not known"))?;
    for right in rights_for(kind, &details) {
        caller.must_have(right)?;
    }
    let target = find_target(&app, &caller, &request.agent_id).await?;
    target.must_be_thawed()?;
    target.must_be_able_to(question_name::OPEN_REMOTE)?;
    must_have_fresh_factor(&app, &caller, request.twofactor.as_ref()).await?;

    let mut change = Change::begin(&app, &caller).await?;
    let rules = effective_rules(&*change, target.id, kind).await?;
    let new = NewSession {
        target: &target,
        kind,
        reason: &request.reason,
        details: &details,
        rules: &rules,
        relays: &app.settings.remote_urls,
    };
    let uid = insert_session(&*change, &caller, &new).await?;
    let session = find_session(&*change, &caller.scope, &uid).await?;
    let session = session.ok_or(ApiError::NotFound("agent"))?;
    let (public_key, view_only) = (request.public_key.as_slice(), request.view_only);
    let guest = Guest { caller: &caller, public_key, view_only, begins: true };
    let invitation = invite(&app, &change, &session, guest).await?;

    let event = Event::remote_opened(&uid, &target.agent_id, kind.as_str(), &caller.username);
    change.publish(target.locate(event));
    let (user, name, host) = (&caller.username, kind.as_str(), &target.hostname);
    let message = format!("{user} opened a {name} session on {host}");
    let entry = target.entry(Action::RemoteSession, ObjectType::Agent, message).after(&json!({
        "session": uid, "viewer": invitation.viewer, "kind": name, "reason": request.reason,
        "view_only": view_only, "details": details,
    }));
    change.commit(entry).await?;
    open_for(&app, &caller, &session, invitation, true).await
}
