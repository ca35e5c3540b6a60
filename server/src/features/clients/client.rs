//! A client as the API shows it.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::site::Site;
use crate::audit::Stamps;
use crate::domain::custom_fields::FieldValue;

/// A customer whose computers are managed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Client {
    /// Key of the client.
    pub id: i64,
    /// Unique, whatever the case.
    pub name: String,
    /// Policy for servers.
    pub server_policy: Option<i64>,
    /// Policy for workstations.
    pub workstation_policy: Option<i64>,
    /// Template that decides who is notified of alerts.
    pub alert_template: Option<i64>,
    /// Whether the global default policy stops here.
    pub block_policy_inheritance: bool,
    /// The client's sites in the caller's scope, by name.
    pub sites: Vec<Site>,
    /// Values of custom fields that are set; the others have the default of
    /// their definition.
    pub custom_fields: Vec<FieldValue>,
    /// Agents in the caller's scope.
    pub agent_count: i64,
    /// Whether any of them is in maintenance.
    pub maintenance_mode: bool,
    /// How many of them are in maintenance.
    pub agents_in_maintenance: i64,
    /// How many of the others are overdue.
    pub agents_overdue: i64,
    /// How many of their checks fail.
    pub failing_checks: FailingChecks,
    /// Who made and last changed it.
    #[serde(flatten)]
    pub stamps: Stamps,
}

/// Failing checks by severity.
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
pub struct FailingChecks {
    /// With severity error.
    pub error: i64,
    /// With severity warning.
    pub warning: i64,
}

impl Client {
    /// What the audit log stores: without counts.
    pub(super) fn audited(&self) -> Value {
        let names: Vec<&String> = self.sites.iter().map(|site| &site.name).collect();
        serde_json::json!({
            "id": self.id,
            "name": self.name,
            "server_policy": self.server_policy,
            "workstation_policy": self.workstation_policy,
            "alert_template": self.alert_template,
            "block_policy_inheritance": self.block_policy_inheritance,
            "custom_fields": self.custom_fields,
            "sites": names,
        })
    }
}
