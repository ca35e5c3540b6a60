//! `POST /automation/policies/`: a new policy, empty or a copy.

use axum::Json;
use axum::extract::State;
use serde_json::json;
use utoipa::ToSchema;

use super::form::{self, PolicyDetails};
use super::policy::Policy;
use super::queries::{self, PolicyRow};
use super::{exclusions, load, usage};
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, Scope, may};
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
/// tasks needs the rights of their actions, as `POST /tasks/` does.
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
    let excluded = exclusions::check(&*change, &caller.scope, excluded, &mut problems).await?;
    ApiError::refuse(problems)?;

    let inserted = queries::insert_policy(&*change, &row, change.username()).await;
    let id = inserted.map_err(queries::refusal)?;
    exclusions::store(&*change, &caller.scope, id, &excluded).await?;
    if let Some(source) = &source {
        queries::copy_patch_policy(&*change, source.id, id, change.username()).await?;
        tasks::copy_tasks(&change, &caller, source.id, id).await?;
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

impl PolicyDetails {
    /// The policy with these details except for its owners, and its exclusions.
    pub(super) fn applied_to(self, mut row: PolicyRow) -> (PolicyRow, form::ExclusionForm) {
        row.description = self.desc.unwrap_or(row.description);
        row.active = self.active.unwrap_or(row.active);
        row.enforced = self.enforced.unwrap_or(row.enforced);
        row.alert_template = self.alert_template.unwrap_or(row.alert_template);
        (row, self.exclusions)
    }
}
