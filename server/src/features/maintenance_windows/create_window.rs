//! `POST /maintenance/windows/`: a new maintenance window.

use axum::Json;
use axum::extract::State;

use super::form::{CreateMaintenanceWindow, check_times};
use super::maintenance_window::MaintenanceWindow;
use super::{load, target};
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::maintenance_windows::{
    WindowTarget, count_windows, insert_window, store_members, timer_job,
};
use crate::error::{ApiError, ErrorBody, Problems};
use crate::events::{Entity, Event};
use crate::input::Body;
use crate::time::Timestamp;

/// More would take too long to read whenever something fails.
const MOST_WINDOWS: i64 = 1000;

/// Create a maintenance window.
///
/// What it silences has to be in the caller's scope, a client as a whole. A policy
/// takes `can_manage_automation_policies` and what a change of the policy takes; a
/// view is the caller's own or shared, of agents, and silences those of them that are
/// in the scope of the caller.
#[utoipa::path(
    post,
    path = "/maintenance/windows/",
    tag = "maintenance",
    request_body = CreateMaintenanceWindow,
    responses((status = 200, body = MaintenanceWindow), (status = "default", body = ErrorBody)),
)]
pub async fn create_window(
    State(app): State<App>,
    caller: Caller<may::EditAgent>,
    Body(request): Body<CreateMaintenanceWindow>,
) -> Result<Json<MaintenanceWindow>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    let mut problems = Problems::new();
    let named = (request.target_type.clone(), request.target.clone());
    let named = (named.0.as_str(), &named.1);
    let found = target::find_target((&app, &change), &caller, named, &mut problems).await?;
    let members = found.as_ref().and_then(|found| found.members.clone());
    let target = found.map_or(WindowTarget::Site(0), |found| found.target);
    let window = request.into_window(target, &caller.scope);
    check_times(&window, &mut problems);
    ApiError::refuse(problems)?;
    if count_windows(&*change).await? >= MOST_WINDOWS {
        return Err(ApiError::Conflict(format!("there are {MOST_WINDOWS} windows already")));
    }

    let id = insert_window(&*change, &window, change.username()).await?;
    if let Some(members) = members {
        store_members(&*change, id, &members).await?;
    }
    change.enqueue(timer_job(Timestamp::now())).await?;
    let (_, window) = load::find_window(&*change, &caller, id).await?;
    change.publish(Event::saved(Entity::MaintenanceWindow, id));
    let message = format!("added maintenance window {}", window.name);
    let entry = Entry::new(Action::Add, ObjectType::MaintenanceWindow, id, message);
    change.commit(entry.after(&window.audited())).await?;
    Ok(Json(window))
}
