//! `GET /agents/versions/`: which agent runs which release.

use axum::Json;
use axum::extract::State;
use sea_orm::FromQueryResult;
use serde::Serialize;
use utoipa::ToSchema;

use super::action_queries;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::features::deployments::newest_release;

/// Releases, and who runs them.
#[derive(Serialize, ToSchema)]
pub struct Versions {
    /// The newest release this server has.
    pub versions: Vec<String>,
    /// Every agent with its release.
    pub agents: Vec<AgentVersion>,
}

/// The release of one agent.
#[derive(Serialize, ToSchema, FromQueryResult)]
pub struct AgentVersion {
    /// Key of the agent.
    pub id: i64,
    /// The host name of the computer.
    pub hostname: String,
    /// Identifier of the agent.
    pub agent_id: String,
    /// Name of the client.
    pub client: String,
    /// Name of the site.
    pub site: String,
    /// Release of the agent program.
    pub version: String,
}

/// List the releases of all agents.
///
/// By client, site and host name.
#[utoipa::path(
    get,
    path = "/agents/versions/",
    tag = "agents",
    responses((status = 200, body = Versions), (status = "default", body = ErrorBody)),
)]
pub async fn list_versions(
    State(app): State<App>,
    caller: Caller<may::ListAgents>,
) -> Result<Json<Versions>, ApiError> {
    let agents = action_queries::list_versions(app.db.read(), &caller.scope).await?;
    let newest = newest_release(&app.settings.data).await?;
    Ok(Json(Versions { versions: vec![newest], agents }))
}
