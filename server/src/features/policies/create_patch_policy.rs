//! `POST /automation/patchpolicy/`: a patch policy for a policy.

use axum::Json;
use axum::extract::State;
use utoipa::ToSchema;

use super::patch_form::PatchForm;
use super::patch_policy::{PatchPolicy, PatchRules};
use super::{queries, usage};
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, Scope, may};
use crate::domain::definitions::touch;
use crate::error::{ApiError, ErrorBody, Problems};
use crate::events::{Entity, Event};
use crate::input::{Body, Fields, Parse};

/// A new patch policy.
#[derive(ToSchema)]
pub struct CreatePatchPolicy {
    /// Key of the policy that is to own it.
    policy: i64,
    #[serde(flatten)]
    form: PatchForm,
}

impl Parse for CreatePatchPolicy {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { policy: fields.whole("policy").required(), form: PatchForm::parse(fields) }
    }
}

/// Give a policy a patch policy.
///
/// A policy has at most one; a second is 409.
#[utoipa::path(
    post,
    path = "/automation/patchpolicy/",
    tag = "policies",
    request_body = CreatePatchPolicy,
    responses((status = 200, body = PatchPolicy), (status = "default", body = ErrorBody)),
)]
pub async fn create_patch_policy(
    State(app): State<App>,
    caller: Caller<may::ManageAutomationPolicies>,
    Body(request): Body<CreatePatchPolicy>,
) -> Result<Json<PatchPolicy>, ApiError> {
    let policy = request.policy;
    let mut change = Change::begin(&app, &caller).await?;
    let usage = match usage::must_be_changeable(&*change, &caller.scope, policy).await {
        Err(ApiError::NotFound(_)) => {
            return Err(ApiError::invalid("policy", "there is no such policy"));
        }
        other => other?,
    };
    if queries::list_of_policies(&*change, Some(policy)).await?.contains_key(&policy) {
        let sentence = "the policy has a patch policy already";
        return Err(ApiError::Conflict(sentence.to_owned()));
    }
    let mut problems = Problems::new();
    let rules = request.form.applied_to(PatchRules::default(), "", &mut problems);
    ApiError::refuse(problems)?;

    let by = change.username();
    let id = queries::insert_patch_policy(&*change, None, Some(policy), &rules, by).await?;
    touch(&change, &usage.touched()).await?;
    let patch = queries::find_patch_policy(&*change, &Scope::everything(), id).await?;
    let patch = patch.ok_or(ApiError::NotFound("patch policy"))?;
    change.publish(Event::saved(Entity::Policy, policy));
    let message = format!("added a patch policy to policy {}", usage.policy_name());
    let entry = Entry::new(Action::Add, ObjectType::WinUpdatePolicy, id, message);
    change.commit(entry.after(&patch)).await?;
    Ok(Json(patch))
}
