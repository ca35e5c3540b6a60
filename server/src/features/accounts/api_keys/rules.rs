//! What a key may be: valid, and never more powerful than the caller who creates it.

use ipnet::IpNet;

use super::api_key::ApiKey;
use crate::audit::Change;
use crate::auth::{Credential, Identity};
use crate::error::ApiError;
use crate::features::accounts::{clients_and_sites, grants, queries, writing};
use crate::time::Timestamp;

/// Refuses a caller who holds less than the key does, or less than its user
/// when that is somebody else.
pub async fn must_cover(change: &Change, caller: &Identity, key: &ApiKey) -> Result<(), ApiError> {
    let user = queries::users::find_permissions(&**change, key.user).await?;
    let user = user.ok_or_else(|| ApiError::invalid("user", "there is no such user"))?;
    if key.user != caller.user_id {
        grants::must_cover(&**change, caller, &user).await?;
    }
    grants::must_cover(&**change, caller, &user.narrowed(&key.narrowing())).await?;
    must_not_outdo_own_key(change, caller, key).await
}

/// A caller who came with a key that expires, or that works from some networks
/// only, must not make or change one without those bounds.
async fn must_not_outdo_own_key(
    change: &Change,
    caller: &Identity,
    key: &ApiKey,
) -> Result<(), ApiError> {
    let Credential::Key { id, .. } = caller.credential else { return Ok(()) };
    let own = queries::keys::find_key(&**change, id).await?;
    let own = own.ok_or(ApiError::InvalidCredentials)?;
    if own.id == key.id && own.networks == key.networks && own.expiration == key.expiration {
        return Ok(());
    }
    let lies_within = |network: &IpNet| own.networks.iter().any(|outer| outer.contains(network));
    let is_bounded = !key.networks.is_empty() && key.networks.iter().all(lies_within);
    if !own.networks.is_empty() && !is_bounded {
        let sentence = "your own key works from some networks only: this one must as well";
        return Err(ApiError::Forbidden(sentence.to_owned()));
    }
    if let Some(end) = own.expiration
        && key.expiration.is_none_or(|other| other > end)
    {
        let sentence = "your own key expires: this one must not outlive it";
        return Err(ApiError::Forbidden(sentence.to_owned()));
    }
    Ok(())
}

/// Refuses a name that is taken, an end in the past, and clients and sites
/// that do not exist.
pub async fn must_be_valid(
    change: &Change,
    old: Option<&ApiKey>,
    new: &ApiKey,
) -> Result<(), ApiError> {
    let named = queries::keys::find_key_named(&**change, &new.name).await?;
    if named.is_some_and(|other| other.id != new.id) {
        return Err(writing::is_taken("name"));
    }
    let is_new_end = old.is_none_or(|old| old.expiration != new.expiration);
    if is_new_end && new.expiration.is_some_and(|end| end <= Timestamp::now()) {
        return Err(ApiError::invalid("expiration", "must be in the future"));
    }
    let (clients, sites) = (("clients", &new.clients[..]), ("sites", &new.sites[..]));
    clients_and_sites::must_exist(&**change, clients, sites).await
}
