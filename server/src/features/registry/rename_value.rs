//! `POST /agents/<agent_id>/registry/rename-value/`: rename a value.

use axum::Json;
use axum::extract::State;
use muster_protocol::{RegistryValueChange, RenameRegistryValue as Question, question_name};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::asking::{RegistryChange, SUCCESS, label, recorded_value, short};
use super::key_path::{KeyPath, key};
use super::old_value::find_value;
use super::value_body::value_name;
use crate::app::App;
use crate::audit::Action;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::{Body, Fields, Parse, Path};

/// Which value, and what it is to be called.
#[derive(ToSchema)]
pub struct RenameRegistryValue {
    /// The key, such as `HKLM\SOFTWARE\Acme`.
    #[schema(value_type = String)]
    path: KeyPath,
    /// The value. The default value of a key has no name, and cannot be renamed.
    old_name: String,
    /// The name it is to have, which no other value of the key has.
    new_name: String,
}

impl Parse for RenameRegistryValue {
    fn parse(fields: &Fields<'_>) -> Self {
        let named = |name: &str| {
            let sentence = "must not be empty: the default value of a key cannot be renamed";
            let field = value_name(fields.text(name)).check(|text| !text.is_empty(), sentence);
            field.required()
        };
        let path = key(fields, "path");
        Self { path, old_name: named("old_name"), new_name: named("new_name") }
    }
}

/// A value that was renamed.
#[derive(Serialize, ToSchema)]
pub struct RenamedRegistryValue {
    /// `success`.
    status: &'static str,
    /// The name it had.
    old_name: String,
    /// The name it has.
    new_name: String,
}

/// Rename a value of an agent's registry.
#[utoipa::path(
    post,
    path = "/agents/{agent_id}/registry/rename-value/",
    tag = "registry",
    params(("agent_id" = String, Path)),
    request_body = RenameRegistryValue,
    responses((status = 200, body = RenamedRegistryValue), (status = "default", body = ErrorBody)),
)]
pub async fn rename_registry_value(
    State(app): State<App>,
    caller: Caller<may::UseRegistry>,
    Path(agent_id): Path<AgentId>,
    Body(request): Body<RenameRegistryValue>,
) -> Result<Json<RenamedRegistryValue>, ApiError> {
    let name = question_name::RENAME_REGISTRY_VALUE;
    let change = RegistryChange::begin(&app, &caller, &agent_id, name).await?;
    let RenameRegistryValue { path, old_name, new_name } = request;
    let old = find_value(&app, &change.target, &path, &old_name).await?;
    let path = path.to_string();
    let deed = format!("renamed {} to {}", label(&old_name, &path), short(&new_name));
    let before = recorded_value(&path, old.clone());
    let mut after = before.clone();
    after["name"] = json!(new_name);
    let entry = change.entry(Action::Modify, &deed, (Some(before), Some(after))).await?;
    let question = Question { path, name: old_name, new_name };
    let renamed: RegistryValueChange = change.ask(entry, &question).await?;
    change.correct(&old, &renamed).await?;
    let Question { name: old_name, new_name, .. } = question;
    Ok(Json(RenamedRegistryValue { status: SUCCESS, old_name, new_name }))
}
