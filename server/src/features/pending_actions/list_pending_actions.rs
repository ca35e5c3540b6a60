//! `GET /logs/pendingactions/`: what waits for agents.

use axum::extract::{OriginalUri, State};
use serde_json::Value;

use super::filters::{ORDERINGS, PendingFilters};
use super::pending_action::PendingAction;
use super::queries::{self, Row};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::features::runs;
use crate::ids::RunKey;
use crate::input::Query;
use crate::listing::{ListQuery, ListResponse, LocationAliases};

/// List what waits for agents.
///
/// Newest first. `status` finds what has ended.
#[utoipa::path(
    get,
    path = "/logs/pendingactions/",
    tag = "logs",
    params(PendingFilters, ListQuery, LocationAliases),
    responses((status = 200, body = Vec<PendingAction>), (status = "default", body = ErrorBody)),
)]
pub async fn list_pending_actions(
    State(app): State<App>,
    caller: Caller<may::ListPendingactions>,
    OriginalUri(address): OriginalUri,
    Query(filters): Query<PendingFilters>,
) -> Result<ListResponse, ApiError> {
    let rows = queries::list_pending(app.db.read(), &caller.scope, &filters, None).await?;
    Ok(listed(&app, rows, &filters.list).await?.at(&address))
}

/// Pending actions as a list.
pub(super) async fn listed(
    app: &App,
    mut rows: Vec<Row>,
    query: &ListQuery,
) -> Result<ListResponse, ApiError> {
    let is_installation = |row: &&Row| matches!(row.kind.as_str(), "software_install" | "choco");
    let ids: Vec<RunKey> = rows.iter().filter(is_installation).map(|row| row.id).collect();
    let mut outputs = runs::list_outputs(app, &ids).await?;
    for row in &mut rows {
        row.output = outputs.remove(&row.id).unwrap_or_default();
    }
    let actions = rows.into_iter().map(PendingAction::from);
    let rows: Result<Vec<Value>, _> = actions.map(serde_json::to_value).collect();
    query.apply(rows.map_err(|error| ApiError::Internal(error.into()))?, ORDERINGS)
}
