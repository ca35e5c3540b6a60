//! Credentials that others made for a user who held nothing then.
//!
//! Callers who manage keys may make one for a user without any right. It must not
//! become powerful together with the user.

use super::api_keys::ApiKey;
use super::{grants, queries};
use crate::audit::Change;
use crate::auth::{Identity, Permissions};
use crate::error::ApiError;
use crate::events::{Entity, Event};

/// For users who held nothing and get rights: ends their sessions, and revokes
/// the keys of makers who do not hold these rights themselves. Returns the names
/// of the keys.
pub async fn revoke(
    change: &mut Change,
    caller: &Identity,
    users: &[i64],
    held: &Permissions,
    gained: &Permissions,
) -> Result<Vec<String>, ApiError> {
    let mut revoked = Vec::new();
    if !held.is_nothing() || gained.is_nothing() {
        return Ok(revoked);
    }
    for user in users {
        queries::sessions::delete_sessions(&**change, *user, None).await?;
    }
    for key in queries::keys::list_keys_of(&**change, users).await? {
        if !may_stay(change, caller, &key, gained).await? {
            queries::keys::delete_key(&**change, key.id).await?;
            change.publish(Event::deleted(Entity::ApiKey, key.id));
            revoked.push(key.name);
        }
    }
    Ok(revoked)
}

/// Whether everybody who has seen this key may hold what it can do now: the one
/// who made it, and the one who changed it, as that may have been a rotation.
async fn may_stay(
    change: &Change,
    caller: &Identity,
    key: &ApiKey,
    gained: &Permissions,
) -> Result<bool, ApiError> {
    let console = Identity::console();
    let trusted = [&caller.username, &key.username, &console.username];
    for maker in [&key.stamps.created_by, &key.stamps.modified_by] {
        if trusted.contains(&maker) {
            continue;
        }
        let maker = queries::users::find_user_named(&**change, maker).await?;
        let Some(maker) = maker.filter(|maker| maker.is_active) else { return Ok(false) };
        let holds = queries::users::find_permissions(&**change, maker.id).await?;
        let Some(holds) = holds else { return Ok(false) };
        if grants::find_excess(&**change, &holds, gained).await?.is_some() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A message of the audit log that names the keys that were revoked with it.
pub fn named_in(message: String, revoked: &[String]) -> String {
    match revoked {
        [] => message,
        names => {
            let names = names.join(", ");
            format!("{message} and revoked API keys that others had made: {names}")
        }
    }
}
