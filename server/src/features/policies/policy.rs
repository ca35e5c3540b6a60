//! A policy as the API shows it.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::patch_policy::PatchPolicy;
use crate::audit::Stamps;

/// What many agents have in common.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Policy {
    /// Key of the policy.
    pub id: i64,
    /// Unique, whatever the case.
    pub name: String,
    /// What people say about it.
    pub desc: String,
    /// Whether it acts.
    pub active: bool,
    /// Whether its checks win over the agents' own.
    pub enforced: bool,
    /// Template that decides who is notified of alerts.
    pub alert_template: Option<i64>,
    /// Keys of the clients it belongs to; empty for all. Callers with a scope
    /// change only what belongs to clients of it.
    pub owner_clients: Vec<i64>,
    /// Agents it leaves out, as far as the caller's scope goes.
    pub excluded_agents: Vec<i64>,
    /// Sites it leaves out, as far as the caller's scope goes.
    pub excluded_sites: Vec<i64>,
    /// Clients it leaves out, as far as the caller's scope goes.
    pub excluded_clients: Vec<i64>,
    /// Whether it is the policy of all servers.
    pub default_server_policy: bool,
    /// Whether it is the policy of all workstations.
    pub default_workstation_policy: bool,
    /// Agents in the caller's scope that it reaches.
    pub agents_count: i64,
    /// Its tasks.
    pub tasks_count: i64,
    /// Its checks.
    pub checks_count: i64,
    /// Its patch policy, if it has one.
    pub winupdatepolicy: Vec<PatchPolicy>,
    /// Who made and last changed it.
    #[serde(flatten)]
    pub stamps: Stamps,
}

impl Policy {
    /// What the audit log stores: the policy itself.
    pub fn audited(&self) -> Value {
        serde_json::json!({
            "id": self.id,
            "name": self.name,
            "desc": self.desc,
            "active": self.active,
            "enforced": self.enforced,
            "alert_template": self.alert_template,
            "owner_clients": self.owner_clients,
            "excluded_agents": self.excluded_agents,
            "excluded_sites": self.excluded_sites,
            "excluded_clients": self.excluded_clients,
        })
    }
}
