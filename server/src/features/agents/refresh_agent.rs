//! `POST /agents/<agent_id>/wmi/`: refresh the hardware inventory.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use muster_protocol::capability;

use crate::app::App;
use crate::audit::{Action, Change, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::fleet::find_target;
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::Path;
use crate::wording::sentence;

const LIMIT: Duration = Duration::from_secs(60);

/// Refresh the hardware inventory of an agent.
///
/// Answers once the new inventory is stored.
#[utoipa::path(
    post,
    path = "/agents/{agent_id}/wmi/",
    tag = "agents",
    params(("agent_id" = String, Path)),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn refresh_agent(
    State(app): State<App>,
    caller: Caller<may::EditAgent>,
    Path(agent_id): Path<AgentId>,
) -> Result<Json<String>, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    target.must_be_able_to(capability::INVENTORY)?;
    let message = format!("{} refreshed the inventory of {}", caller.username, target.hostname);
    let entry = target.entry(Action::Modify, ObjectType::Agent, message);
    Change::begin(&app, &caller).await?.commit(entry).await?;

    app.agent_link.refresh_inventory(&target.agent_id, LIMIT).await?;
    Ok(Json(sentence(&format!("the inventory of {} was refreshed", target.hostname))))
}
