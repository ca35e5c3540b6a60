//! `DELETE /clients/sites/<id>/`: removes a site.

use axum::Json;
use axum::extract::State;

use super::moving::{MoveTo, empty_sites};
use super::queries;
use super::update_site::refuse_only_site;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::input::{Path, Query};

/// Delete a site.
///
/// Its agents must be moved first, or by `move_to_site`. A client's only site
/// cannot go. Its removed agents can no longer be restored, unless they are moved.
#[utoipa::path(
    delete,
    path = "/clients/sites/{id}/",
    tag = "clients",
    params(("id" = i64, Path, description = "Key of the site"), MoveTo),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn delete_site(
    State(app): State<App>,
    caller: Caller<may::ManageSites>,
    Path(id): Path<i64>,
    Query(target): Query<MoveTo>,
) -> Result<Json<String>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    let site = queries::find_site(&*change, &caller.scope, id).await?;
    let site = site.ok_or(ApiError::NotFound("site"))?;
    refuse_only_site(&change, &site, "deleted").await?;
    empty_sites(&mut change, &caller, site.client, &[id], site.agent_count, &target).await?;
    let deleted = queries::delete_site(&*change, id).await;
    deleted.map_err(|error| queries::refusal(error, "name"))?;
    change.publish(Event::deleted(Entity::Site, id).about(site.client, id));

    let message = format!("deleted site {} of client {}", site.name, site.client_name);
    let entry = Entry::new(Action::Delete, ObjectType::Site, id, message).client(site.client);
    change.commit(entry.site(id, &site.name).before(&site.audited())).await?;
    Ok(Json(format!("{} was deleted.", site.name)))
}
