//! Policies together with what belongs to them.

use sea_orm::{ConnectionTrait, DbErr};

use super::policy::Policy;
use super::queries::{self, PolicyRow};
use crate::auth::Scope;
use crate::domain::checks;
use crate::domain::exclusions::{Excluding, ExclusionKind, list_excluded};
use crate::domain::ownership::read_owners;
use crate::domain::policies::policies_in;
use crate::features::tasks;

/// All policies, by name. As many queries for many as for one.
pub async fn list_policies(db: &impl ConnectionTrait, scope: &Scope) -> Result<Vec<Policy>, DbErr> {
    load(db, scope, None).await
}

/// One policy.
pub async fn find_policy(
    db: &impl ConnectionTrait,
    scope: &Scope,
    id: i64,
) -> Result<Option<Policy>, DbErr> {
    // Nothing has the key 0, which means all in the queries.
    Ok(load(db, scope, Some(id)).await?.pop().filter(|policy| policy.id == id))
}

async fn load(
    db: &impl ConnectionTrait,
    scope: &Scope,
    id: Option<i64>,
) -> Result<Vec<Policy>, DbErr> {
    let rows = queries::list_policies(db, id).await?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let owner = (Excluding::Policy, id);
    let mut agents = list_excluded(db, scope, ExclusionKind::Agents, owner).await?;
    let mut sites = list_excluded(db, scope, ExclusionKind::Sites, owner).await?;
    let mut clients = list_excluded(db, scope, ExclusionKind::Clients, owner).await?;
    let mut patches = queries::list_of_policies(db, id).await?;
    let counts = policies_in(db, scope).await?.counts();
    let tasks = tasks::count_by_policy(db).await?;
    let checks = checks::count_by_policy(db).await?;
    let policy = |row: PolicyRow| Policy {
        excluded_agents: agents.remove(&row.id).unwrap_or_default(),
        excluded_sites: sites.remove(&row.id).unwrap_or_default(),
        excluded_clients: clients.remove(&row.id).unwrap_or_default(),
        agents_count: counts.get(&row.id).copied().unwrap_or(0),
        tasks_count: tasks.get(&row.id).copied().unwrap_or(0),
        checks_count: checks.get(&row.id).copied().unwrap_or(0),
        winupdatepolicy: patches.remove(&row.id).into_iter().collect(),
        id: row.id,
        name: row.name,
        desc: row.description,
        active: row.active,
        enforced: row.enforced,
        alert_template: row.alert_template,
        owner_clients: read_owners(&row.owner_clients),
        default_server_policy: row.default_server_policy,
        default_workstation_policy: row.default_workstation_policy,
        stamps: row.stamps,
    };
    Ok(rows.into_iter().map(policy).collect())
}
