//! `POST /agents/<agent_id>/registry/create-value/`: create a value.

use axum::Json;
use axum::extract::State;
use muster_protocol::{RegistryValueChange, question_name};

use super::asking::{RegistryChange, label};
use super::modify_value::WrittenRegistryValue;
use super::value_body::RegistryValueBody;
use crate::app::App;
use crate::audit::Action;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::{FormBody, Path};

/// Create a value in an agent's registry.
///
/// The key must exist, and the value must not.
#[utoipa::path(
    post,
    path = "/agents/{agent_id}/registry/create-value/",
    tag = "registry",
    params(("agent_id" = String, Path)),
    request_body(content(
        (RegistryValueBody = "application/json"),
        (RegistryValueBody = "multipart/form-data"),
    )),
    responses((status = 200, body = WrittenRegistryValue), (status = "default", body = ErrorBody)),
)]
pub async fn create_registry_value(
    State(app): State<App>,
    caller: Caller<may::UseRegistry>,
    Path(agent_id): Path<AgentId>,
    FormBody(request): FormBody<RegistryValueBody>,
) -> Result<Json<WrittenRegistryValue>, ApiError> {
    let name = question_name::SET_REGISTRY_VALUE;
    let change = RegistryChange::begin(&app, &caller, &agent_id, name).await?;
    let deed = format!("created {}", label(request.name(), &request.path().to_string()));
    let data = (None, Some(request.recorded()));
    let entry = change.entry(Action::Add, &deed, data).await?;
    let written: RegistryValueChange = change.ask(entry, &request.question(false)).await?;
    WrittenRegistryValue::new(written).map(Json)
}
