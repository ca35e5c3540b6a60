//! `DELETE /scripts/<id>/`: removes a script and its versions.

use axum::Json;
use axum::extract::State;
use utoipa::IntoParams;

use super::update_script::find_changeable;
use super::{queries, usage};
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::definitions::{Changed, mark_due};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::input::{Fields, Parse, Path, Query};

/// How to treat what refers to the thing that is deleted.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DeleteQuery {
    /// Deletes it although others refer to it; they let go of it.
    #[param(required = false)]
    pub(super) force: bool,
}

impl Parse for DeleteQuery {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { force: fields.flag("force").or(false) }
    }
}

/// Delete a script.
///
/// One in use is 409 `in_use`, unless `force` is true. A built-in script
/// cannot be deleted, only hidden.
#[utoipa::path(
    delete,
    path = "/scripts/{id}/",
    tag = "scripts",
    params(("id" = i64, Path, description = "Key of the script"), DeleteQuery),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn delete_script(
    State(app): State<App>,
    caller: Caller<may::ManageScripts>,
    Path(id): Path<i64>,
    Query(query): Query<DeleteQuery>,
) -> Result<Json<String>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    let script = find_changeable(&change, &caller, id).await?;
    if script.is_builtin() {
        let sentence = "a built-in script cannot be deleted: hide it instead";
        return Err(ApiError::Conflict(sentence.to_owned()));
    }
    let uses = usage::list_uses(&*change, id).await?;
    if !query.force {
        usage::must_be_unused(&uses)?;
    }
    mark_due(&change, Changed::Scripts(&[id])).await?;
    usage::clear_uses(&change, id).await?;
    queries::delete_script(&*change, id).await?;

    change.publish(Event::deleted(Entity::Script, id));
    let message = match uses.len() {
        0 => format!("deleted script {}", script.item.name),
        1 => format!("deleted script {}, which 1 place used", script.item.name),
        count => format!("deleted script {}, which {count} places used", script.item.name),
    };
    let entry = Entry::new(Action::Delete, ObjectType::Script, id, message.clone());
    change.commit(entry.before(&script.audited()).code(&script.script_body)).await?;
    Ok(Json(message))
}
