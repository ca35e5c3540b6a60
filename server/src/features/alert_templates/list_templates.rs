//! `GET /alerts/templates/`: all alert templates.

use axum::extract::{OriginalUri, State};
use serde_json::Value;

use super::alert_template::AlertTemplate;
use super::load;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Query;
use crate::listing::{ListQuery, ListResponse};

const ORDERINGS: &[&str] =
    &["id", "name", "is_active", "applied_count", "agents_count", "created_time", "modified_time"];

/// List the alert templates.
///
/// By name. Agents are counted as far as the caller's scope goes. Values of the
/// environment are masked for callers who may not change the template.
#[utoipa::path(
    get,
    path = "/alerts/templates/",
    tag = "alerts",
    params(ListQuery),
    responses((status = 200, body = Vec<AlertTemplate>), (status = "default", body = ErrorBody)),
)]
pub async fn list_templates(
    State(app): State<App>,
    caller: Caller<may::ListAlerttemplates>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<ListQuery>,
) -> Result<ListResponse, ApiError> {
    let templates = load::list_templates(app.db.read(), &caller).await?;
    let rows: Result<Vec<Value>, _> = templates.iter().map(serde_json::to_value).collect();
    let rows = rows.map_err(|error| ApiError::Internal(error.into()))?;
    Ok(query.apply(rows, ORDERINGS)?.at(&address))
}
