//! `DELETE /maintenance/windows/<id>/`: removes a maintenance window.

use axum::Json;
use axum::extract::State;

use super::{load, target};
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::maintenance_windows::{
    agents_of_windows, delete_window as delete_stored, maintenance_changed,
};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::input::Path;
use crate::storage::sql;

/// Delete a maintenance window.
///
/// One that is open ends.
#[utoipa::path(
    delete,
    path = "/maintenance/windows/{id}/",
    tag = "maintenance",
    params(("id" = i64, Path, description = "Key of the window")),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn delete_window(
    State(app): State<App>,
    caller: Caller<may::EditAgent>,
    Path(id): Path<i64>,
) -> Result<Json<String>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    sql::lock_row(&*change, "maintenance_windows", id).await?;
    let (window, before) = load::find_window(&*change, &caller, id).await?;
    target::must_be_changeable(&change, &caller, &window).await?;
    if before.is_open || window.was_open {
        let agents = agents_of_windows(&*change, std::slice::from_ref(&window)).await?;
        maintenance_changed(&change, &agents, None).await?;
    }
    delete_stored(&*change, id).await?;

    change.publish(Event::deleted(Entity::MaintenanceWindow, id));
    let message = format!("deleted maintenance window {}", before.name);
    let entry = Entry::new(Action::Delete, ObjectType::MaintenanceWindow, id, message.clone());
    change.commit(entry.before(&before.audited())).await?;
    Ok(Json(message))
}
