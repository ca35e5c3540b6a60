//! `POST /remote/v1/sessions/`: opens a session on an agent.

use axum::Json;
use axum::extract::State;

use super::begin::{Wanted, begin};
use super::must_be_on;
use super::open_form::OpenRemoteSession;
use super::opened::OpenedRemoteSession;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::fleet::find_target;
use crate::domain::remote::rights_for;
use crate::error::{ApiError, ErrorBody};
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
    let asked = request.wanted();
    let (kind, details) = asked.ok_or_else(|| ApiError::invalid("kind", "is not known"))?;
    for right in rights_for(kind, &details) {
        caller.must_have(right)?;
    }
    let target = find_target(&app, &caller, &request.agent_id).await?;
    let wanted = Wanted {
        target: &target,
        kind,
        details: &details,
        reason: &request.reason,
        view_only: request.view_only,
        public_key: &request.public_key,
        twofactor: request.twofactor.as_ref(),
    };
    begin(&app, &caller, wanted).await.map(Json)
}
