//! `DELETE /checks/<id>/`: removes a check.

use axum::Json;
use axum::extract::State;

use super::owner;
use super::update_check::find_locked;
use crate::app::App;
use crate::audit::{Action, Change};
use crate::auth::{Caller, may};
use crate::domain::checks;
use crate::domain::definitions::{Changed, mark_due, release_checks};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::input::Path;
use crate::wording::sentence;

/// Delete a check with its results and their history.
///
/// Tasks that its failure starts stay, without a check.
#[utoipa::path(
    delete,
    path = "/checks/{id}/",
    tag = "checks",
    params(("id" = i64, Path, description = "Key of the check")),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn delete_check(
    State(app): State<App>,
    caller: Caller<may::ManageChecks>,
    Path(id): Path<i64>,
) -> Result<Json<String>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    let check = find_locked(&change, &caller, id).await?;
    let touched = owner::touched(&change, &caller, check.owner.key()).await?;
    let name = check.settings.display_name();
    let message = format!("{} deleted check {name}", caller.username);
    let entry = owner::entry(&change, Action::Delete, &check, message).await?;
    mark_due(&change, Changed::Tasks(&touched)).await?;
    release_checks(&*change, &[id]).await?;
    checks::delete_checks(&*change, &[id]).await?;
    let event = Event::deleted(Entity::Check, id);
    change.publish(owner::with_location(&*change, event, &check.owner).await?);
    change.commit(entry.before(&check.audited())).await?;
    Ok(Json(sentence(&format!("the check {name} was deleted"))))
}
