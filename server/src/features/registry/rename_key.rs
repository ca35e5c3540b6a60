//! `POST /agents/<agent_id>/registry/rename-key/`: rename a key.

use axum::Json;
use axum::extract::State;
use muster_protocol::{
    RenameRegistryKey as Question, RenamedRegistryKey as Renamed, question_name,
};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::asking::{RegistryChange, SUCCESS, short};
use super::key_path::{KeyPath, key_to_change};
use crate::app::App;
use crate::audit::Action;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::{Body, Fields, Parse, Path};

/// Which key, and what it is to be called.
#[derive(ToSchema)]
pub struct RenameRegistryKey {
    /// The key, such as `HKLM\SOFTWARE\Acme`.
    #[schema(value_type = String)]
    old_path: KeyPath,
    /// The path it is to have, in the same key: `HKLM\SOFTWARE\Acme Ltd`.
    #[schema(value_type = String)]
    new_path: KeyPath,
}

impl Parse for RenameRegistryKey {
    fn parse(fields: &Fields<'_>) -> Self {
        let old_path = key_to_change(fields, "old_path");
        let new_path = key_to_change(fields, "new_path");
        let are_known = old_path != KeyPath::default() && new_path != KeyPath::default();
        if are_known && !old_path.is_beside(&new_path) {
            let problem = "must be in the same key as old_path: a key can be renamed, not moved";
            fields.problem("new_path", problem);
        }
        Self { old_path, new_path }
    }
}

/// A key that was renamed.
#[derive(Serialize, ToSchema)]
pub struct RenamedRegistryKey {
    /// `success`.
    status: &'static str,
    /// The path it had, in full.
    old_path: String,
    /// The path it has, in full.
    new_path: String,
}

/// Rename a key of an agent's registry.
#[utoipa::path(
    post,
    path = "/agents/{agent_id}/registry/rename-key/",
    tag = "registry",
    params(("agent_id" = String, Path)),
    request_body = RenameRegistryKey,
    responses((status = 200, body = RenamedRegistryKey), (status = "default", body = ErrorBody)),
)]
pub async fn rename_registry_key(
    State(app): State<App>,
    caller: Caller<may::UseRegistry>,
    Path(agent_id): Path<AgentId>,
    Body(request): Body<RenameRegistryKey>,
) -> Result<Json<RenamedRegistryKey>, ApiError> {
    let name = question_name::RENAME_REGISTRY_KEY;
    let change = RegistryChange::begin(&app, &caller, &agent_id, name).await?;
    let (path, new_path) = (request.old_path.to_string(), request.new_path.to_string());
    let deed = format!("renamed registry key {} to {}", short(&path), short(&new_path));
    let data = (Some(json!({ "path": path })), Some(json!({ "path": new_path })));
    let entry = change.entry(Action::Modify, &deed, data).await?;
    let renamed: Renamed = change.ask(entry, &Question { path, new_path }).await?;
    let Renamed { old_path, new_path } = renamed;
    Ok(Json(RenamedRegistryKey { status: SUCCESS, old_path, new_path }))
}
