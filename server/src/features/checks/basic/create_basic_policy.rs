//! `POST /automation/policies/basic/`: a policy with ready-made monitoring.

use axum::Json;
use axum::extract::State;
use utoipa::ToSchema;

use super::content::{self, Machines, SCRIPTS};
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, Right, may};
use crate::domain::checks::{CheckOwner, insert_check};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::features::{policies, scripts};
use crate::input::{Body, Fields, Parse};

/// Which policy to make.
#[derive(ToSchema)]
pub struct BasicPolicy {
    /// The computers it is for.
    #[schema(extensions(("x-enum-values" = json!(Machines::KINDS))))]
    kind: String,
    /// Trimmed; unique whatever the case. By default `Basic monitoring (servers)` or
    /// `Basic monitoring (workstations)`.
    name: Option<String>,
}

impl Parse for BasicPolicy {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            kind: fields.text("kind").one_of(&Machines::KINDS).required(),
            name: fields.text("name").trimmed().not_blank().max(255).nullable().flatten(),
        }
    }
}

/// Create a policy with ready-made monitoring.
///
/// Checks of disks, memory, processor, services, pending reboots, backups and
/// certificates, for servers or for workstations, with mild thresholds. The scripts in
/// them are added to the library unless they are there. The policy is active, and
/// reaches nobody until it is set somewhere. Needs `can_manage_checks` too.
#[utoipa::path(
    post,
    path = "/automation/policies/basic/",
    tag = "policies",
    request_body = BasicPolicy,
    responses((status = 200, body = policies::Policy), (status = "default", body = ErrorBody)),
)]
pub async fn create_basic_policy(
    State(app): State<App>,
    caller: Caller<may::ManageAutomationPolicies>,
    Body(request): Body<BasicPolicy>,
) -> Result<Json<policies::Policy>, ApiError> {
    caller.must_have(Right::ManageChecks)?;
    let machines = Machines::parse(&request.kind);
    let name = request.name.as_deref().unwrap_or(machines.policy_name());
    let mut change = Change::begin(&app, &caller).await?;
    let description = "Ready-made monitoring. Its thresholds can be changed.";
    let id = policies::insert_active(&change, &caller, name, description).await?;
    let mut keys = [0; SCRIPTS.len()];
    for (key, script) in keys.iter_mut().zip(SCRIPTS) {
        *key = scripts::find_or_add(&mut change, &caller, script).await?;
    }
    for settings in content::checks(machines, keys) {
        insert_check(&*change, CheckOwner::Policy(id), &settings, change.username()).await?;
    }
    let policy = policies::find_policy(&*change, &caller.scope, id).await?;
    let policy = policy.ok_or(ApiError::NotFound("policy"))?;
    change.publish(Event::saved(Entity::Policy, id));
    let count = policy.checks_count;
    let message = format!("added policy {name} with ready-made monitoring, {count} checks");
    let entry = Entry::new(Action::Add, ObjectType::Policy, id, message);
    change.commit(entry.after(&policy.audited())).await?;
    Ok(Json(policy))
}
