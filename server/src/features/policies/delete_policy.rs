//! `DELETE /automation/policies/<id>/`: removes a policy with all it owns.

use axum::Json;
use axum::extract::State;
use utoipa::IntoParams;

use super::{load, queries, usage};
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::definitions::touch;
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::features::tasks;
use crate::input::{Fields, Parse, Path, Query};

/// How to treat places in which the policy is set.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DeletePolicyQuery {
    /// Deletes it although it is set somewhere; nothing is set there then.
    #[param(required = false)]
    force: bool,
}

impl Parse for DeletePolicyQuery {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { force: fields.flag("force").or(false) }
    }
}

/// Delete a policy with its checks, tasks and patch policy.
///
/// One that is set somewhere is 409 `in_use`, unless `force` is true. Agents
/// that are offline keep its tasks until they are back; their lists of tasks
/// show them as `pendingdeletion` until then.
#[utoipa::path(
    delete,
    path = "/automation/policies/{id}/",
    tag = "policies",
    params(("id" = i64, Path, description = "Key of the policy"), DeletePolicyQuery),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn delete_policy(
    State(app): State<App>,
    caller: Caller<may::ManageAutomationPolicies>,
    Path(id): Path<i64>,
    Query(query): Query<DeletePolicyQuery>,
) -> Result<Json<String>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    let usage = usage::must_be_changeable(&*change, &caller.scope, id).await?;
    if !query.force {
        usage.must_be_unused()?;
    }
    let before = load::find_policy(&*change, &caller.scope, id).await?;
    let before = before.ok_or(ApiError::NotFound("policy"))?;
    touch(&change, &usage.touched()).await?;
    tasks::delete_policy_tasks(&*change, id).await?;
    queries::delete_policy(&*change, id).await?;

    change.publish(Event::deleted(Entity::Policy, id));
    let message = match usage.count() {
        0 => format!("deleted policy {}", before.name),
        1 => format!("deleted policy {}, which was assigned to 1 place", before.name),
        count => format!("deleted policy {}, which was assigned to {count} places", before.name),
    };
    let entry = Entry::new(Action::Delete, ObjectType::Policy, id, message.clone());
    change.commit(entry.before(&before.audited())).await?;
    Ok(Json(message))
}
