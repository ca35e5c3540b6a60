//! `DELETE /clients/<id>/`: removes a client with its sites.

use axum::Json;
use axum::extract::State;

use super::moving::{MoveTo, empty_sites};
use super::queries;
use super::update_client::find_whole_client;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::input::{Path, Query};

/// Delete a client and its sites.
///
/// Its agents must be moved first, or by `move_to_site`, to a site of another
/// client. Its removed agents can no longer be restored, unless they are moved.
#[utoipa::path(
    delete,
    path = "/clients/{id}/",
    tag = "clients",
    params(("id" = i64, Path, description = "Key of the client"), MoveTo),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn delete_client(
    State(app): State<App>,
    caller: Caller<may::ManageClients>,
    Path(id): Path<i64>,
    Query(target): Query<MoveTo>,
) -> Result<Json<String>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    let client = find_whole_client(&*change, &caller, id).await?;
    let sites: Vec<i64> = client.sites.iter().map(|site| site.id).collect();
    empty_sites(&mut change, &caller, id, &sites, client.agent_count, &target).await?;
    let deleted = queries::delete_client(&*change, id).await;
    deleted.map_err(|error| queries::refusal(error, "name"))?;
    change.publish(Event::deleted(Entity::Client, id).about_client(id));

    let message = format!("deleted client {}", client.name);
    let entry = Entry::new(Action::Delete, ObjectType::Client, id, message).client(id);
    change.commit(entry.before(&client.audited())).await?;
    Ok(Json(format!("{} was deleted.", client.name)))
}
