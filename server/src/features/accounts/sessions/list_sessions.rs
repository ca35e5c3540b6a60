//! `GET /accounts/users/<id>/sessions/`: where somebody is logged in.

use axum::extract::{OriginalUri, State};
use serde_json::Value;

use super::session::Session;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::features::accounts::queries;
use crate::input::{Path, Query};
use crate::listing::{ListQuery, ListResponse};
use crate::time::Timestamp;

/// List a user's sessions.
///
/// Newest first.
#[utoipa::path(
    get,
    path = "/accounts/users/{id}/sessions/",
    tag = "accounts",
    params(("id" = i64, Path, description = "Key of the user."), ListQuery),
    responses((status = 200, body = Vec<Session>), (status = "default", body = ErrorBody)),
)]
pub async fn list_sessions(
    State(app): State<App>,
    _caller: Caller<may::ListAccounts>,
    Path(id): Path<i64>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<ListQuery>,
) -> Result<ListResponse, ApiError> {
    if queries::users::find_user(app.db.read(), id).await?.is_none() {
        return Err(ApiError::NotFound("user"));
    }
    let sessions = queries::sessions::list_sessions(app.db.read(), id, Timestamp::now()).await?;
    let rows: Result<Vec<Value>, _> = sessions.iter().map(serde_json::to_value).collect();
    let rows = rows.map_err(|error| ApiError::Internal(error.into()))?;
    Ok(query.apply(rows, &["created", "expiry", "last_used"])?.at(&address))
}
