//! `PUT /scripts/<id>/`: changes a script; absent fields stay.

use axum::Json;
use axum::extract::State;

use super::approval::CodeBefore;
use super::form::ScriptForm;
use super::placeholders::check_globals;
use super::script::Script;
use super::{queries, usage};
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, Identity, may};
use crate::domain::definitions::{Changed, mark_due};
use crate::domain::ownership::{choose_owners, must_be_owned};
use crate::environment;
use crate::error::{ApiError, ErrorBody, Problems};
use crate::events::{Entity, Event};
use crate::input::{Body, IfMatch, Path};

/// Change a script.
///
/// A new body makes a new version; the former one is kept. Of a built-in
/// script only `favorite` and `hidden` can change. One that belongs to clients
/// outside the caller's scope, or is in use there, is 403. With
/// `script_approval` on, what runs changes for others once somebody else has
/// approved it.
#[utoipa::path(
    put,
    path = "/scripts/{id}/",
    tag = "scripts",
    params(("id" = i64, Path, description = "Key of the script"), IfMatch),
    request_body = ScriptForm,
    responses((status = 200, body = Script), (status = "default", body = ErrorBody)),
)]
pub async fn update_script(
    State(app): State<App>,
    caller: Caller<may::ManageScripts>,
    Path(id): Path<i64>,
    seen: IfMatch,
    Body(request): Body<ScriptForm>,
) -> Result<Json<Script>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    let old = find_changeable(&change, &caller, id).await?;
    seen.must_be_newest(&old.item.stamps, &old)?;
    let owners = request.sent_owners();
    let mut new = request.applied_to(old.clone());
    let (before, mut problems) = (Some(&*old.item.owner_clients), Problems::new());
    new.item.owner_clients =
        choose_owners(&*change, &caller.scope, before, owners, &mut problems).await?;
    ApiError::refuse(problems)?;
    if old.is_builtin() {
        must_keep_builtin(&old, &new)?;
    }
    check_values(&caller, &old, &new)?;
    let is_new_body = new.item.script_hash != old.item.script_hash;
    let code = CodeBefore::read(&change, &[id]).await?;
    queries::update_script(&*change, &new, is_new_body, change.username()).await?;
    code.record(&change, &caller).await?;
    mark_due(&change, Changed::Scripts(&[id])).await?;
    let new = queries::find_script(&*change, id).await?.ok_or(ApiError::NotFound("script"))?;
    change.publish(Event::saved(Entity::Script, id));
    let message = format!("changed script {}", new.item.name);
    let entry = Entry::new(Action::Modify, ObjectType::Script, id, message);
    let entry = entry.before(&old.audited()).after(&new.audited()).code(&new.script_body);
    change.commit(entry).await?;
    Ok(Json(new))
}

/// A script that the caller may change. No one else changes it until the change
/// ends.
pub(super) async fn find_changeable(
    change: &Change,
    caller: &Identity,
    id: i64,
) -> Result<Script, ApiError> {
    queries::lock_script(&**change, id).await?;
    let script = queries::find_script(&**change, id).await?;
    let script = script.ok_or(ApiError::NotFound("script"))?;
    must_be_owned(&caller.scope, &script.item.owner_clients)?;
    usage::must_stay_in_scope(&usage::list_uses(&**change, id).await?, &caller.scope)?;
    Ok(script)
}

/// Refuses changed arguments or environment with masks of no stored value, or with
/// placeholders of the key store by a caller who may not see it: every run of the
/// script gets these values.
pub(super) fn check_values(caller: &Identity, old: &Script, new: &Script) -> Result<(), ApiError> {
    let (old, new) = (&old.item, &new.item);
    if old.args == new.args && old.env_vars == new.env_vars {
        return Ok(());
    }
    let mut problems = Problems::new();
    environment::refuse_masks(&new.env_vars, "env_vars", &mut problems);
    check_globals(caller, &new.args, &new.env_vars, |_| false, &mut problems);
    ApiError::refuse(problems)
}

/// Unchanged values do no harm: screens send whole objects.
fn must_keep_builtin(old: &Script, new: &Script) -> Result<(), ApiError> {
    let (old, new) = (serde_json::json!(old), serde_json::json!(new));
    let fields = new.as_object().into_iter().flatten();
    let problems: Problems = fields
        .filter(|(name, _)| !matches!(name.as_str(), "favorite" | "hidden" | "script_hash"))
        .filter(|(name, value)| old[name.as_str()] != **value)
        .map(|(name, _)| {
            (name.clone(), vec!["this cannot be changed in a built-in script".to_owned()])
        })
        .collect();
    if problems.is_empty() { Ok(()) } else { Err(ApiError::Invalid(problems)) }
}
