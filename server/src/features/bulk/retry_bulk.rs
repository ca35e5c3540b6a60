//! `POST /agents/actions/bulk/<id>/retry/`: once more for those that failed.

use axum::extract::State;
use axum::response::Response;
use serde_json::{Map, Value};

use super::cancel_bulk::refuse_outside;
use super::request::BulkRequest;
use super::start_bulk::start;
use super::{queries, show};
use crate::app::App;
use crate::auth::{Caller, Purpose, may};
use crate::domain::runs::AnswerForm;
use crate::error::{ApiError, ErrorBody};
use crate::input::{self, Path, Query};

/// Repeat a bulk action for the agents that failed.
///
/// Those whose run failed, ran out of time, was interrupted or expired. It is a
/// bulk action of its own, with the same request; a script runs as it is now.
#[utoipa::path(
    post,
    path = "/agents/actions/bulk/{id}/retry/",
    tag = "bulk",
    params(("id" = i64, Path, description = "Key of the bulk action"), AnswerForm),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn retry_bulk(
    State(app): State<App>,
    caller: Caller<may::RunBulk>,
    Path(id): Path<i64>,
    Query(form): Query<AnswerForm>,
) -> Result<Response, ApiError> {
    let row = show::find(&app, &caller.scope, id).await?;
    refuse_outside(row.reaches_outside)?;
    let failed = queries::list_failed(app.db.read(), id).await?;
    if failed.is_empty() {
        return Err(ApiError::Conflict("no agent of this bulk action failed".to_owned()));
    }
    let raw = BulkRequest::for_agents(&request_of(&app, id).await?, &failed);
    let request: BulkRequest = input::parse(&raw, false)?;
    start(&app, &caller, request, Some(id), form).await
}

/// The request of a bulk action as it was sent.
async fn request_of(app: &App, id: i64) -> Result<Map<String, Value>, ApiError> {
    let sealed = queries::find_request(app.db.read(), id).await?;
    let sealed = sealed.ok_or(ApiError::NotFound("bulk action"))?;
    let opened = app.vault.open_sealed(Purpose::BulkRequest, &sealed);
    let opened = opened.map_err(|error| ApiError::Internal(error.into()))?;
    serde_json::from_slice(&opened).map_err(|error| ApiError::Internal(error.into()))
}
