//! `GET /core/views/`: the caller's views and those that others share.

use axum::extract::{OriginalUri, State};
use serde_json::Value;

use super::queries;
use super::view::SavedView;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Query;
use crate::listing::{ListQuery, ListResponse};

const ORDERINGS: &[&str] = &["id", "name", "page", "username", "shared"];

/// List one's own saved views and those that others share.
///
/// By name. The views of one table: `search=page:agents`.
#[utoipa::path(
    get,
    path = "/core/views/",
    tag = "core",
    params(ListQuery),
    responses((status = 200, body = Vec<SavedView>), (status = "default", body = ErrorBody)),
)]
pub async fn list_views(
    State(app): State<App>,
    caller: Caller<may::BeLoggedIn>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<ListQuery>,
) -> Result<ListResponse, ApiError> {
    let views = queries::list_views(app.db.read(), caller.user_id).await?;
    let rows: Result<Vec<Value>, _> = views.iter().map(serde_json::to_value).collect();
    let rows = rows.map_err(|error| ApiError::Internal(error.into()))?;
    Ok(query.apply(rows, ORDERINGS)?.at(&address))
}
