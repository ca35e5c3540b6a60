//! `GET /agents/notes/`: the notes on all agents.

use axum::extract::{OriginalUri, State};
use serde_json::Value;

use super::note::Note;
use super::queries;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Query;
use crate::listing::{ListQuery, ListResponse};

const ORDERINGS: &[&str] = &["id", "entry_time", "username", "agent_id", "note"];

/// List the notes on all agents.
///
/// Newest first.
#[utoipa::path(
    get,
    path = "/agents/notes/",
    tag = "agents",
    params(ListQuery),
    responses((status = 200, body = Vec<Note>), (status = "default", body = ErrorBody)),
)]
pub async fn list_notes(
    State(app): State<App>,
    caller: Caller<may::ListNotes>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<ListQuery>,
) -> Result<ListResponse, ApiError> {
    let notes = queries::list_notes(app.db.read(), &caller.scope, None).await?;
    Ok(listed(notes, &query)?.at(&address))
}

pub(super) fn listed(notes: Vec<Note>, query: &ListQuery) -> Result<ListResponse, ApiError> {
    let rows: Result<Vec<Value>, _> = notes.iter().map(serde_json::to_value).collect();
    query.apply(rows.map_err(|error| ApiError::Internal(error.into()))?, ORDERINGS)
}
