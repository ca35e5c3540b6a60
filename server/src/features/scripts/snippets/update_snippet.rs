//! `PUT /scripts/snippets/<id>/`: changes a snippet; absent fields stay.

use axum::Json;
use axum::extract::State;

use super::form::SnippetForm;
use super::inserted::{self, InsertingScript};
use super::snippet::Snippet;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, Scope, may};
use crate::domain::ownership::{choose_owners, must_be_owned};
use crate::error::{ApiError, ErrorBody, Problems, add_problem};
use crate::events::{Entity, Event};
use crate::features::scripts::queries;
use crate::input::{Body, IfMatch, Path};
use crate::storage::sql;

/// Change a snippet.
///
/// Scripts that insert it have the new code at their next run. The name that
/// scripts insert it by cannot change: 409 `in_use`. One that belongs to clients
/// outside the caller's scope, or that scripts of others insert, is 403.
#[utoipa::path(
    put,
    path = "/scripts/snippets/{id}/",
    tag = "scripts",
    params(("id" = i64, Path, description = "Key of the snippet"), IfMatch),
    request_body = SnippetForm,
    responses((status = 200, body = Snippet), (status = "default", body = ErrorBody)),
)]
pub async fn update_snippet(
    State(app): State<App>,
    caller: Caller<may::ManageScripts>,
    Path(id): Path<i64>,
    seen: IfMatch,
    Body(request): Body<SnippetForm>,
) -> Result<Json<Snippet>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    sql::lock_row(&*change, "snippets", id).await?;
    let old = queries::find_snippet(&*change, id).await?;
    let old = old.ok_or(ApiError::NotFound("snippet"))?;
    must_be_owned(&caller.scope, &old.owner_clients)?;
    seen.must_be_newest(&old.stamps, &old)?;
    let owners = request.owner_clients.clone();
    let mut new = request.applied_to(old.clone());
    let (before, mut problems) = (Some(&*old.owner_clients), Problems::new());
    new.owner_clients =
        choose_owners(&*change, &caller.scope, before, owners, &mut problems).await?;
    let scripts = scripts_concerned(&change, &caller.scope, &old, &new).await?;
    if queries::snippet_name_taken(&*change, &new.name, id).await? {
        add_problem(&mut problems, "name", "this name is already used");
    }
    ApiError::refuse(problems)?;
    let code = inserted::code_before(&change, &scripts).await?;
    let updated = queries::update_snippet(&*change, &new, change.username()).await;
    updated.map_err(queries::refusal)?;
    code.record(&change, &caller).await?;
    inserted::mark_due(&change, &scripts).await?;

    let new = queries::find_snippet(&*change, id).await?;
    let new = new.ok_or(ApiError::NotFound("snippet"))?;
    change.publish(Event::saved(Entity::Snippet, id));
    let message = format!("changed snippet {}", new.name);
    let entry = Entry::new(Action::Modify, ObjectType::Snippet, id, message);
    let entry = entry.before(&old.audited()).after(&new.audited()).code(&new.code);
    change.commit(entry).await?;
    Ok(Json(new))
}

/// The scripts whose code the change affects; refuses those that the caller may
/// not change.
async fn scripts_concerned(
    change: &Change,
    scope: &Scope,
    old: &Snippet,
    new: &Snippet,
) -> Result<Vec<InsertingScript>, ApiError> {
    let scripts = inserted::scripts_inserting(change, &old.name).await?;
    inserted::must_stay_in_scope(change, scope, &scripts).await?;
    if new.name == old.name {
        return Ok(scripts);
    }
    inserted::must_not_be_inserted(&scripts)?;
    // Braces that meant nothing so far may insert it from now on.
    let scripts = inserted::scripts_inserting(change, &new.name).await?;
    inserted::must_stay_in_scope(change, scope, &scripts).await?;
    Ok(scripts)
}
