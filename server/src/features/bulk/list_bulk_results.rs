//! `GET /agents/actions/bulk/<id>/results/`: what came of a bulk action, agent
//! by agent.

use axum::extract::{OriginalUri, State};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use super::queries::{self, ResultRow};
use super::{outputs, results_file, show};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::features::runs::{self, Run, Streams};
use crate::ids::RunKey;
use crate::input::{Fields, Parse, Path, Query};
use crate::listing::{ListQuery, ListResponse, Page, Search};

/// The possible statuses of an agent: the counts it can be in.
pub const STATUSES: &[&str] =
    &["queued", "running", "passed", "failed", "timed_out", "cancelled", "expired", "skipped"];
/// Rows of a list that is requested without pages.
const MAX_ROWS: i64 = 1000;

/// Which results.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ResultFilters {
    /// `queued`, `running`, `passed`, `failed`, `timed_out`, `cancelled`,
    /// `expired` or `skipped`.
    pub(super) status: Option<String>,
    /// `json`, or `csv` for a file with all results.
    format: Option<String>,
    #[param(ignore)]
    pub(super) list: ListQuery,
}

impl Parse for ResultFilters {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            status: fields.text("status").one_of(STATUSES).optional(),
            format: fields.text("format").one_of(&["json", "csv"]).optional(),
            list: ListQuery::parse(fields),
        }
    }
}

/// What came of it for one agent.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum BulkResult {
    /// The run it got.
    Run(Box<ResultRun>),
    /// It got none.
    Without(WithoutRun),
}

/// The run an agent got, with where the agent is and what it printed.
#[derive(Serialize, ToSchema)]
pub struct ResultRun {
    /// The run.
    #[serde(flatten)]
    pub run: Run,
    /// Name of the agent's client.
    pub client: String,
    /// Name of the agent's site.
    pub site: String,
    /// Standard output, the first 4096 bytes.
    pub stdout: String,
    /// Standard error, the first 4096 bytes.
    pub stderr: String,
}

/// An agent without a run, or without one yet.
#[derive(Serialize, ToSchema)]
pub struct WithoutRun {
    /// Key of the agent.
    pub agent: i64,
    /// Identifier of the agent.
    pub agent_id: String,
    /// Host name of the agent.
    pub hostname: String,
    /// Name of its client.
    pub client: String,
    /// Name of its site.
    pub site: String,
    /// `skip`; `wait` before its turn; `done`, `fail` or `cancel`.
    #[schema(extensions(("x-enum-values" = json!(["wait", "skip", "done", "fail", "cancel"]))))]
    pub outcome: String,
    /// Under which of the counts it is.
    #[schema(extensions(("x-enum-values" = json!(STATUSES))))]
    pub status: String,
    /// Why.
    pub reason: String,
}

/// List the results of a bulk action.
///
/// By host name; without `page` the first thousand. Shows the first 4096 bytes
/// of each output. A search looks at host name, client, site, status and
/// reason, and at the first 16 KiB of each output.
#[utoipa::path(
    get,
    path = "/agents/actions/bulk/{id}/results/",
    tag = "bulk",
    params(("id" = i64, Path, description = "Key of the bulk action"), ResultFilters, ListQuery),
    responses((status = 200, body = Vec<BulkResult>), (status = "default", body = ErrorBody)),
)]
pub async fn list_bulk_results(
    State(app): State<App>,
    caller: Caller<may::ListAgentHistory>,
    Path(id): Path<i64>,
    OriginalUri(address): OriginalUri,
    Query(filters): Query<ResultFilters>,
) -> Result<Response, ApiError> {
    show::find_to_read(&app, &caller, id).await?;
    // The list has only one order.
    filters.list.order(&["hostname"])?;
    let status = filters.status.as_deref();
    let search = filters.list.search.as_deref().map(Search::parse);
    let found = match search {
        Some(search) => Some(outputs::search(&app, &caller.scope, id, status, &search).await?),
        None => None,
    };
    if filters.format.as_deref() == Some("csv") {
        return Ok(results_file::answer(&app, &caller.scope, id, filters.status, found));
    }
    let page = filters.list.page().unwrap_or(Page { number: 1, size: MAX_ROWS });
    let part = (page.size, page.offset());
    let db = app.db.read();
    let (rows, total) = match found {
        Some(found) => outputs::part(found, part),
        None => (
            queries::list_results(db, &caller.scope, id, status, part).await?,
            queries::count_results(db, &caller.scope, id, status).await?,
        ),
    };
    let results = results(&app, rows).await?;
    Ok(ListResponse::of_page(results, total, filters.list.page())?.at(&address).into_response())
}

/// Results with their runs: as many queries for a thousand as for one.
pub(super) async fn results(app: &App, rows: Vec<ResultRow>) -> Result<Vec<BulkResult>, ApiError> {
    let keys = rows.iter().filter(|row| row.is_run).map(|row| RunKey(row.id));
    let keys: Vec<RunKey> = keys.collect();
    let mut runs = runs::list_by_keys(app, &keys).await?;
    let mut results = Vec::with_capacity(rows.len());
    for row in rows {
        if !row.is_run {
            results.push(BulkResult::Without(WithoutRun {
                agent: row.agent.into(),
                agent_id: row.agent_id.into(),
                hostname: row.hostname,
                client: row.client,
                site: row.site,
                outcome: row.outcome,
                status: row.status,
                reason: row.reason,
            }));
        } else if let Some((run, Streams { stdout, stderr })) = runs.remove(&RunKey(row.id)) {
            let (client, site) = (row.client, row.site);
            results.push(BulkResult::Run(Box::new(ResultRun {
                run,
                client,
                site,
                stdout,
                stderr,
            })));
        }
    }
    Ok(results)
}
