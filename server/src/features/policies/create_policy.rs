//! `POST /automation/policies/`: a new policy, empty or a copy.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use serde_json::json;
use utoipa::ToSchema;

use super::form::{self, PolicyDetails};
use super::policy::Policy;
use super::queries::{self, PolicyRow};
use super::{load, usage};
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, Identity, Right, Scope, may};
use crate::domain::alert_templates::check_reference;
use crate::domain::checks;
use crate::domain::exclusions::{self, Excluding, ExclusionForm};
use crate::domain::ownership::choose_owners;
use crate::error::{ApiError, ErrorBody, Problems, add_problem};
use crate::events::{Entity, Event};
use crate::features::tasks;
use crate::input::{Body, Fields, Parse};

/// A new policy.
#[derive(ToSchema)]
pub struct CreatePolicy {
    /// Trimmed; unique whatever the case.
    name: String,
    #[serde(flatten)]
    details: PolicyDetails,
    /// Key of a policy whose checks, tasks and patch policy are copied.
    #[schema(rename = "copyId")]
    copy_of: Option<i64>,
}

impl Parse for CreatePolicy {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            name: form::name(fields).required(),
            details: PolicyDetails::parse(fields),
            copy_of: fields.whole("copyId").nullable().flatten(),
        }
    }
}

/// Create a policy.
///
/// That of a caller with a scope belongs to the clients of the scope; the
/// policy it is a copy of has to be one that the caller may change. A copy with
/// tasks or checks needs the rights of what they run, as `POST /tasks/` and
/// `POST /checks/` do.
#[utoipa::path(
    post,
    path = "/automation/policies/",
    tag = "policies",
    request_body = CreatePolicy,
    responses((status = 200, body = Policy), (status = "default", body = ErrorBody)),
)]
pub async fn create_policy(
    State(app): State<App>,
    caller: Caller<may::ManageAutomationPolicies>,
    Body(request): Body<CreatePolicy>,
) -> Result<Json<Policy>, ApiError> {
    let CreatePolicy { name, details, copy_of } = request;
    let mut change = Change::begin(&app, &caller).await?;
    let mut problems = Problems::new();
    if queries::name_taken(&*change, &name, 0).await? {
        add_problem(&mut problems, "name", queries::NAME_TAKEN);
    }
    let source = find_source(&change, &caller.scope, copy_of, &mut problems).await?;
    let owners = details.owner_clients.clone();
    let owners = choose_owners(&*change, &caller.scope, None, owners, &mut problems).await?;
    let (mut row, excluded) = details.applied_to(PolicyRow { name, ..PolicyRow::empty() });
    row.owner_clients = json!(owners).to_string();
    let template = ("alert_template", row.alert_template);
    check_reference(&*change, template, &mut problems).await?;
    let excluded = exclusions::check(&*change, &caller.scope, excluded, &mut problems).await?;
    ApiError::refuse(problems)?;

    let inserted = queries::insert_policy(&*change, &row, change.username()).await;
    let id = inserted.map_err(queries::refusal)?;
    exclusions::store(&*change, &caller.scope, (Excluding::Policy, id), &excluded).await?;
    if let Some(source) = &source {
        queries::copy_patch_policy(&*change, source.id, id, change.username()).await?;
        let checks = copy_checks(&change, &caller, source.id, id).await?;
        tasks::copy_tasks(&change, &caller, [source.id, id], &checks).await?;
    }
    let policy = load::find_policy(&*change, &caller.scope, id).await?;
    let policy = policy.ok_or(ApiError::NotFound("policy"))?;
    change.publish(Event::saved(Entity::Policy, id));
    let message = match &source {
        None => format!("added policy {}", policy.name),
        Some(source) => format!("added policy {} as a copy of {}", policy.name, source.name),
    };
    let entry = Entry::new(Action::Add, ObjectType::Policy, id, message);
    change.commit(entry.after(&policy.audited())).await?;
    Ok(Json(policy))
}

/// Inserts a policy that acts and has nothing yet. Returns its key.
pub async fn insert_active(
    change: &Change,
    caller: &Identity,
    name: &str,
    description: &str,
) -> Result<i64, ApiError> {
    let mut problems = Problems::new();
    if queries::name_taken(&**change, name, 0).await? {
        add_problem(&mut problems, "name", queries::NAME_TAKEN);
    }
    let owners = choose_owners(&**change, &caller.scope, None, None, &mut problems).await?;
    ApiError::refuse(problems)?;
    let row = PolicyRow {
        name: name.to_owned(),
        description: description.to_owned(),
        active: true,
        owner_clients: json!(owners).to_string(),
        ..PolicyRow::empty()
    };
    let inserted = queries::insert_policy(&**change, &row, change.username()).await;
    inserted.map_err(queries::refusal)
}

/// The policy to copy, if one is named.
///
/// What its tasks contain is shown only to callers who may change it, and a
/// copy is theirs.
async fn find_source(
    change: &Change,
    scope: &Scope,
    copy_of: Option<i64>,
    problems: &mut Problems,
) -> Result<Option<Policy>, ApiError> {
    let Some(id) = copy_of else { return Ok(None) };
    let source = load::find_policy(&**change, scope, id).await?;
    match &source {
        None => add_problem(problems, "copyId", "there is no such policy"),
        Some(_) => drop(usage::must_be_changeable(&**change, scope, id).await?),
    }
    Ok(source)
}

/// Copies the checks of a policy. Refuses a caller who may not run the scripts in
/// them. Returns the keys of the copies by those of the originals.
async fn copy_checks(
    change: &Change,
    caller: &Identity,
    from: i64,
    to: i64,
) -> Result<HashMap<i64, i64>, ApiError> {
    let stored = checks::list_owned(&**change, &[], &[from]).await?;
    if stored.iter().any(|check| check.settings.script().is_some()) {
        caller.must_have(Right::RunScripts)?;
    }
    Ok(checks::copy_checks(&**change, from, to, change.username()).await?)
}

impl PolicyDetails {
    /// The policy with these details except for its owners, and its exclusions.
    pub(super) fn applied_to(self, mut row: PolicyRow) -> (PolicyRow, ExclusionForm) {
        row.description = self.desc.unwrap_or(row.description);
        row.active = self.active.unwrap_or(row.active);
        row.enforced = self.enforced.unwrap_or(row.enforced);
        row.alert_template = self.alert_template.unwrap_or(row.alert_template);
        (row, self.exclusions)
    }
}
