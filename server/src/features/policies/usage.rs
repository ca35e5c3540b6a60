//! Where a policy is set, who may therefore change it, and what deleting it
//! means.

use sea_orm::{ConnectionTrait, DbErr};

use super::queries::{self, AssignedAgent, AssignedClient, AssignedSite};
use crate::auth::Scope;
use crate::domain::fleet::AffectedAgents;
use crate::domain::ownership::{must_be_owned, read_owners};
use crate::error::ApiError;

/// How many assignments a refusal names.
const NAMED: usize = 10;

/// Everywhere a policy is set, in scope or not.
#[derive(Debug)]
pub struct Usage {
    policy_name: String,
    /// The clients it belongs to.
    owners: Vec<i64>,
    is_server_default: bool,
    is_workstation_default: bool,
    clients: Vec<AssignedClient>,
    sites: Vec<AssignedSite>,
    agents: Vec<AssignedAgent>,
}

/// Everywhere a policy is set; nothing if there is no such policy.
pub async fn find_usage(db: &impl ConnectionTrait, policy: i64) -> Result<Option<Usage>, DbErr> {
    let rows = queries::list_policies(db, Some(policy)).await?;
    let Some(row) = rows.into_iter().find(|row| row.id == policy) else { return Ok(None) };
    let scope = Scope::everything();
    Ok(Some(Usage {
        policy_name: row.name,
        owners: read_owners(&row.owner_clients),
        is_server_default: row.default_server_policy,
        is_workstation_default: row.default_workstation_policy,
        clients: queries::list_assigned_clients(db, &scope, Some(policy)).await?,
        sites: queries::list_assigned_sites(db, &scope, Some(policy)).await?,
        agents: queries::list_assigned_agents(db, &scope, policy).await?,
    }))
}

/// Where a policy is set, if the caller may change it or what it owns: it
/// belongs to clients of the scope, and is set nowhere else, where it would
/// affect others.
///
/// No one else assigns or changes it until the transaction ends.
pub async fn must_be_changeable(
    write: &impl ConnectionTrait,
    scope: &Scope,
    policy: i64,
) -> Result<Usage, ApiError> {
    queries::lock_policy(write, policy).await?;
    let usage = find_usage(write, policy).await?.ok_or(ApiError::NotFound("policy"))?;
    must_be_owned(scope, &usage.owners)?;
    if !usage.is_within(scope) {
        let sentence = "the policy is in use outside your role's scope";
        return Err(ApiError::Forbidden(sentence.to_owned()));
    }
    Ok(usage)
}

/// Whether somebody with this scope may change a policy or what it owns.
pub async fn is_changeable(
    db: &impl ConnectionTrait,
    scope: &Scope,
    policy: i64,
) -> Result<bool, DbErr> {
    if scope.is_everything() {
        return Ok(true);
    }
    let usage = find_usage(db, policy).await?;
    Ok(usage.is_some_and(|usage| scope.may_change(&usage.owners) && usage.is_within(scope)))
}

impl Usage {
    pub fn policy_name(&self) -> &str {
        &self.policy_name
    }

    /// How many assignments.
    pub fn count(&self) -> usize {
        self.names().count()
    }

    /// The agents whose policies change when this one does.
    pub fn touched(&self) -> AffectedAgents {
        AffectedAgents {
            everything: self.is_server_default || self.is_workstation_default,
            clients: self.clients.iter().map(|client| client.id).collect(),
            sites: self.sites.iter().map(|site| site.id).collect(),
            agents: self.agents.iter().map(|agent| agent.id).collect(),
        }
    }

    /// Refuses to delete a policy that is assigned, naming the first
    /// assignments.
    pub fn must_be_unused(&self) -> Result<(), ApiError> {
        let mut names: Vec<String> = self.names().collect();
        if names.is_empty() {
            return Ok(());
        }
        let more = match names.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        names.truncate(NAMED);
        Err(ApiError::InUse(format!("it is in use by {}{more}", names.join(", "))))
    }

    fn is_within(&self, scope: &Scope) -> bool {
        let is_default = self.is_server_default || self.is_workstation_default;
        (scope.is_everything() || !is_default)
            && self.clients.iter().all(|client| scope.has_whole_client(client.id))
            && self.sites.iter().all(|site| scope.has_site(site.client, site.id))
            && self.agents.iter().all(|agent| scope.has_site(agent.client, agent.site))
    }

    fn names(&self) -> impl Iterator<Item = String> + '_ {
        let defaults = [
            self.is_server_default.then(|| "the default of servers".to_owned()),
            self.is_workstation_default.then(|| "the default of workstations".to_owned()),
        ];
        let clients = self.clients.iter().map(|client| format!("client {}", client.name));
        let sites =
            self.sites.iter().map(|site| format!("site {} of {}", site.name, site.client_name));
        let agents = self.agents.iter().map(|agent| format!("agent {}", agent.hostname));
        defaults.into_iter().flatten().chain(clients).chain(sites).chain(agents)
    }
}
