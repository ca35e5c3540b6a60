//! Nobody grants more than they hold, nor changes somebody who holds more.

use std::collections::HashMap;

use sea_orm::ConnectionTrait;

use super::queries::{clients_and_sites, users};
use crate::auth::{Identity, Permissions, Right, ScopeGroup};
use crate::error::ApiError;

/// Refuses when `wanted` has a right, client or site that the caller has not.
pub async fn must_cover(
    db: &impl ConnectionTrait,
    caller: &Identity,
    wanted: &Permissions,
) -> Result<(), ApiError> {
    if caller.is_superuser || wanted.is_nothing() {
        return Ok(());
    }
    if wanted.is_superuser {
        return refuse("superuser");
    }
    let missing: Vec<&str> =
        wanted.rights.iter().filter(|right| !caller.rights.has(*right)).map(Right::flag).collect();
    if !missing.is_empty() {
        return refuse(&missing.join(", "));
    }
    if caller.scope.is_everything() {
        return Ok(());
    }
    let sites: Vec<i64> =
        wanted.scope.groups().iter().flat_map(|group| group.sites.clone()).collect();
    let clients = clients_and_sites::clients_of_sites(db, &sites).await?;
    let is_inside = |outer: &ScopeGroup| {
        wanted.scope.groups().iter().any(|inner| lies_within(inner, outer, &clients))
    };
    if caller.scope.groups().iter().all(is_inside) {
        return Ok(());
    }
    refuse("clients or sites outside your scope")
}

/// Refuses a caller who holds less than this user. No such user: 404.
pub async fn must_cover_user(
    db: &impl ConnectionTrait,
    caller: &Identity,
    user: i64,
) -> Result<(), ApiError> {
    let permissions = users::find_permissions(db, user).await?.ok_or(ApiError::NotFound("user"))?;
    must_cover(db, caller, &permissions).await
}

fn refuse(what: &str) -> Result<(), ApiError> {
    Err(ApiError::Forbidden(format!("this is more than you hold yourself: {what}")))
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
