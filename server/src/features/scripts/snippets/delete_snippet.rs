//! `DELETE /scripts/snippets/<id>/`: removes a snippet.

use axum::Json;
use axum::extract::State;

use super::inserted;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::ownership::must_be_owned;
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::features::scripts::delete_script::DeleteQuery;
use crate::features::scripts::queries;
use crate::input::{Path, Query};
use crate::storage::sql;

/// Delete a snippet.
///
/// One that scripts insert is 409 `in_use`, unless `force` is true: the braces
/// then stay in their code as they are written.
#[utoipa::path(
    delete,
    path = "/scripts/snippets/{id}/",
    tag = "scripts",
    params(("id" = i64, Path, description = "Key of the snippet"), DeleteQuery),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn delete_snippet(
    State(app): State<App>,
    caller: Caller<may::ManageScripts>,
    Path(id): Path<i64>,
    Query(query): Query<DeleteQuery>,
) -> Result<Json<String>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    // Before its scripts are, as for a change: two must not wait for each other.
    sql::lock_row(&*change, "snippets", id).await?;
    let snippet = queries::find_snippet(&*change, id).await?;
    let snippet = snippet.ok_or(ApiError::NotFound("snippet"))?;
    must_be_owned(&caller.scope, &snippet.owner_clients)?;
    let scripts = inserted::scripts_inserting(&change, &snippet.name).await?;
    inserted::must_stay_in_scope(&change, &caller.scope, &scripts).await?;
    if !query.force {
        inserted::must_not_be_inserted(&scripts)?;
    }
    let code = inserted::code_before(&change, &scripts).await?;
    queries::delete_snippet(&*change, id).await?;
    code.record(&change, &caller).await?;
    inserted::mark_due(&change, &scripts).await?;

    change.publish(Event::deleted(Entity::Snippet, id));
    let message = match scripts.len() {
        0 => format!("deleted snippet {}", snippet.name),
        1 => format!("deleted snippet {}, which 1 script inserts", snippet.name),
        count => format!("deleted snippet {}, which {count} scripts insert", snippet.name),
    };
    let entry = Entry::new(Action::Delete, ObjectType::Snippet, id, message.clone());
    change.commit(entry.before(&snippet.audited()).code(&snippet.code)).await?;
    Ok(Json(message))
}
