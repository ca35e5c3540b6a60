//! `GET /core/urlaction/<id>/deliveries/`: what became of its webhooks.

use axum::extract::{OriginalUri, State};
use serde_json::Value;

use super::delivery::WebhookDelivery;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::webhooks;
use crate::error::{ApiError, ErrorBody};
use crate::input::{Path, Query};
use crate::listing::{ListQuery, ListResponse};

const ORDERINGS: &[&str] = &["id", "created", "finished", "state", "status", "attempts"];
/// The most deliveries that a list has.
const MOST: i64 = 1000;

/// List the deliveries of a URL action.
///
/// The newest thousand, newest first; they are kept for 30 days. Callers with a
/// scope see those about agents, sites and clients in it, and those about nothing
/// that they caused themselves.
#[utoipa::path(
    get,
    path = "/core/urlaction/{id}/deliveries/",
    tag = "core",
    params(("id" = i64, Path, description = "Key of the URL action"), ListQuery),
    responses((status = 200, body = Vec<WebhookDelivery>), (status = "default", body = ErrorBody)),
)]
pub async fn list_url_action_deliveries(
    State(app): State<App>,
    caller: Caller<may::SeeUrlactions>,
    Path(id): Path<i64>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<ListQuery>,
) -> Result<ListResponse, ApiError> {
    let action = webhooks::find_action(app.db.read(), &app.vault, id).await?;
    action.ok_or(ApiError::NotFound("URL action"))?;
    let found = webhooks::list_deliveries(app.db.read(), &caller, id, MOST).await?;
    let rows: Result<Vec<Value>, _> =
        found.into_iter().map(WebhookDelivery::from).map(serde_json::to_value).collect();
    let rows = rows.map_err(|error| ApiError::Internal(error.into()))?;
    Ok(query.apply(rows, ORDERINGS)?.at(&address))
}
