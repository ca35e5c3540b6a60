//! `GET /software/<agent_id>/`: the software of one agent.

use axum::Json;
use axum::extract::State;

use super::inventory::SoftwareInventory;
use super::queries;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::fleet::{Target, find_target};
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::Path;

/// Read the software of an agent.
///
/// As it was last collected; an agent that was never asked has an empty list
/// and no time.
#[utoipa::path(
    get,
    path = "/software/{agent_id}/",
    tag = "software",
    params(("agent_id" = String, Path)),
    responses((status = 200, body = SoftwareInventory), (status = "default", body = ErrorBody)),
)]
pub async fn read_inventory(
    State(app): State<App>,
    caller: Caller<may::ListSoftware>,
    Path(agent_id): Path<AgentId>,
) -> Result<Json<SoftwareInventory>, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    inventory_of(&app, target).await.map(Json)
}

/// The software of an agent as it is stored.
pub async fn inventory_of(app: &App, target: Target) -> Result<SoftwareInventory, ApiError> {
    let db = app.db.read();
    Ok(SoftwareInventory {
        id: target.id.into(),
        agent: target.id.into(),
        collected_at: queries::find_collected_at(db, target.id).await?,
        software: queries::list_items(db, target.id).await?,
        agent_id: target.agent_id.into(),
    })
}
