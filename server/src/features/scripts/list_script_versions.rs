//! `GET /scripts/<id>/versions/`: the former bodies of a script.

use axum::extract::{OriginalUri, State};
use serde_json::Value;

use super::queries;
use super::version::ScriptVersion;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Path, Query};
use crate::listing::{ListQuery, ListResponse};

/// List the former bodies of a script.
///
/// Newest first, each with its author; the present body is none of
/// them. The last 50 are kept.
#[utoipa::path(
    get,
    path = "/scripts/{id}/versions/",
    tag = "scripts",
    params(("id" = i64, Path, description = "Key of the script"), ListQuery),
    responses((status = 200, body = Vec<ScriptVersion>), (status = "default", body = ErrorBody)),
)]
pub async fn list_script_versions(
    State(app): State<App>,
    _caller: Caller<may::ListScripts>,
    Path(id): Path<i64>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<ListQuery>,
) -> Result<ListResponse, ApiError> {
    let db = app.db.read();
    if !queries::script_exists(db, id).await? {
        return Err(ApiError::NotFound("script"));
    }
    let versions = queries::list_versions(db, id).await?;
    let rows: Result<Vec<Value>, _> = versions.iter().map(serde_json::to_value).collect();
    let rows = rows.map_err(|error| ApiError::Internal(error.into()))?;
    Ok(query.apply(rows, &["n", "author", "time"])?.at(&address))
}
