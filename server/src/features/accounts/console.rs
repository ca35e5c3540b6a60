//! What the operator does with accounts at the server's own command line.
//!
//! The same requests as through the API, parsed by the same rules.

use sea_orm::{ConnectionTrait, DbErr};
use serde_json::{Map, Value, json};

use super::{ApiKey, NewApiKey, NewUser, PasswordReset, User};
use super::{api_keys, queries, users, writing};
use crate::app::{App, UNFINISHED_RESTORE};
use crate::audit::Change;
use crate::auth::{Identity, Secret, Sender, Vault, hash_password, random_letters};
use crate::domain::runs::{self, CancelledWork, Requester};
use crate::error::ApiError;
use crate::input::{Parse, parse};

/// Characters of a generated password: 119 bits.
const GENERATED_PASSWORD: usize = 21;

pub fn random_password() -> Secret {
    Secret::new(random_letters(GENERATED_PASSWORD))
}

/// Adds a user. The first superuser of an installation that has no owner is
/// its owner from then on.
pub async fn create_user(
    app: &App,
    name: &str,
    password: &Secret,
    is_superuser: bool,
) -> Result<User, ApiError> {
    let request: NewUser = read(json!({ "username": name, "password": password.reveal() }))?;
    users::must_differ(name, password)?;
    let password_hash = hash_password(password, Sender::Known).await;
    let password_hash = password_hash.map_err(ApiError::Internal)?;
    let mut change = writing::begin(app, &Identity::console()).await?;
    let user = User { is_superuser, ..User::from(request) };
    let is_first = is_superuser && queries::installation::count_superusers(&*change).await? == 0;
    let user = users::insert_user(&mut change, &user, &password_hash).await?;
    if is_first {
        queries::installation::set_owner_if_none(&*change, user.id).await?;
    }
    change.commit(users::created(&user)).await?;
    Ok(user)
}

/// All users, by name.
pub async fn list_users(app: &App) -> Result<Vec<User>, ApiError> {
    Ok(queries::users::list_users(app.db.read()).await?)
}

/// Sets a user's password and ends their sessions.
pub async fn reset_password(app: &App, name: &str, password: &Secret) -> Result<(), ApiError> {
    let user = find_user(app, name).await?;
    let _: PasswordReset = read(json!({ "id": user.id, "password": password.reveal() }))?;
    users::must_differ(&user.username, password)?;
    let password_hash = hash_password(password, Sender::Known).await;
    let password_hash = password_hash.map_err(ApiError::Internal)?;
    let change = writing::begin(app, &Identity::console()).await?;
    users::store_password(app, change, &Identity::console(), user.id, &password_hash).await?;
    Ok(())
}

/// Removes two-factor login from a user and ends their sessions.
pub async fn reset_totp(app: &App, name: &str) -> Result<(), ApiError> {
    let user = find_user(app, name).await?;
    let change = writing::begin(app, &Identity::console()).await?;
    users::clear_totp(app, change, &Identity::console(), user.id).await?;
    Ok(())
}

/// Creates an API key with all rights of its user.
pub async fn create_api_key(app: &App, name: &str, user: &str) -> Result<Secret, ApiError> {
    let user = find_user(app, user).await?;
    let NewApiKey(request) = read(json!({ "name": name }))?;
    let key = request.applied_to(ApiKey::of_user(user.id));
    let change = writing::begin(app, &Identity::console()).await?;
    api_keys::must_be_valid(&change, None, &key).await?;
    Ok(Secret::new(api_keys::store(change, &key).await?.key))
}

/// All API keys, by name.
pub async fn list_api_keys(app: &App) -> Result<Vec<ApiKey>, ApiError> {
    Ok(queries::keys::list_keys(app.db.read()).await?)
}

pub async fn revoke_api_key(app: &App, name: &str) -> Result<(), ApiError> {
    let change = writing::begin(app, &Identity::console()).await?;
    let key = queries::keys::find_key_named(&*change, name.trim()).await?;
    let key = key.ok_or(ApiError::NotFound("API key"))?;
    api_keys::revoke(change, &key).await?;
    Ok(())
}

/// Marks a database into which a backup is loaded: no server opens it before
/// [`end_restore`].
pub async fn begin_restore(write: &impl ConnectionTrait) -> Result<(), DbErr> {
    queries::installation::set_fingerprint(write, UNFINISHED_RESTORE).await
}

/// Has servers with this key open a restored database.
pub async fn end_restore(change: &Change, vault: &Vault) -> Result<(), ApiError> {
    Ok(queries::installation::set_fingerprint(&**change, vault.fingerprint()).await?)
}

/// Ends all sessions of a restored installation; returns how many.
pub async fn end_all_sessions(change: &Change) -> Result<u64, ApiError> {
    Ok(queries::sessions::delete_all_sessions(&**change).await?)
}

/// Revokes all API keys of a restored installation and cancels what waits in
/// their name; returns how many there were, and what was cancelled. Some may have
/// been revoked since its backup was made.
pub async fn revoke_all_keys(change: &Change) -> Result<(usize, CancelledWork), ApiError> {
    let keys = queries::keys::list_keys(&**change).await?;
    queries::keys::delete_all_keys(&**change).await?;
    let mut cancelled = CancelledWork::default();
    for key in &keys {
        let reason = format!("the API key {} was revoked by a restore", key.name);
        cancelled += runs::cancel_waiting(change, Requester::ApiKey(key.id), &reason).await?;
    }
    Ok((keys.len(), cancelled))
}

async fn find_user(app: &App, name: &str) -> Result<User, ApiError> {
    let user = queries::users::find_user_named(app.db.read(), name.trim()).await?;
    user.ok_or(ApiError::NotFound("user"))
}

fn read<T: Parse>(request: Value) -> Result<T, ApiError> {
    match request {
        Value::Object(fields) => parse(&fields, false),
        _ => parse(&Map::new(), false),
    }
}
