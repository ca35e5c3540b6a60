//! `GET /runs/`: everything agents were asked to do.

use axum::extract::{OriginalUri, State};
use axum::http::Uri;
use utoipa::IntoParams;

use super::filters::{Conditions, RunFieldFilters, RunFilters};
use super::queries;
use super::run::Run;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Fields, Parse, Query};
use crate::listing::{ListQuery, ListResponse};

/// Filters of the whole history.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListRuns {
    /// Identifier or key of an agent.
    agent: Option<String>,
    /// Key of a bulk action.
    bulk: Option<i64>,
    #[param(ignore)]
    filters: RunFilters,
}

impl Parse for ListRuns {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            agent: fields.text("agent").optional(),
            bulk: fields.whole("bulk").optional(),
            filters: RunFilters::parse(fields),
        }
    }
}

/// List runs.
///
/// Newest first; without `page` the newest thousand, and `X-Total-Count` tells
/// of how many. A list shows the first 4096 bytes of each output. Scans for
/// updates that the server began by itself (`username` is `system`) are listed
/// only with `type=patch_scan` or `user=system`; of each agent the newest is
/// kept.
#[utoipa::path(
    get,
    path = "/runs/",
    tag = "runs",
    params(ListRuns, RunFilters, RunFieldFilters, ListQuery),
    responses((status = 200, body = Vec<Run>), (status = "default", body = ErrorBody)),
)]
pub async fn list_runs(
    State(app): State<App>,
    caller: Caller<may::ListAgentHistory>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<ListRuns>,
) -> Result<ListResponse<Run>, ApiError> {
    let mut conditions = query.filters.conditions(&caller.scope);
    conditions.and("r.bulk_id =", query.bulk);
    match query.agent.map(|agent| agent.parse::<i64>().map_err(|_| agent)) {
        Some(Ok(key)) => conditions.and("a.id =", Some(key)),
        Some(Err(agent_id)) => conditions.and("a.agent_id =", Some(agent_id)),
        None => {}
    }
    list(&app, conditions, &query.filters.list, &address).await
}

/// The matching runs, as a list.
pub(super) async fn list(
    app: &App,
    conditions: Conditions,
    query: &ListQuery,
    address: &Uri,
) -> Result<ListResponse<Run>, ApiError> {
    let selection = conditions.select(query)?;
    let rows = queries::list_runs(app.db.read(), &selection).await?;
    let total = queries::count_runs(app.db.read(), &selection).await?;
    let runs = Run::listed(app, rows).await?;
    Ok(ListResponse::of_page(runs, total, query.page())?.at(address))
}
