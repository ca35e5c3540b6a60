//! Nobody grants more than they hold, nor changes somebody who holds more.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr};

use super::queries::{clients_and_sites, keys, users};
use crate::auth::{Credential, Identity, Permissions, Right, ScopeGroup};
use crate::error::ApiError;

/// Refuses when `wanted` has a right, client or site that the caller has not.
pub async fn must_cover(
    db: &impl ConnectionTrait,
    caller: &Identity,
    wanted: &Permissions,
) -> Result<(), ApiError> {
    let held = Permissions {
        is_superuser: caller.is_superuser,
        rights: caller.rights,
        scope: caller.scope.clone(),
    };
    match find_excess(db, &held, wanted).await? {
        None => Ok(()),
        Some(what) => {
            Err(ApiError::Forbidden(format!("this is more than you have yourself: {what}")))
        }
    }
}

/// Refuses a caller who holds less than this user; returns what the user holds.
/// No such user: 404.
pub async fn must_cover_user(
    db: &impl ConnectionTrait,
    caller: &Identity,
    user: i64,
) -> Result<Permissions, ApiError> {
    let permissions = users::find_permissions(db, user).await?.ok_or(ApiError::NotFound("user"))?;
    must_cover(db, caller, &permissions).await?;
    Ok(permissions)
}

/// Refuses a caller whose key expires or works from some networks only: users
/// and roles have no such bounds.
pub async fn must_be_unbounded(
    db: &impl ConnectionTrait,
    caller: &Identity,
) -> Result<(), ApiError> {
    let Credential::Key { id, .. } = caller.credential else { return Ok(()) };
    let own = keys::find_key(db, id).await?.ok_or(ApiError::InvalidCredentials)?;
    if own.networks.is_empty() && own.expiration.is_none() {
        return Ok(());
    }
    let sentence = "your own key expires or works from some networks only, and this would not: \
                    log in, or use a key without these bounds";
    Err(ApiError::Forbidden(sentence.to_owned()))
}

/// The first thing in `wanted` that goes beyond `held`, in words.
pub async fn find_excess(
    db: &impl ConnectionTrait,
    held: &Permissions,
    wanted: &Permissions,
) -> Result<Option<String>, DbErr> {
    if held.is_superuser || wanted.is_nothing() {
        return Ok(None);
    }
    if wanted.is_superuser {
        return Ok(Some("superuser".to_owned()));
    }
    let missing: Vec<&str> =
        wanted.rights.iter().filter(|right| !held.rights.has(*right)).map(Right::flag).collect();
    if !missing.is_empty() {
        return Ok(Some(missing.join(", ")));
    }
    if held.scope.is_everything() {
        return Ok(None);
    }
    let sites: Vec<i64> =
        wanted.scope.groups().iter().flat_map(|group| group.sites.clone()).collect();
    let clients = clients_and_sites::clients_of_sites(db, &sites).await?;
    let is_inside = |outer: &ScopeGroup| {
        wanted.scope.groups().iter().any(|inner| lies_within(inner, outer, &clients))
    };
    let is_covered = held.scope.groups().iter().all(is_inside);
    Ok((!is_covered).then(|| "clients or sites outside your scope".to_owned()))
}

/// Whether all of `inner` is in `outer`. A client is not the sum of its sites:
/// it also covers future ones.
fn lies_within(inner: &ScopeGroup, outer: &ScopeGroup, clients: &HashMap<i64, i64>) -> bool {
    let has_site = |site: &i64| {
        outer.sites.contains(site)
            || clients.get(site).is_some_and(|client| outer.clients.contains(client))
    };
    inner.clients.iter().all(|client| outer.clients.contains(client))
        && inner.sites.iter().all(has_site)
}
