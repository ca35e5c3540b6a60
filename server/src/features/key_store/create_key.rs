//! `POST /core/keystore/`: a new value.

use axum::Json;
use axum::extract::State;

use super::form::CreateKey;
use super::key::{KeyStore, audited};
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType, Stamps};
use crate::auth::{Caller, may};
use crate::domain::definitions::{Changed, mark_due};
use crate::domain::key_store::{Key, KeyLimits, queries};
use crate::domain::settings::read_settings;
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::input::Body;

/// Add a value to the key store.
///
/// Only callers without a scope may do this.
#[utoipa::path(
    post,
    path = "/core/keystore/",
    tag = "core",
    request_body = CreateKey,
    responses((status = 200, body = KeyStore), (status = "default", body = ErrorBody)),
)]
pub async fn create_key(
    State(app): State<App>,
    caller: Caller<may::EditGlobalKeystore>,
    Body(request): Body<CreateKey>,
) -> Result<Json<KeyStore>, ApiError> {
    caller.must_see_everything()?;
    let CreateKey { name, value, secret, limits } = request;
    let mut change = Change::begin(&app, &caller).await?;
    let secret = match secret {
        Some(secret) => secret,
        None => read_settings(&*change, &app.vault).await?.keystore_secret_default,
    };
    if queries::name_taken(&*change, &name, 0).await? {
        return Err(ApiError::invalid("name", "this name is already used"));
    }
    let limits = limits.applied_to(&*change, &KeyLimits::default()).await?;
    let key = Key { id: 0, name, value, secret, limits, stamps: Stamps::none() };
    let inserted = queries::insert_key(&*change, &app.vault, &key, change.username()).await;
    let id = inserted.map_err(queries::refusal)?;

    let key = queries::lock_key(&*change, &app.vault, id).await?;
    let key = key.ok_or(ApiError::NotFound("key store value"))?;
    mark_due(&change, Changed::KeyStore).await?;
    change.publish(Event::saved(Entity::KeyStore, id));
    let message = format!("added key store value {}", key.name);
    let entry = Entry::new(Action::Add, ObjectType::KeyStore, id, message);
    change.commit(entry.after(&audited(&key))).await?;
    Ok(Json(KeyStore::of(&key)))
}
