//! `DELETE /core/keystore/<id>/`: removes a value.

use axum::Json;
use axum::extract::State;

use super::key::audited;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::definitions::{Changed, mark_due};
use crate::domain::key_store::queries;
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::input::Path;

/// Remove a value from the key store.
///
/// Only callers without a scope may do this.
#[utoipa::path(
    delete,
    path = "/core/keystore/{id}/",
    tag = "core",
    params(("id" = i64, Path, description = "Key of the value")),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn delete_key(
    State(app): State<App>,
    caller: Caller<may::EditGlobalKeystore>,
    Path(id): Path<i64>,
) -> Result<Json<String>, ApiError> {
    caller.must_see_everything()?;
    let mut change = Change::begin(&app, &caller).await?;
    let key = queries::lock_key(&*change, &app.vault, id).await?;
    let key = key.ok_or(ApiError::NotFound("key store value"))?;
    queries::delete_key(&*change, id).await?;

    mark_due(&change, Changed::KeyStore).await?;
    change.publish(Event::deleted(Entity::KeyStore, id));
    let message = format!("deleted key store value {}", key.name);
    let entry = Entry::new(Action::Delete, ObjectType::KeyStore, id, message.clone());
    change.commit(entry.before(&audited(&key))).await?;
    Ok(Json(message))
}
