//! `POST /agents/<agent_id>/registry/modify-value/`: change the type and the data of a
//! value.

use axum::Json;
use axum::extract::State;
use muster_protocol::{RegistryValueChange, question_name};
use serde::Serialize;
use utoipa::ToSchema;

use super::asking::{RegistryChange, SUCCESS, label, recorded_value};
use super::old_value::find_value;
use super::value::RegistryValue;
use super::value_body::RegistryValueBody;
use crate::app::App;
use crate::audit::Action;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::{FormBody, Path};

/// A value that was created or changed.
#[derive(Serialize, ToSchema)]
pub struct WrittenRegistryValue {
    /// `success`.
    status: &'static str,
    /// The value, read again after it was written.
    data: RegistryValue,
}

/// Change a value of an agent's registry.
#[utoipa::path(
    post,
    path = "/agents/{agent_id}/registry/modify-value/",
    tag = "registry",
    params(("agent_id" = String, Path)),
    request_body(content(
        (RegistryValueBody = "application/json"),
        (RegistryValueBody = "multipart/form-data"),
    )),
    responses((status = 200, body = WrittenRegistryValue), (status = "default", body = ErrorBody)),
)]
pub async fn modify_registry_value(
    State(app): State<App>,
    caller: Caller<may::UseRegistry>,
    Path(agent_id): Path<AgentId>,
    FormBody(request): FormBody<RegistryValueBody>,
) -> Result<Json<WrittenRegistryValue>, ApiError> {
    let name = question_name::SET_REGISTRY_VALUE;
    let change = RegistryChange::begin(&app, &caller, &agent_id, name).await?;
    let path = request.path().to_string();
    let old = find_value(&app, &change.target, request.path(), request.name()).await?;
    let deed = format!("changed {}", label(request.name(), &path));
    let data = (Some(recorded_value(&path, old.clone())), Some(request.recorded()));
    let entry = change.entry(Action::Modify, &deed, data).await?;
    let written: RegistryValueChange = change.ask(entry, &request.question(true)).await?;
    change.correct(&old, &written).await?;
    WrittenRegistryValue::new(written).map(Json)
}

impl WrittenRegistryValue {
    pub(super) fn new(change: RegistryValueChange) -> Result<Self, ApiError> {
        let new = change.new.ok_or_else(|| {
            ApiError::AgentError("the agent does not say what the value is now".to_owned())
        })?;
        Ok(Self { status: SUCCESS, data: new.into() })
    }
}
