//! `PUT /core/views/<id>/`: changes a view.

use axum::Json;
use axum::extract::State;

use super::form::ViewForm;
use super::queries;
use super::view::SavedView;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Body, IfMatch, Path};
use crate::time::Timestamp;

/// Change a saved view.
///
/// Absent keys keep what they have. Changing one that another user shares
/// needs `can_edit_core_settings` and no scope; it stays theirs.
#[utoipa::path(
    put,
    path = "/core/views/{id}/",
    tag = "core",
    params(("id" = i64, Path, description = "Key of the view"), IfMatch),
    request_body = ViewForm,
    responses((status = 200, body = SavedView), (status = "default", body = ErrorBody)),
)]
pub async fn update_view(
    State(app): State<App>,
    caller: Caller<may::BeLoggedIn>,
    Path(id): Path<i64>,
    seen: IfMatch,
    Body(form): Body<ViewForm>,
) -> Result<Json<SavedView>, ApiError> {
    caller.must_write()?;
    let mut change = Change::begin(&app, &caller).await?;
    let old = queries::lock_view(&*change, id).await?.ok_or(ApiError::NotFound("view"))?;
    old.must_be_changed_by(&caller)?;
    seen.must_be(&old.modified_by, old.modified_time, &old)?;
    let (modified_by, modified_time) = (caller.username.clone(), Timestamp::now());
    let view = SavedView { modified_by, modified_time, ..form.applied_to(old.clone()) };
    queries::update_view(&*change, &view).await?;

    if old.shared && !view.shared {
        // Its former watchers would receive nothing more, and go on showing it.
        change.publish(old.deleted());
    }
    change.publish(view.saved());
    let message = format!("changed view {}", view.name);
    let entry = Entry::new(Action::Modify, ObjectType::View, id, message);
    change.commit(entry.before(&old).after(&view)).await?;
    Ok(Json(view))
}
