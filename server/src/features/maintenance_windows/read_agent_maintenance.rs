//! `GET /agents/<agent_id>/maintenance/`: what silences an agent, now and next.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::load;
use super::maintenance_window::MaintenanceWindow;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::fleet::find_target;
use crate::domain::maintenance_windows::{agents_in_maintenance, list_windows, windows_of};
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::Path;
use crate::time::Timestamp;

/// What silences an agent.
#[derive(Serialize, ToSchema)]
pub struct AgentSilence {
    /// Whether nobody is notified of what happens on the agent.
    in_maintenance: bool,
    /// Whether that is the agent's own setting.
    maintenance_mode: bool,
    /// When its own setting ends by itself.
    #[schema(value_type = Option<String>, format = DateTime)]
    maintenance_until: Option<Timestamp>,
    /// Windows that are open and include the agent.
    now: Vec<MaintenanceWindow>,
    /// Windows that include the agent and open later, the next one first.
    next: Vec<MaintenanceWindow>,
}

/// Read what silences an agent, now and next.
#[utoipa::path(
    get,
    path = "/agents/{agent_id}/maintenance/",
    tag = "maintenance",
    params(("agent_id" = String, Path)),
    responses((status = 200, body = AgentSilence), (status = "default", body = ErrorBody)),
)]
pub async fn read_agent_maintenance(
    State(app): State<App>,
    caller: Caller<may::ListAgents>,
    Path(agent_id): Path<AgentId>,
) -> Result<Json<AgentSilence>, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    let db = app.db.read();
    let windows = list_windows(db, None).await?;
    let (agent, windows) = windows_of(db, windows, target.id).await?;
    let agent = agent.ok_or(ApiError::NotFound("agent"))?;
    let shown = load::with_names(db, &windows).await?;
    let (now, later): (Vec<_>, Vec<_>) = shown.into_iter().partition(|window| window.is_open);
    let mut next: Vec<MaintenanceWindow> =
        later.into_iter().filter(|window| window.next_change.is_some()).collect();
    next.sort_by_key(|window| (window.next_change, window.id));
    let silent = agents_in_maintenance(db, &[target.id], Timestamp::now()).await?;
    let is_silent = agent.is_silent(Timestamp::now());
    Ok(Json(AgentSilence {
        in_maintenance: silent.contains(&target.id),
        maintenance_mode: is_silent,
        maintenance_until: agent.maintenance_until.filter(|_| is_silent),
        now,
        next,
    }))
}
