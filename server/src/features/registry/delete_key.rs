//! `DELETE /agents/<agent_id>/registry/delete-key/`: delete a key.

use axum::Json;
use axum::extract::State;
use muster_protocol::{DeletedRegistryKey as Deleted, question_name};
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use super::asking::{RegistryChange, SUCCESS, short};
use super::key_path::{KeyPath, key_to_change};
use super::old_tree::read_tree;
use crate::app::App;
use crate::audit::Action;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::{Fields, Parse, Path, Query};

/// Which key.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DeleteKeyQuery {
    /// The key, such as `HKLM\SOFTWARE\Acme`.
    #[param(value_type = String)]
    path: KeyPath,
}

impl Parse for DeleteKeyQuery {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { path: key_to_change(fields, "path") }
    }
}

/// A key that was deleted, with everything in it.
#[derive(Serialize, ToSchema)]
pub struct DeletedRegistryKey {
    /// `success`.
    status: &'static str,
    /// The key, in full.
    deleted_path: String,
    /// How many keys were below it, however deep.
    subkeys: u64,
    /// How many values it and they had.
    values: u64,
}

/// Delete a key of an agent's registry, with everything in it.
///
/// The audit log keeps what was in it: of the first 100 keys, and about 256 KiB.
#[utoipa::path(
    delete,
    path = "/agents/{agent_id}/registry/delete-key/",
    tag = "registry",
    params(("agent_id" = String, Path), DeleteKeyQuery),
    responses((status = 200, body = DeletedRegistryKey), (status = "default", body = ErrorBody)),
)]
pub async fn delete_registry_key(
    State(app): State<App>,
    caller: Caller<may::UseRegistry>,
    Path(agent_id): Path<AgentId>,
    Query(query): Query<DeleteKeyQuery>,
) -> Result<Json<DeletedRegistryKey>, ApiError> {
    let name = question_name::DELETE_REGISTRY_KEY;
    let change = RegistryChange::begin(&app, &caller, &agent_id, name).await?;
    let before = read_tree(&app, &change.target, &query.path).await?;
    let path = query.path.to_string();
    let deed = format!("deleted registry key {}", short(&path));
    let entry = change.entry(Action::Delete, &deed, (Some(before), None)).await?;
    let Deleted { path, subkeys, values } = change.ask(entry, &path).await?;
    Ok(Json(DeletedRegistryKey { status: SUCCESS, deleted_path: path, subkeys, values }))
}
