//! `DELETE /agents/<agent_id>/registry/delete-value/`: delete a value.

use axum::Json;
use axum::extract::State;
use muster_protocol::{DeleteRegistryValue, RegistryValueChange, question_name};
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use super::asking::{RegistryChange, SUCCESS, label, recorded_value};
use super::key_path::{KeyPath, key};
use super::old_value::find_value;
use super::value_body::value_name;
use crate::app::App;
use crate::audit::Action;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::{Fields, Parse, Path, Query};

/// Which value.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DeleteValueQuery {
    /// The key, such as `HKLM\SOFTWARE\Acme`.
    #[param(value_type = String)]
    path: KeyPath,
    /// The value; empty for the key's default value.
    name: String,
}

impl Parse for DeleteValueQuery {
    fn parse(fields: &Fields<'_>) -> Self {
        let path = key(fields, "path");
        Self { path, name: value_name(fields.text("name")).required() }
    }
}

/// A value that was deleted.
#[derive(Serialize, ToSchema)]
pub struct DeletedRegistryValue {
    /// `success`.
    status: &'static str,
    /// The name it had.
    name: String,
}

/// Delete a value of an agent's registry.
#[utoipa::path(
    delete,
    path = "/agents/{agent_id}/registry/delete-value/",
    tag = "registry",
    params(("agent_id" = String, Path), DeleteValueQuery),
    responses((status = 200, body = DeletedRegistryValue), (status = "default", body = ErrorBody)),
)]
pub async fn delete_registry_value(
    State(app): State<App>,
    caller: Caller<may::UseRegistry>,
    Path(agent_id): Path<AgentId>,
    Query(query): Query<DeleteValueQuery>,
) -> Result<Json<DeletedRegistryValue>, ApiError> {
    let name = question_name::DELETE_REGISTRY_VALUE;
    let change = RegistryChange::begin(&app, &caller, &agent_id, name).await?;
    let path = query.path.to_string();
    let old = find_value(&app, &change.target, &query.path, &query.name).await?;
    let deed = format!("deleted {}", label(&query.name, &path));
    let before = Some(recorded_value(&path, old.clone()));
    let entry = change.entry(Action::Delete, &deed, (before, None)).await?;
    let question = DeleteRegistryValue { path, name: query.name };
    let deleted: RegistryValueChange = change.ask(entry, &question).await?;
    change.correct(&old, &deleted).await?;
    Ok(Json(DeletedRegistryValue { status: SUCCESS, name: question.name }))
}
