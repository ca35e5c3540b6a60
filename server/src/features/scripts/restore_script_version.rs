//! `POST /scripts/<id>/versions/<n>/restore/`: a former body becomes the present one.

use axum::Json;
use axum::extract::State;

use super::approval::CodeBefore;
use super::queries;
use super::script::Script;
use super::update_script::find_changeable;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::definitions::{Changed, mark_due};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::input::Path;

/// Restore a former body of a script.
///
/// It becomes a new version; the present body is kept as a former one.
#[utoipa::path(
    post,
    path = "/scripts/{id}/versions/{n}/restore/",
    tag = "scripts",
    params(
        ("id" = i64, Path, description = "Key of the script"),
        ("n" = i64, Path, description = "Number of the version"),
    ),
    responses((status = 200, body = Script), (status = "default", body = ErrorBody)),
)]
pub async fn restore_script_version(
    State(app): State<App>,
    caller: Caller<may::ManageScripts>,
    Path((id, n)): Path<(i64, i64)>,
) -> Result<Json<Script>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    let old = find_changeable(&change, &caller, id).await?;
    if old.is_builtin() {
        let sentence = "the body of a built-in script cannot be changed";
        return Err(ApiError::Conflict(sentence.to_owned()));
    }
    let version = queries::find_version(&*change, id, n).await?;
    let version = version.ok_or(ApiError::NotFound("version"))?;
    let mut new = old.clone();
    new.set_body(version.body);
    let code = CodeBefore::read(&change, &[id]).await?;
    queries::update_script(&*change, &new, true, change.username()).await?;
    code.record(&change, &caller).await?;
    mark_due(&change, Changed::Scripts(&[id])).await?;

    let new = queries::find_script(&*change, id).await?.ok_or(ApiError::NotFound("script"))?;
    change.publish(Event::saved(Entity::Script, id));
    let message = format!("restored version {n} of script {}", new.item.name);
    let entry = Entry::new(Action::Modify, ObjectType::Script, id, message);
    let entry = entry.before(&old.audited()).after(&new.audited()).code(&new.script_body);
    change.commit(entry).await?;
    Ok(Json(new))
}
