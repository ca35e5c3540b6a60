//! `PUT /services/<agent_id>/<name>/`: change how a service is started.

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

const START_TYPES: &[&str] = &["auto", "autodelay", "manual", "disabled"];

/// How it is started from now on.
#[derive(ToSchema)]
pub struct SetStartType {
    /// `auto`, `autodelay` (Windows only), `manual` or `disabled`.
    #[schema(rename = "startType")]
    start_type: String,
}

impl Parse for SetStartType {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { start_type: fields.text("startType").one_of(START_TYPES).required() }
    }
}

/// Change how a service of an agent is started.
#[utoipa::path(
    put,
    path = "/services/{agent_id}/{name}/",
    tag = "services",
    params(("agent_id" = String, Path), ("name" = String, Path)),
    request_body = SetStartType,
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn set_start_type(
    State(app): State<App>,
    caller: Caller<may::ManageWinsvcs>,
    Path((agent_id, name)): Path<(AgentId, String)>,
    Body(request): Body<SetStartType>,
) -> Result<Json<String>, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    let start_type = request.start_type;
    let message = format!(
        "{} set the start type of service {name} on {} to {start_type}",
        caller.username, target.hostname
    );
    let body = Control { name: name.clone(), action: start_type.clone() };
    control(&app, &caller, &target, body, message).await?;
    Ok(Json(sentence(&format!(
        "service {name} on {} has start type {start_type} now",
        target.hostname
    ))))
}
