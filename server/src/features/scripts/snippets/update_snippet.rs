//! `PUT /scripts/snippets/<id>/`: changes a snippet; absent fields stay.

use axum::Json;
use axum::extract::State;

use super::form::SnippetForm;
use super::inserted;
use super::snippet::Snippet;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::features::scripts::queries;
use crate::input::{Body, IfMatch, Path};

/// Change a snippet.
///
/// Scripts that insert it have the new code at their next run. The name that
/// scripts insert it by cannot change: 409 `in_use`.
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
    let old = queries::find_snippet(&*change, id).await?;
    let old = old.ok_or(ApiError::NotFound("snippet"))?;
    seen.must_be_newest(&old.stamps)?;
    let new = request.applied_to(old.clone());
    let scripts = inserted::scripts_inserting(&change, &old).await?;
    inserted::must_stay_in_scope(&change, &caller.scope, &scripts).await?;
    if new.name != old.name {
        inserted::must_not_be_inserted(&scripts)?;
    }
    if queries::snippet_name_taken(&*change, &new.name, id).await? {
        return Err(ApiError::invalid("name", "this name is already used"));
    }
    let updated = queries::update_snippet(&*change, &new, change.username()).await;
    updated.map_err(queries::refusal)?;
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
