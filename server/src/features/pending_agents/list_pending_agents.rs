//! `GET /agents/pending/`: computers that wait for approval.

use axum::extract::{OriginalUri, State};
use serde_json::Value;

use super::pending_agent::PendingAgent;
use super::queries;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Query;
use crate::listing::{ListQuery, ListResponse};

const ORDERINGS: &[&str] = &["id", "hostname", "plat", "client_name", "site_name", "since"];

/// List computers that wait for approval.
///
/// Oldest first. They have enrolled, but get nothing until somebody approves
/// them: new ones where the site asks for it (`enrolment_approval`), and those
/// that claim the record of an agent.
#[utoipa::path(
    get,
    path = "/agents/pending/",
    tag = "agents",
    params(ListQuery),
    responses((status = 200, body = Vec<PendingAgent>), (status = "default", body = ErrorBody)),
)]
pub async fn list_pending_agents(
    State(app): State<App>,
    caller: Caller<may::ListAgents>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<ListQuery>,
) -> Result<ListResponse, ApiError> {
    let waiting = queries::list_pending(app.db.read(), &caller.scope).await?;
    let shown = waiting.into_iter().map(PendingAgent::from);
    let rows: Result<Vec<Value>, _> = shown.map(serde_json::to_value).collect();
    let rows = rows.map_err(|error| ApiError::Internal(error.into()))?;
    Ok(query.apply(rows, ORDERINGS)?.at(&address))
}
