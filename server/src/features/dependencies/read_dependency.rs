//! `GET /agents/<agent_id>/depends-on/`, `GET /checks/<id>/depends-on/`: what an agent or
//! check depends on, and what depends on it.

use axum::Json;
use axum::extract::State;

use super::dependency::Dependency;
use super::load::load_dependency;
use super::queries;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::dependencies::Child;
use crate::domain::fleet::find_target;
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::Path;

/// Read what an agent depends on, and what depends on it.
#[utoipa::path(
    get,
    path = "/agents/{agent_id}/depends-on/",
    tag = "agents",
    params(("agent_id" = String, Path)),
    responses((status = 200, body = Dependency), (status = "default", body = ErrorBody)),
)]
pub async fn read_agent_dependency(
    State(app): State<App>,
    caller: Caller<may::ListAgents>,
    Path(agent_id): Path<AgentId>,
) -> Result<Json<Dependency>, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    let child = Child::Agent(target.id);
    Ok(Json(load_dependency(app.db.read(), &caller.scope, child).await?))
}

/// Read what a check depends on, and what depends on it.
///
/// A check of a policy depends on it on every agent.
#[utoipa::path(
    get,
    path = "/checks/{id}/depends-on/",
    tag = "checks",
    params(("id" = i64, Path, description = "Key of the check")),
    responses((status = 200, body = Dependency), (status = "default", body = ErrorBody)),
)]
pub async fn read_check_dependency(
    State(app): State<App>,
    caller: Caller<may::ListChecks>,
    Path(id): Path<i64>,
) -> Result<Json<Dependency>, ApiError> {
    let db = app.db.read();
    let found = queries::find_check(db, &caller.scope, id).await?;
    found.ok_or(ApiError::NotFound("check"))?;
    Ok(Json(load_dependency(db, &caller.scope, Child::Check(id)).await?))
}
