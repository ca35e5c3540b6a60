//! `POST /agents/<agent_id>/reboot/`: restart the machine.

use axum::Json;
use axum::extract::State;
use muster_protocol::Power;
use utoipa::ToSchema;

use super::power::change_power;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::{Body, Fields, Parse, Path};

/// When.
#[derive(ToSchema)]
pub struct RebootAgent {
    /// Seconds to wait first, 0 to 86400; 0 if not said.
    #[schema(required = false)]
    delay: u32,
}

impl Parse for RebootAgent {
    fn parse(fields: &Fields<'_>) -> Self {
        let delay = fields.whole("delay").between(0..=86_400).or(0);
        Self { delay: u32::try_from(delay).unwrap_or(0) }
    }
}

/// Reboot an agent.
#[utoipa::path(
    post,
    path = "/agents/{agent_id}/reboot/",
    tag = "agents",
    params(("agent_id" = String, Path)),
    request_body = RebootAgent,
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn reboot_agent(
    State(app): State<App>,
    caller: Caller<may::RebootAgents>,
    Path(agent_id): Path<AgentId>,
    Body(request): Body<RebootAgent>,
) -> Result<Json<String>, ApiError> {
    let power = Power { action: "reboot".to_owned(), delay_seconds: request.delay };
    let target = change_power(&app, &caller, &agent_id, power).await?;
    let message = match request.delay {
        0 => format!("{} is rebooting.", target.hostname),
        seconds => format!("{} will reboot in {seconds} s.", target.hostname),
    };
    Ok(Json(message))
}
