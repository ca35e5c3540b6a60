//! `PUT /software/<agent_id>/`: ask an agent for its software, and store it.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use muster_protocol::{Software, question_name};

use super::inventory::SoftwareInventory;
use super::read_inventory::inventory_of;
use super::store;
use crate::agent_link::Unanswered;
use crate::app::App;
use crate::audit::{Action, Change, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::fleet::{Target, find_location, find_target};
use crate::error::{ApiError, ErrorBody};
use crate::events::Event;
use crate::events::catalogue::AgentChanges;
use crate::ids::AgentId;
use crate::input::Path;

/// Package managers are slow on slow disks.
const LIMIT: Duration = Duration::from_secs(120);

/// Refresh the software of an agent.
///
/// Asks the agent, waits, stores, and answers with the new inventory.
#[utoipa::path(
    put,
    path = "/software/{agent_id}/",
    tag = "software",
    params(("agent_id" = String, Path)),
    responses((status = 200, body = SoftwareInventory), (status = "default", body = ErrorBody)),
)]
pub async fn refresh_inventory(
    State(app): State<App>,
    caller: Caller<may::ManageSoftware>,
    Path(agent_id): Path<AgentId>,
) -> Result<Json<SoftwareInventory>, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    target.must_be_able_to(question_name::LIST_SOFTWARE)?;
    let message = format!("{} refreshed the software of {}", caller.username, target.hostname);
    let entry = target.entry(Action::Modify, ObjectType::Software, message);
    Change::begin(&app, &caller).await?.commit(entry).await?;

    let reported = request_inventory(&app, &agent_id).await?;
    store_inventory(&app, &target, reported).await?;
    inventory_of(&app, target).await.map(Json)
}

pub async fn request_inventory(app: &App, agent_id: &AgentId) -> Result<Vec<Software>, Unanswered> {
    app.agent_link.ask_agent(agent_id, question_name::LIST_SOFTWARE, &(), LIMIT).await
}

/// Stores what an agent reported, and publishes it.
pub async fn store_inventory(
    app: &App,
    target: &Target,
    reported: Vec<Software>,
) -> Result<(), ApiError> {
    let time = store::store(app, target.id, reported).await?;
    let changed = AgentChanges { software_collected_at: Some(time), ..AgentChanges::default() };
    // The agent may have moved while it was waited for.
    let Some(location) = find_location(app.db.read(), target.id).await? else { return Ok(()) };
    let events = [
        location.locate(Event::software_changed(&target.agent_id)),
        location.locate(Event::agent_updated(&target.agent_id, changed)),
    ];
    app.events.publish_all(&events).await;
    Ok(())
}
