//! `PUT /automation/patchpolicy/<id>/`: changes a patch policy.

use axum::Json;
use axum::extract::State;

use super::patch_form::PatchForm;
use super::patch_owner;
use super::patch_policy::PatchPolicy;
use super::queries;
use crate::app::App;
use crate::audit::{Action, Change, ObjectType};
use crate::auth::{Caller, Scope, may};
use crate::error::{ApiError, ErrorBody, Problems};
use crate::input::{Body, IfMatch, Path};

/// Change a patch policy, of a policy or of an agent.
///
/// Acts at once.
#[utoipa::path(
    put,
    path = "/automation/patchpolicy/{id}/",
    tag = "policies",
    params(("id" = i64, Path, description = "Key of the patch policy"), IfMatch),
    request_body = PatchForm,
    responses((status = 200, body = PatchPolicy), (status = "default", body = ErrorBody)),
)]
pub async fn update_patch_policy(
    State(app): State<App>,
    caller: Caller<may::ManageAutomationPolicies>,
    Path(id): Path<i64>,
    seen: IfMatch,
    Body(request): Body<PatchForm>,
) -> Result<Json<PatchPolicy>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    let (before, owner) = patch_owner::find_changeable(&change, &caller, id).await?;
    if let Some(time) = before.modified_time {
        seen.must_be(&before.modified_by, time, &before)?;
    }
    let mut problems = Problems::new();
    let rules = request.applied_to(before.rules.clone(), "", &mut problems);
    ApiError::refuse(problems)?;

    queries::update_patch_policy(&*change, id, &rules, change.username()).await?;
    owner.touch(&mut change).await?;
    let after = queries::find_patch_policy(&*change, &Scope::everything(), id).await?;
    let after = after.ok_or(ApiError::NotFound("patch policy"))?;
    let entry = owner.entry(Action::Modify, ObjectType::WinUpdatePolicy, id, "changed");
    change.commit(entry.before(&before).after(&after)).await?;
    Ok(Json(after))
}
