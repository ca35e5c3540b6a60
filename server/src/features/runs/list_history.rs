//! `GET /agents/history/`: the runs of all agents.

use axum::extract::{OriginalUri, State};

use super::filters::{RunFieldFilters, RunFilters};
use super::list_runs::list;
use super::run::Run;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Query;
use crate::listing::{ListQuery, ListResponse};

/// List the runs of all agents.
///
/// The same as `GET /runs/`.
#[utoipa::path(
    get,
    path = "/agents/history/",
    tag = "agents",
    params(RunFilters, RunFieldFilters, ListQuery),
    responses((status = 200, body = Vec<Run>), (status = "default", body = ErrorBody)),
)]
pub async fn list_history(
    State(app): State<App>,
    caller: Caller<may::ListAgentHistory>,
    OriginalUri(address): OriginalUri,
    Query(filters): Query<RunFilters>,
) -> Result<ListResponse<Run>, ApiError> {
    list(&app, filters.conditions(&caller.scope), &filters.list, &address).await
}
