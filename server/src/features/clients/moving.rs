//! Moving agents to another site, and finding a site to put things in.

use sea_orm::{ConnectionTrait, DbErr};
use utoipa::IntoParams;

use super::queries;
use crate::audit::Change;
use crate::auth::{Identity, Scope};
use crate::domain::definitions;
use crate::domain::fleet::{self, AffectedAgents, Target};
use crate::domain::freeze::must_stay_frozen;
use crate::error::ApiError;
use crate::input::{Fields, Parse};

/// Where agents go when their site or client is deleted.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MoveTo {
    /// Site that takes the agents; needed when there are any.
    pub(super) move_to_site: Option<i64>,
}

impl Parse for MoveTo {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { move_to_site: fields.whole("move_to_site").optional() }
    }
}

/// A site and its client, with their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedSite {
    /// Key of the site.
    pub site: i64,
    /// Name of the site.
    pub site_name: String,
    /// Key of the client.
    pub client: i64,
    /// Name of the client.
    pub client_name: String,
}

/// A site that is in scope; for features that put something into one.
pub async fn find_site_in_scope(
    db: &impl ConnectionTrait,
    scope: &Scope,
    id: i64,
) -> Result<Option<NamedSite>, DbErr> {
    let site = queries::find_site(db, scope, id).await?;
    Ok(site.map(|site| NamedSite {
        site: site.id,
        site_name: site.name,
        client: site.client,
        client_name: site.client_name,
    }))
}

/// Empties sites of a client before they are deleted. Agents move to another site
/// in scope, which must not be one of those, and so do removed ones that can be
/// restored. Without that site there are no agents, and the removals become final.
pub(super) async fn empty_sites(
    change: &mut Change,
    caller: &Identity,
    client: i64,
    sites: &[i64],
    agents: i64,
    target: &MoveTo,
) -> Result<(), ApiError> {
    let Some(id) = target.move_to_site else {
        if agents == 0 {
            return delete_removed(change, sites).await;
        }
        let sentence = format!("choose the site that takes its agents ({agents})");
        return Err(ApiError::invalid("move_to_site", sentence));
    };
    let found = find_site_in_scope(&**change, &caller.scope, id).await?;
    let found = found.ok_or_else(|| ApiError::invalid("move_to_site", "choose a site"))?;
    if sites.contains(&id) {
        return Err(ApiError::invalid("move_to_site", "must be a site that stays"));
    }
    must_stay_frozen(&**change, client, found.client).await?;
    fleet::store::move_agents(&**change, sites, id, change.username()).await?;
    // The whole site: that is cheaper than to remember which agents came.
    Ok(definitions::touch(change, &AffectedAgents::site(id)).await?)
}

/// Ends the removals of agents that could only be restored to these sites. None
/// ends while it is frozen.
async fn delete_removed(change: &mut Change, sites: &[i64]) -> Result<(), ApiError> {
    let removed = fleet::lock_removed_of(&**change, sites).await?;
    if removed.is_empty() {
        return Ok(());
    }
    removed.iter().try_for_each(Target::must_be_thawed)?;
    let entries = fleet::finish_removals(change, &removed).await?;
    entries.into_iter().for_each(|entry| change.add_entry(entry));
    Ok(())
}
