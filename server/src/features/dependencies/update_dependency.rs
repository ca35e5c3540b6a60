//! `PUT /agents/<agent_id>/depends-on/`, `PUT /checks/<id>/depends-on/`: what an agent or
//! check depends on from now on.

use axum::Json;
use axum::extract::State;

use super::child::FoundChild;
use super::dependency::Dependency;
use super::form::{SetDependency, check_link};
use super::load::load_dependency;
use crate::app::App;
use crate::audit::Change;
use crate::auth::{Caller, Identity, may};
use crate::domain::alert_events::silence_job;
use crate::domain::dependencies::{list_failing_agents, lock, store_link};
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::{Body, Path};

/// Set what an agent depends on.
///
/// While that one is away or fails, the agent is unreachable: the alert of that one
/// lists it, and it sends nothing itself. Acts at once.
#[utoipa::path(
    put,
    path = "/agents/{agent_id}/depends-on/",
    tag = "agents",
    params(("agent_id" = String, Path)),
    request_body = SetDependency,
    responses((status = 200, body = Dependency), (status = "default", body = ErrorBody)),
)]
pub async fn update_agent_dependency(
    State(app): State<App>,
    caller: Caller<may::EditAgent>,
    Path(agent_id): Path<AgentId>,
    Body(request): Body<SetDependency>,
) -> Result<Json<Dependency>, ApiError> {
    let change = Change::begin(&app, &caller).await?;
    let child = FoundChild::agent(&change, &caller, &agent_id).await?;
    update(change, &caller, &child, &request).await
}

/// Set what a check depends on.
///
/// That of a policy depends on it on every agent that runs it, and takes what a change of
/// the policy takes. While that one is away or fails, failures of the check are listed in
/// its alert.
#[utoipa::path(
    put,
    path = "/checks/{id}/depends-on/",
    tag = "checks",
    params(("id" = i64, Path, description = "Key of the check")),
    request_body = SetDependency,
    responses((status = 200, body = Dependency), (status = "default", body = ErrorBody)),
)]
pub async fn update_check_dependency(
    State(app): State<App>,
    caller: Caller<may::ManageChecks>,
    Path(id): Path<i64>,
    Body(request): Body<SetDependency>,
) -> Result<Json<Dependency>, ApiError> {
    let change = Change::begin(&app, &caller).await?;
    let child = FoundChild::check(&change, &caller, id).await?;
    update(change, &caller, &child, &request).await
}

async fn update(
    mut change: Change,
    caller: &Identity,
    child: &FoundChild,
    request: &SetDependency,
) -> Result<Json<Dependency>, ApiError> {
    lock(&*change).await?;
    let before = load_dependency(&*change, &caller.scope, child.key()).await?;
    let link = check_link(&change, caller, child, request).await?;
    store_link(&*change, child.key(), link).await?;
    // What fails already may be covered from now on, or no longer.
    let failing = list_failing_agents(&*change, child.key()).await?;
    if !failing.is_empty() {
        change.enqueue(silence_job(&failing)).await?;
    }
    let after = load_dependency(&*change, &caller.scope, child.key()).await?;
    change.publish(child.event());
    let message = format!("{} made {} {}", caller.username, child.name(), after.described());
    let entry = child.entry(message).before(&before.audited()).after(&after.audited());
    change.commit(entry).await?;
    Ok(Json(after))
}
