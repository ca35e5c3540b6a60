//! `GET /agents/<agent_id>/pendingactions/`: what waits for one agent.

use axum::extract::{OriginalUri, State};

use super::filters::PendingFilters;
use super::list_pending_actions::listed;
use super::pending_action::PendingAction;
use super::queries;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::fleet::find_target;
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::{Path, Query};
use crate::listing::{ListQuery, ListResponse, LocationAliases};

/// List what waits for an agent.
///
/// Newest first. `status` finds what has ended.
#[utoipa::path(
    get,
    path = "/agents/{agent_id}/pendingactions/",
    tag = "agents",
    params(("agent_id" = String, Path), PendingFilters, ListQuery, LocationAliases),
    responses((status = 200, body = Vec<PendingAction>), (status = "default", body = ErrorBody)),
)]
pub async fn list_agent_pending_actions(
    State(app): State<App>,
    caller: Caller<may::ListPendingactions>,
    Path(agent_id): Path<AgentId>,
    OriginalUri(address): OriginalUri,
    Query(filters): Query<PendingFilters>,
) -> Result<ListResponse, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    let agent = Some(target.id);
    let rows = queries::list_pending(app.db.read(), &caller.scope, &filters, agent).await?;
    Ok(listed(&app, rows, &filters.list).await?.at(&address))
}
