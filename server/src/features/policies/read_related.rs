//! `GET /automation/policies/<id>/related/`: where a policy is set.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::queries::{self, AssignedAgent, AssignedClient, AssignedSite};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Path;

/// Where a policy is set, as far as the caller's scope goes.
#[derive(Serialize, ToSchema)]
pub struct Related {
    /// Key of the policy.
    pk: i64,
    /// Name of the policy.
    name: String,
    /// Clients whose servers have it.
    server_clients: Vec<RelatedClient>,
    /// Clients whose workstations have it.
    workstation_clients: Vec<RelatedClient>,
    /// Sites whose servers have it.
    server_sites: Vec<RelatedSite>,
    /// Sites whose workstations have it.
    workstation_sites: Vec<RelatedSite>,
    /// Agents it is set on.
    agents: Vec<RelatedAgent>,
    /// Whether it is the policy of all servers.
    is_default_server_policy: bool,
    /// Whether it is the policy of all workstations.
    is_default_workstation_policy: bool,
}

/// A client with the policy.
#[derive(Serialize, ToSchema)]
pub struct RelatedClient {
    /// Key of the client.
    id: i64,
    /// Name of the client.
    name: String,
}

/// A site with the policy.
#[derive(Serialize, ToSchema)]
pub struct RelatedSite {
    /// Key of the site.
    id: i64,
    /// Name of the site.
    name: String,
    /// Key of its client.
    client: i64,
    /// Name of its client.
    client_name: String,
}

/// An agent with the policy.
#[derive(Serialize, ToSchema)]
pub struct RelatedAgent {
    /// Key of the agent.
    id: i64,
    /// Identifier of the agent.
    agent_id: String,
    /// The host name of the computer.
    hostname: String,
    /// Key of its site.
    site: i64,
    /// Name of its site.
    site_name: String,
    /// Key of its client.
    client: i64,
    /// Name of its client.
    client_name: String,
}

/// Read where a policy is set.
#[utoipa::path(
    get,
    path = "/automation/policies/{id}/related/",
    tag = "policies",
    params(("id" = i64, Path, description = "Key of the policy")),
    responses((status = 200, body = Related), (status = "default", body = ErrorBody)),
)]
pub async fn read_related(
    State(app): State<App>,
    caller: Caller<may::ListAutomationPolicies>,
    Path(id): Path<i64>,
) -> Result<Json<Related>, ApiError> {
    let (db, scope) = (app.db.read(), &caller.scope);
    let policies = queries::list_policies(db, Some(id)).await?;
    let policy = policies.into_iter().find(|policy| policy.id == id);
    let policy = policy.ok_or(ApiError::NotFound("policy"))?;
    let clients = queries::list_assigned_clients(db, scope, Some(id)).await?;
    let sites = queries::list_assigned_sites(db, scope, Some(id)).await?;
    let agents = queries::list_assigned_agents(db, scope, id).await?;
    let is_server_client = |client: &&AssignedClient| client.server_policy == Some(id);
    let is_workstation_client = |client: &&AssignedClient| client.workstation_policy == Some(id);
    let is_server_site = |site: &&AssignedSite| site.server_policy == Some(id);
    let is_workstation_site = |site: &&AssignedSite| site.workstation_policy == Some(id);
    Ok(Json(Related {
        pk: id,
        name: policy.name,
        server_clients: clients.iter().filter(is_server_client).map(Into::into).collect(),
        workstation_clients: clients.iter().filter(is_workstation_client).map(Into::into).collect(),
        server_sites: sites.iter().filter(is_server_site).map(Into::into).collect(),
        workstation_sites: sites.iter().filter(is_workstation_site).map(Into::into).collect(),
        agents: agents.into_iter().map(Into::into).collect(),
        is_default_server_policy: policy.default_server_policy,
        is_default_workstation_policy: policy.default_workstation_policy,
    }))
}

impl From<&AssignedClient> for RelatedClient {
    fn from(client: &AssignedClient) -> Self {
        Self { id: client.id, name: client.name.clone() }
    }
}

impl From<&AssignedSite> for RelatedSite {
    fn from(site: &AssignedSite) -> Self {
        Self {
            id: site.id,
            name: site.name.clone(),
            client: site.client,
            client_name: site.client_name.clone(),
        }
    }
}

impl From<AssignedAgent> for RelatedAgent {
    fn from(agent: AssignedAgent) -> Self {
        Self {
            id: agent.id.into(),
            agent_id: agent.agent_id.into(),
            hostname: agent.hostname,
            site: agent.site,
            site_name: agent.site_name,
            client: agent.client,
            client_name: agent.client_name,
        }
    }
}
