//! `GET /agents/<agent_id>/remote/`: links that open remote sessions on an agent.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::{must_be_on, queries};
use crate::app::App;
use crate::auth::{Caller, Right, may};
use crate::domain::fleet::Status;
use crate::domain::remote::{LinkKind, RemoteLink};
use crate::error::{ApiError, ErrorBody};
use crate::http::PublicBase;
use crate::ids::AgentId;
use crate::input::Path;

/// Links that open remote sessions on an agent, each for the caller and for 60 seconds.
#[derive(Serialize, ToSchema)]
pub struct RemoteLinks {
    /// Name of the computer.
    hostname: String,
    /// Shows the screen.
    control: String,
    /// Opens a terminal; null for callers without `can_use_terminal`.
    terminal: Option<String>,
    /// Opens the files.
    file: String,
    /// Whether the agent is there.
    status: Status,
    /// Name of the client.
    client: String,
    /// Name of the site.
    site: String,
}

/// Make links to remote sessions on an agent.
///
/// Each opens in the web interface, for 60 seconds and for the user of the caller, who
/// has to be signed in there. The session is opened like any other, with its rights and
/// the consent that it needs.
#[utoipa::path(
    get,
    path = "/agents/{agent_id}/remote/",
    tag = "remote",
    params(("agent_id" = String, Path)),
    responses((status = 200, body = RemoteLinks), (status = "default", body = ErrorBody)),
)]
pub async fn read_remote_links(
    State(app): State<App>,
    caller: Caller<may::UseRemote>,
    PublicBase(base): PublicBase,
    Path(agent_id): Path<AgentId>,
) -> Result<Json<RemoteLinks>, ApiError> {
    must_be_on(&app)?;
    let computer = queries::find_computer(app.db.read(), &caller.scope, &agent_id).await?;
    let computer = computer.ok_or(ApiError::NotFound("agent"))?;
    let link =
        |kind| RemoteLink::new(&agent_id, kind, 0, caller.user_id).address(&base, &app.vault);
    let has_terminal = caller.rights.has(Right::UseTerminal);
    Ok(Json(RemoteLinks {
        control: link(LinkKind::Screen),
        terminal: has_terminal.then(|| link(LinkKind::Terminal)),
        file: link(LinkKind::Files),
        status: computer.status(),
        hostname: computer.hostname,
        client: computer.client_name,
        site: computer.site_name,
    }))
}
