//! `GET /agents/<agent_id>/<port>/webvnc/`: a link that shows VNC of an agent.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::{must_be_on, queries};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::remote::{LinkKind, RemoteLink};
use crate::error::{ApiError, ErrorBody};
use crate::http::PublicBase;
use crate::ids::AgentId;
use crate::input::Path;

/// A link that shows VNC of an agent in the browser, for the caller and for 60 seconds.
#[derive(Serialize, ToSchema)]
pub struct VncLink {
    /// Name of the computer.
    hostname: String,
    /// Opens VNC, through the relay.
    vnc: String,
    /// Name of the client.
    client: String,
    /// Name of the site.
    site: String,
}

/// Make a link to VNC on an agent.
///
/// It opens in the web interface, for 60 seconds and for the user of the caller, who has
/// to be signed in there: a tunnel to this port of the agent's own computer.
#[utoipa::path(
    get,
    path = "/agents/{agent_id}/{port}/webvnc/",
    tag = "remote",
    params(
        ("agent_id" = String, Path),
        ("port" = u16, Path, description = "TCP port of the VNC server, 1 to 65535"),
    ),
    responses((status = 200, body = VncLink), (status = "default", body = ErrorBody)),
)]
pub async fn read_vnc_link(
    State(app): State<App>,
    caller: Caller<may::UseRemote>,
    PublicBase(base): PublicBase,
    Path((agent_id, port)): Path<(AgentId, String)>,
) -> Result<Json<VncLink>, ApiError> {
    must_be_on(&app)?;
    let computer = queries::find_computer(app.db.read(), &caller.scope, &agent_id).await?;
    let computer = computer.ok_or(ApiError::NotFound("agent"))?;
    let link = RemoteLink::new(&agent_id, LinkKind::Vnc, port_of(&port)?, caller.user_id);
    Ok(Json(VncLink {
        vnc: link.address(&base, &app.vault),
        hostname: computer.hostname,
        client: computer.client_name,
        site: computer.site_name,
    }))
}

/// A port that is none is a mistake of the caller, and no unknown path.
fn port_of(text: &str) -> Result<u16, ApiError> {
    let port = text.parse().ok().filter(|port| *port > 0);
    port.ok_or_else(|| ApiError::invalid("port", "must be 1 to 65535"))
}
