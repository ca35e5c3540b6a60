//! `POST /services/<agent_id>/<name>/`: start, stop or restart a service.

use axum::Json;
use axum::extract::State;
use muster_protocol::ControlService as Control;
use utoipa::ToSchema;

use super::service::control;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::fleet::find_target;
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::{Body, Fields, Parse, Path};
use crate::wording::sentence;

/// What to do.
#[derive(ToSchema)]
pub struct ControlService {
    /// `start`, `stop` or `restart`; also as `action`.
    sv_action: String,
}

impl Parse for ControlService {
    fn parse(fields: &Fields<'_>) -> Self {
        let key =
            if fields.has("sv_action") || !fields.has("action") { "sv_action" } else { "action" };
        Self { sv_action: fields.text(key).one_of(&["start", "stop", "restart"]).required() }
    }
}

/// Start, stop or restart a service of an agent.
#[utoipa::path(
    post,
    path = "/services/{agent_id}/{name}/",
    tag = "services",
    params(("agent_id" = String, Path), ("name" = String, Path)),
    request_body = ControlService,
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn control_service(
    State(app): State<App>,
    caller: Caller<may::ManageWinsvcs>,
    Path((agent_id, name)): Path<(AgentId, String)>,
    Body(request): Body<ControlService>,
) -> Result<Json<String>, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    let (done, action) = match request.sv_action.as_str() {
        "start" => ("started", "start"),
        "stop" => ("stopped", "stop"),
        _ => ("restarted", "restart"),
    };
    let message = format!("{} {done} service {name} on {}", caller.username, target.hostname);
    let body = Control { name: name.clone(), action: action.to_owned() };
    control(&app, &caller, &target, body, message).await?;
    Ok(Json(sentence(&format!("service {name} on {} was {done}", target.hostname))))
}
