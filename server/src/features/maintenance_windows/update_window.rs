//! `PUT /maintenance/windows/<id>/`: changes a maintenance window.

use axum::Json;
use axum::extract::State;

use super::form::{MaintenanceWindowForm, check_times};
use super::maintenance_window::MaintenanceWindow;
use super::target::FoundTarget;
use super::{load, target};
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, Identity, may};
use crate::domain::maintenance_windows::{
    StoredWindow, agents_of_windows, maintenance_changed, store_members, timer_job,
    update_window as update_stored,
};
use crate::error::{ApiError, ErrorBody, Problems};
use crate::events::{Entity, Event};
use crate::input::{Body, IfMatch, Path};
use crate::storage::sql;
use crate::time::Timestamp;

/// Change a maintenance window.
///
/// Absent keys keep what they have. Acts at once: one that is open and gets another
/// time is closed, if that time is not now.
#[utoipa::path(
    put,
    path = "/maintenance/windows/{id}/",
    tag = "maintenance",
    params(("id" = i64, Path, description = "Key of the window"), IfMatch),
    request_body = MaintenanceWindowForm,
    responses((status = 200, body = MaintenanceWindow), (status = "default", body = ErrorBody)),
)]
pub async fn update_window(
    State(app): State<App>,
    caller: Caller<may::EditAgent>,
    Path(id): Path<i64>,
    seen: IfMatch,
    Body(request): Body<MaintenanceWindowForm>,
) -> Result<Json<MaintenanceWindow>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    sql::lock_row(&*change, "maintenance_windows", id).await?;
    let (old, before) = load::find_window(&*change, &caller, id).await?;
    target::must_be_changeable(&change, &caller, &old).await?;
    seen.must_be_newest(&before.stamps, &before)?;
    let mut problems = Problems::new();
    let found = new_target((&app, &change), &caller, &request, &old, &mut problems).await?;
    let new_target = found.as_ref().map_or(old.target, |found| found.target);
    // Where the target stays, the scope in which it was chosen stays as well.
    let scope = found.as_ref().map_or(&old.scope, |_| &caller.scope);
    let new = request.applied_to(&old, new_target, scope);
    check_times(&new, &mut problems);
    ApiError::refuse(problems)?;

    let silenced = agents_of_windows(&*change, std::slice::from_ref(&old)).await?;
    update_stored(&*change, &new, change.username()).await?;
    if let Some(members) = found.and_then(|found| found.members) {
        store_members(&*change, id, &members).await?;
    }
    if old.was_open && new.target != old.target {
        maintenance_changed(&change, &silenced, None).await?;
    }
    change.enqueue(timer_job(Timestamp::now())).await?;
    let (_, after) = load::find_window(&*change, &caller, id).await?;
    change.publish(Event::saved(Entity::MaintenanceWindow, id));
    let message = format!("changed maintenance window {}", after.name);
    let entry = Entry::new(Action::Modify, ObjectType::MaintenanceWindow, id, message);
    change.commit(entry.before(&before.audited()).after(&after.audited())).await?;
    Ok(Json(after))
}

/// The target, if the caller names another or the same again.
async fn new_target(
    (app, change): (&App, &Change),
    caller: &Identity,
    request: &MaintenanceWindowForm,
    old: &StoredWindow,
    problems: &mut Problems,
) -> Result<Option<FoundTarget>, ApiError> {
    let Some(reference) = &request.target else { return Ok(None) };
    let kind = request.target_type.as_deref().unwrap_or(old.target.type_name());
    if kind == old.target.type_name() && reference.as_i64() == Some(old.target.id()) {
        return Ok(None);
    }
    target::find_target((app, change), caller, (kind, reference), problems).await
}
