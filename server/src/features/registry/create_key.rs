//! `POST /agents/<agent_id>/registry/create-key/`: create a key.

use axum::Json;
use axum::extract::State;
use muster_protocol::{CreatedRegistryKey as Created, question_name};
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

/// Which key.
#[derive(ToSchema)]
pub struct CreateRegistryKey {
    /// The key, such as `HKLM\SOFTWARE\Acme`; those above it that are missing are
    /// created too.
    #[schema(value_type = String)]
    path: KeyPath,
}

impl Parse for CreateRegistryKey {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { path: key_to_change(fields, "path") }
    }
}

/// A key that was created.
#[derive(Serialize, ToSchema)]
pub struct CreatedRegistryKey {
    /// `success`.
    status: &'static str,
    /// The key, in full.
    path: String,
}

/// Create a key in an agent's registry.
#[utoipa::path(
    post,
    path = "/agents/{agent_id}/registry/create-key/",
    tag = "registry",
    params(("agent_id" = String, Path)),
    request_body = CreateRegistryKey,
    responses((status = 200, body = CreatedRegistryKey), (status = "default", body = ErrorBody)),
)]
pub async fn create_registry_key(
    State(app): State<App>,
    caller: Caller<may::UseRegistry>,
    Path(agent_id): Path<AgentId>,
    Body(request): Body<CreateRegistryKey>,
) -> Result<Json<CreatedRegistryKey>, ApiError> {
    let name = question_name::CREATE_REGISTRY_KEY;
    let change = RegistryChange::begin(&app, &caller, &agent_id, name).await?;
    let path = request.path.to_string();
    let deed = format!("created registry key {}", short(&path));
    let after = Some(json!({ "path": path }));
    let entry = change.entry(Action::Add, &deed, (None, after)).await?;
    let created: Created = change.ask(entry, &path).await?;
    Ok(Json(CreatedRegistryKey { status: SUCCESS, path: created.path }))
}
