//! `DELETE /automation/patchpolicy/<id>/`: removes a patch policy.

use axum::Json;
use axum::extract::State;

use super::{patch_owner, queries};
use crate::app::App;
use crate::audit::{Action, Change, ObjectType};
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Path;
use crate::wording::sentence;

/// Delete a patch policy, of a policy or of an agent.
///
/// What it said is inherited from then on.
#[utoipa::path(
    delete,
    path = "/automation/patchpolicy/{id}/",
    tag = "policies",
    params(("id" = i64, Path, description = "Key of the patch policy")),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn delete_patch_policy(
    State(app): State<App>,
    caller: Caller<may::ManageAutomationPolicies>,
    Path(id): Path<i64>,
) -> Result<Json<String>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    let (before, owner) = patch_owner::find_changeable(&change, &caller, id).await?;
    queries::delete_patch_policy(&*change, id).await?;
    owner.touch(&mut change).await?;
    let entry = owner.entry(Action::Delete, ObjectType::WinUpdatePolicy, id, "deleted");
    change.commit(entry.before(&before)).await?;
    Ok(Json(sentence(&format!("the patch policy of {} was deleted", owner.name()))))
}
