//! `GET /agents/actions/bulk/<id>/groups/`: the results of a bulk action, equal
//! ones together.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use ring::digest::{Context, SHA256};
use serde::Serialize;
use utoipa::ToSchema;

use super::list_bulk_results::{ResultFilters, STATUSES};
use super::queries::{self, ResultRow};
use super::{outputs, show};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::runs::StoredOutput;
use crate::error::{ApiError, ErrorBody};
use crate::features::runs::{self, Streams};
use crate::ids::RunKey;
use crate::input::{Path, Query};
use crate::listing::Search;

/// Groups that are shown.
const MAX_GROUPS: usize = 100;

/// The results of a bulk action, equal ones together.
#[derive(Serialize, ToSchema)]
pub struct BulkGroups {
    /// How many agents there are in all groups.
    pub count: usize,
    /// How many groups there are.
    pub different: usize,
    /// The hundred largest of them, the largest first.
    pub groups: Vec<BulkGroup>,
}

/// Agents with the same result.
#[derive(Serialize, ToSchema)]
pub struct BulkGroup {
    /// How many they are.
    pub count: usize,
    /// Under which of the counts they are.
    #[schema(extensions(("x-enum-values" = json!(STATUSES))))]
    pub status: String,
    /// Return code; null without one.
    pub retcode: Option<i64>,
    /// Why it did not run, or not to its end.
    pub reason: String,
    /// Standard output of one of them, the first 4096 bytes.
    pub stdout: String,
    /// Standard error of one of them, the first 4096 bytes.
    pub stderr: String,
    /// Each of them, by host name.
    pub agents: Vec<GroupedAgent>,
}

/// An agent of a group.
#[derive(Serialize, ToSchema, PartialEq, Eq, PartialOrd, Ord)]
pub struct GroupedAgent {
    /// Host name of the agent.
    pub hostname: String,
    /// Identifier of the agent.
    pub agent_id: String,
}

/// Group the results of a bulk action.
///
/// Results are equal when status, return code and reason are, and when their
/// outputs have the same length and the same first 16 KiB.
#[utoipa::path(
    get,
    path = "/agents/actions/bulk/{id}/groups/",
    tag = "bulk",
    params(
        ("id" = i64, Path, description = "Key of the bulk action"),
        ("status" = Option<String>, Query, description = "As in the list of results"),
        ("search" = Option<String>, Query, description = "As in the list of results"),
    ),
    responses((status = 200, body = BulkGroups), (status = "default", body = ErrorBody)),
)]
pub async fn list_bulk_groups(
    State(app): State<App>,
    caller: Caller<may::ListAgentHistory>,
    Path(id): Path<i64>,
    Query(filters): Query<ResultFilters>,
) -> Result<Json<BulkGroups>, ApiError> {
    show::find_to_read(&app, &caller, id).await?;
    let (scope, status) = (&caller.scope, filters.status.as_deref());
    let rows = match filters.list.search.as_deref().map(Search::parse) {
        Some(search) => outputs::search(&app, scope, id, status, &search).await?,
        None => queries::list_all_results(app.db.read(), scope, id, status).await?,
    };
    grouped(&app, rows).await.map(Json)
}

/// What makes two results different.
#[derive(PartialEq, Eq, Hash)]
struct ResultKey {
    status: String,
    retcode: Option<i64>,
    reason: String,
    output: Vec<u8>,
}

struct Members {
    /// The run whose output is shown for all of them.
    run: Option<i64>,
    agents: Vec<GroupedAgent>,
}

async fn grouped(app: &App, rows: Vec<ResultRow>) -> Result<BulkGroups, ApiError> {
    let count = rows.len();
    let mut kinds: HashMap<ResultKey, Members> = HashMap::new();
    outputs::for_each_output(app, rows, |row, output| {
        let output = fingerprint(&row, output);
        let ResultRow { id, is_run, agent_id, hostname, status, retcode, reason, .. } = row;
        let first = Members { run: is_run.then_some(id), agents: Vec::new() };
        let kind = ResultKey { status, retcode, reason, output };
        kinds
            .entry(kind)
            .or_insert(first)
            .agents
            .push(GroupedAgent { hostname, agent_id: agent_id.into() });
    })
    .await?;
    let different = kinds.len();
    let mut largest: Vec<(ResultKey, Members)> = kinds.into_iter().collect();
    largest.sort_by(|(kind, members), (other, others)| {
        let by_size = others.agents.len().cmp(&members.agents.len());
        by_size
            .then_with(|| members.agents.cmp(&others.agents))
            .then(kind.status.cmp(&other.status))
    });
    largest.truncate(MAX_GROUPS);
    let shown = largest.iter().filter_map(|(_, members)| members.run.map(RunKey));
    let shown: Vec<RunKey> = shown.collect();
    let mut streams = runs::list_streams(app, &shown).await?;
    let group = |(kind, members): (ResultKey, Members)| {
        let printed = members.run.and_then(|run| streams.remove(&RunKey(run)));
        let Streams { stdout, stderr } = printed.unwrap_or_default();
        BulkGroup {
            count: members.agents.len(),
            status: kind.status,
            retcode: kind.retcode,
            reason: kind.reason,
            stdout,
            stderr,
            agents: members.agents,
        }
    };
    Ok(BulkGroups { count, different, groups: largest.into_iter().map(group).collect() })
}

/// Lengths first, so that the end of one stream is not mistaken for the
/// beginning of the other.
fn fingerprint(row: &ResultRow, output: &StoredOutput) -> Vec<u8> {
    let mut context = Context::new(&SHA256);
    context.update(&row.stdout_bytes.to_le_bytes());
    context.update(&row.stderr_bytes.to_le_bytes());
    context.update(&output.stdout);
    context.update(&output.stderr);
    context.finish().as_ref().to_vec()
}
