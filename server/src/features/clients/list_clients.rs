//! `GET /clients/`: all clients with their sites and counts.

use axum::extract::{OriginalUri, State};
use serde_json::Value;

use super::client::Client;
use super::{queries, searching};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Query;
use crate::listing::{ListQuery, ListResponse};

/// List clients with their sites.
///
/// By name. Counts are of the agents in the caller's scope.
#[utoipa::path(
    get,
    path = "/clients/",
    tag = "clients",
    params(ListQuery),
    responses((status = 200, body = Vec<Client>), (status = "default", body = ErrorBody)),
)]
pub async fn list_clients(
    State(app): State<App>,
    caller: Caller<may::ListClients>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<ListQuery>,
) -> Result<ListResponse, ApiError> {
    let clients = queries::list_clients(app.db.read(), &caller.scope).await?;
    let rows: Result<Vec<Value>, _> = clients.iter().map(serde_json::to_value).collect();
    let rows = rows.map_err(|error| ApiError::Internal(error.into()))?;
    let orderings = &["id", "name", "agent_count"];
    Ok(query.apply_searching(rows, orderings, searching::matches)?.at(&address))
}
