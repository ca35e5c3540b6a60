//! `GET /agents/scripthistory/`: what scripts printed, everywhere.

use axum::extract::{OriginalUri, State};
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use super::filters::Conditions;
use super::queries;
use super::run::{Run, ScriptResults};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Fields, Parse, Query};
use crate::listing::{ListQuery, ListResponse};
use crate::time::Timestamp;

/// Which script runs.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ScriptHistoryFilters {
    /// Not before this time.
    #[param(value_type = Option<String>)]
    start: Option<Timestamp>,
    /// Before this time.
    #[param(value_type = Option<String>)]
    end: Option<Timestamp>,
    /// The newest so many, 1 to 1000.
    limit: Option<i64>,
    /// Name of a script.
    scriptname: Option<String>,
    #[param(ignore)]
    list: ListQuery,
}

impl Parse for ScriptHistoryFilters {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            start: fields.time("start").optional(),
            end: fields.time("end").optional(),
            limit: fields.whole("limit").between(1..=1000).optional(),
            scriptname: fields.text("scriptname").optional(),
            list: ListQuery::parse(fields),
        }
    }
}

/// A run of a script.
#[derive(Serialize, ToSchema)]
pub struct ScriptHistoryItem {
    /// Key of the run.
    id: i64,
    /// When it was asked for.
    #[schema(value_type = String, format = DateTime)]
    time: Timestamp,
    /// Who asked for it.
    username: String,
    /// Key of the script.
    script: Option<i64>,
    /// The script's name at the time.
    script_name: String,
    /// Output and return code, once it has ended.
    script_results: Option<ScriptResults>,
    /// Key of the agent.
    agent: i64,
    /// Identifier of the agent.
    agent_id: String,
    /// Host name of the agent.
    hostname: String,
}

impl From<Run> for ScriptHistoryItem {
    fn from(run: Run) -> Self {
        Self {
            id: run.id.0,
            time: run.time,
            username: run.username,
            script: run.script,
            script_name: run.script_name,
            script_results: run.script_results,
            agent: run.agent,
            agent_id: run.agent_id,
            hostname: run.hostname,
        }
    }
}

/// List the runs of scripts.
///
/// Newest first, the newest thousand unless `limit` or `page` say otherwise.
/// The list shows the first 4096 bytes of each output.
#[utoipa::path(
    get,
    path = "/agents/scripthistory/",
    tag = "agents",
    params(ScriptHistoryFilters, ListQuery),
    responses((status = 200, body = Vec<ScriptHistoryItem>), (status = "default", body = ErrorBody)),
)]
pub async fn list_script_history(
    State(app): State<App>,
    caller: Caller<may::ListAgentHistory>,
    OriginalUri(address): OriginalUri,
    Query(filters): Query<ScriptHistoryFilters>,
) -> Result<ListResponse<ScriptHistoryItem>, ApiError> {
    let mut conditions = Conditions::new(&caller.scope);
    conditions.and_also("r.type = 'script_run'");
    conditions.and("r.time >=", filters.start);
    conditions.and("r.time <", filters.end);
    let name = filters.scriptname.as_deref().map(str::to_lowercase);
    conditions.and("lower(r.script_name) =", name);
    let mut selection = conditions.select(&filters.list)?;
    if let (None, Some(limit)) = (filters.list.page(), filters.limit) {
        selection.page.size = limit;
    }
    let rows = queries::list_runs(app.db.read(), &selection).await?;
    let total = queries::count_runs(app.db.read(), &selection).await?;
    let items = Run::listed(&app, rows).await?.into_iter().map(Into::into).collect();
    Ok(ListResponse::of_page(items, total, filters.list.page())?.at(&address))
}
