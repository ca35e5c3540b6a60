//! `PUT /core/keystore/<id>/`: changes a value.

use axum::Json;
use axum::extract::State;

use super::form::KeyForm;
use super::key::{KeyStore, audited};
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::definitions::{Changed, mark_due};
use crate::domain::key_store::{Key, queries};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::input::{Body, IfMatch, Path};

/// Change a value of the key store.
///
/// Absent keys keep what they have, and so does the mask as `value`. A secret
/// becomes readable only together with a new value. Only callers without a
/// scope may do this.
#[utoipa::path(
    put,
    path = "/core/keystore/{id}/",
    tag = "core",
    params(("id" = i64, Path, description = "Key of the value"), IfMatch),
    request_body = KeyForm,
    responses((status = 200, body = KeyStore), (status = "default", body = ErrorBody)),
)]
pub async fn update_key(
    State(app): State<App>,
    caller: Caller<may::EditGlobalKeystore>,
    Path(id): Path<i64>,
    seen: IfMatch,
    Body(form): Body<KeyForm>,
) -> Result<Json<KeyStore>, ApiError> {
    caller.must_see_everything()?;
    let mut change = Change::begin(&app, &caller).await?;
    let old = queries::lock_key(&*change, &app.vault, id).await?;
    let old = old.ok_or(ApiError::NotFound("key store value"))?;
    seen.must_be_newest(&old.stamps, &KeyStore::of(&old))?;
    let limits = form.limits.applied_to(&*change, &old.limits).await?;
    let new = form.applied_to(Key { limits, ..old.clone() })?;
    if queries::name_taken(&*change, &new.name, id).await? {
        return Err(ApiError::invalid("name", "this name is already used"));
    }
    let written = queries::update_key(&*change, &app.vault, &new, change.username()).await;
    written.map_err(queries::refusal)?;

    let key = queries::lock_key(&*change, &app.vault, id).await?;
    let key = key.ok_or(ApiError::NotFound("key store value"))?;
    mark_due(&change, Changed::KeyStore).await?;
    change.publish(Event::saved(Entity::KeyStore, id));
    let message = match key.value == old.value {
        true => format!("changed key store value {}, not the value itself", key.name),
        false => format!("changed key store value {}", key.name),
    };
    let entry = Entry::new(Action::Modify, ObjectType::KeyStore, id, message);
    change.commit(entry.before(&audited(&old)).after(&audited(&key))).await?;
    Ok(Json(KeyStore::of(&key)))
}
