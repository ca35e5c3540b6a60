//! `PUT /checks/<id>/`: changes a check; absent fields stay.

use axum::Json;
use axum::extract::State;

use super::body::CheckBody;
use super::check::{Check, OwnedCheck};
use super::create_check::refusal;
use super::{load, owner, queries, references};
use crate::app::App;
use crate::audit::{Action, Change};
use crate::auth::{Caller, Identity, may};
use crate::domain::checks;
use crate::domain::definitions::{Changed, mark_due};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::input::{Body, IfMatch, Path};

/// Change a check.
///
/// Checked as a whole with what is stored. Its owner and its type stay. A check with a
/// script needs `can_run_scripts`, as `POST /checks/` does.
#[utoipa::path(
    put,
    path = "/checks/{id}/",
    tag = "checks",
    params(("id" = i64, Path, description = "Key of the check"), IfMatch),
    request_body = CheckBody,
    responses((status = 200, body = Check), (status = "default", body = ErrorBody)),
)]
pub async fn update_check(
    State(app): State<App>,
    caller: Caller<may::ManageChecks>,
    Path(id): Path<i64>,
    seen: IfMatch,
    Body(body): Body<CheckBody>,
) -> Result<Json<Check>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    let old = find_locked(&change, &caller, id).await?;
    let key = old.owner.key();
    let touched = owner::touched(&change, &caller, key).await?;
    if seen.differs_from(old.stamps.modified_time) {
        let shown = load::show_whole(&*change, old.clone()).await?;
        seen.must_be_newest(&old.stamps, &shown)?;
    }
    let (mut settings, mut problems) = body.merged_with(Some(&old.settings));
    owner::must_stay(&body, &old.owner, &mut problems);
    let agent = old.owner.find_agent(&*change).await?;
    let plat = agent.as_ref().map(|agent| agent.plat.as_str());
    let stored = Some(&old.settings);
    references::check(&app, &*change, &caller, stored, &mut settings, plat, &mut problems).await?;
    references::check_key(&*change, key, &settings, id, &mut problems).await?;
    ApiError::refuse(problems)?;
    references::must_be_allowed(&caller, &settings)?;

    mark_due(&change, Changed::Tasks(&touched)).await?;
    let updated = checks::update_check(&*change, id, &settings, change.username()).await;
    updated.map_err(|error| refusal(error, key, &settings))?;
    let event = Event::saved(Entity::Check, id);
    change.publish(owner::with_location(&*change, event, &old.owner).await?);

    let new = queries::find_check(&*change, &caller.scope, id).await?;
    let new = new.ok_or(ApiError::NotFound("check"))?;
    let shown = load::show_whole(&*change, new.clone()).await?;
    let message = format!("{} changed check {}", caller.username, settings.display_name());
    let entry = owner::entry(&change, Action::Modify, &new, message).await?;
    change.commit(entry.before(&old.audited()).after(&new.audited())).await?;
    Ok(Json(shown))
}

/// A visible check. No one else changes it until the change ends.
pub(super) async fn find_locked(
    change: &Change,
    caller: &Identity,
    id: i64,
) -> Result<OwnedCheck, ApiError> {
    checks::lock_check(&**change, id).await?;
    let check = queries::find_check(&**change, &caller.scope, id).await?;
    check.ok_or(ApiError::NotFound("check"))
}
