//! `DELETE /core/views/<id>/`: removes a view.

use axum::Json;
use axum::extract::State;

use super::queries;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Path;

/// Delete a saved view.
///
/// One that another user shares: needs `can_edit_core_settings` and no scope.
#[utoipa::path(
    delete,
    path = "/core/views/{id}/",
    tag = "core",
    params(("id" = i64, Path, description = "Key of the view")),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn delete_view(
    State(app): State<App>,
    caller: Caller<may::BeLoggedIn>,
    Path(id): Path<i64>,
) -> Result<Json<String>, ApiError> {
    caller.must_write()?;
    let mut change = Change::begin(&app, &caller).await?;
    let view = queries::lock_view(&*change, id).await?.ok_or(ApiError::NotFound("view"))?;
    view.must_be_changed_by(&caller)?;
    queries::delete_view(&*change, id).await?;

    change.publish(view.deleted());
    let message = format!("deleted view {}", view.name);
    let entry = Entry::new(Action::Delete, ObjectType::View, id, message.clone());
    change.commit(entry.before(&view)).await?;
    Ok(Json(message))
}
