//! An agent as the API shows it, in its three forms.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::form::SHELLS;
use crate::domain::alert_templates::ShownTemplate;
use crate::domain::custom_fields::FieldValue;
use crate::domain::fleet::{MONITORING_TYPES, PLATFORMS, ShownCapability, ShownDisk, Status};
use crate::events::catalogue::CheckCounts;
use crate::features::policies::PatchPolicy;
use crate::features::winupdate::AgentUpdates;
use crate::time::Timestamp;

/// An agent with everything a list shows: the shape of what `fleet` writes.
#[derive(Serialize, ToSchema)]
pub struct AgentItem {
    /// Key of the agent.
    pub id: i64,
    /// Identifier of the agent, used in paths.
    pub agent_id: String,
    /// The host name of the computer.
    pub hostname: String,
    /// What people say about it.
    pub description: String,
    /// Key of the site.
    pub site: i64,
    /// Name of the site.
    pub site_name: String,
    /// Key of the client.
    pub client: i64,
    /// Name of the client.
    pub client_name: String,
    /// The rest of the item.
    #[serde(flatten)]
    pub facts: AgentFacts,
}

/// A single agent: the item of a list, and what only one agent's page needs.
#[derive(Serialize, ToSchema)]
pub struct Agent {
    /// Key of the agent.
    pub id: i64,
    /// Identifier of the agent, used in paths.
    pub agent_id: String,
    /// The host name of the computer.
    pub hostname: String,
    /// What people say about it.
    pub description: String,
    /// Key of the site.
    pub site: i64,
    /// Name of the site.
    pub site_name: String,
    /// Name of the client.
    pub client: String,
    /// Name of the client.
    pub client_name: String,
    /// The rest of the item.
    #[serde(flatten)]
    pub facts: AgentFacts,
    /// What only one agent's page needs.
    #[serde(flatten)]
    pub detail: AgentDetail,
}

/// What list and single agent share.
#[derive(Serialize, ToSchema)]
pub struct AgentFacts {
    /// `server` or `workstation`.
    #[schema(extensions(("x-enum-values" = json!(MONITORING_TYPES))))]
    pub monitoring_type: String,
    /// `windows`, `linux` or `darwin`.
    #[schema(extensions(("x-enum-values" = json!(PLATFORMS))))]
    pub plat: String,
    /// `amd64`, `386`, `arm64` or `arm`.
    pub goarch: String,
    /// Whether it is there.
    pub status: Status,
    /// Whether it has a line to the server at this moment.
    pub connected: bool,
    /// When it was last heard of.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub last_seen: Option<Timestamp>,
    /// When its system started, in seconds since 1970; null until it is known.
    pub boot_time: Option<f64>,
    /// Release of the agent program.
    pub version: String,
    /// Name and release of the system.
    pub operating_system: String,
    /// The address the server sees it at.
    pub public_ip: String,
    /// The machine's own addresses.
    pub local_ips: String,
    /// Maker and model.
    pub make_model: String,
    /// Serial number.
    pub serial_number: String,
    /// Processors.
    #[schema(value_type = Vec<String>)]
    pub cpu_model: Box<RawValue>,
    /// Graphics cards.
    pub graphics: String,
    /// Physical disks.
    #[schema(value_type = Vec<String>)]
    pub physical_disks: Box<RawValue>,
    /// Memory in GB.
    pub total_ram: Option<i64>,
    /// Who is logged in, or was last.
    pub logged_username: String,
    /// Whether that person is gone.
    pub italic: bool,
    /// Whether the system asks for a reboot.
    pub needs_reboot: bool,
    /// Whether alerts are silenced.
    pub maintenance_mode: bool,
    /// When maintenance ends by itself.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub maintenance_until: Option<Timestamp>,
    /// Policy set on the agent itself.
    pub policy: Option<i64>,
    /// Whether policies of site, client and installation stop here.
    pub block_policy_inheritance: bool,
    /// Alert template in force; null for none.
    pub alert_template: Option<ShownTemplate>,
    /// Whether approved updates wait.
    pub has_patches_pending: bool,
    /// Its updates, counted.
    #[schema(value_type = AgentUpdates)]
    pub updates: Box<RawValue>,
    /// When its software was last collected; null if never.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub software_collected_at: Option<Timestamp>,
    /// Actions that wait for the agent.
    pub pending_actions_count: i64,
    /// Checks by state.
    #[schema(value_type = CheckCounts)]
    pub checks: Box<RawValue>,
    /// Mail when overdue.
    pub overdue_email_alert: bool,
    /// SMS when overdue.
    pub overdue_text_alert: bool,
    /// Dashboard alert when overdue.
    pub overdue_dashboard_alert: bool,
    /// Minutes without contact until offline.
    pub offline_time: i64,
    /// Minutes without contact until overdue.
    pub overdue_time: i64,
    /// Values of custom fields that are set; the others have the default of
    /// their definition.
    pub custom_fields: Vec<FieldValue>,
}

/// What only one agent's page needs.
#[derive(Serialize, ToSchema)]
pub struct AgentDetail {
    /// Mounted file systems.
    pub disks: Vec<ShownDisk>,
    /// Services, as last listed.
    #[schema(value_type = Vec<Object>)]
    pub services: Box<RawValue>,
    /// Hardware inventory.
    #[schema(value_type = Object)]
    pub wmi_detail: Box<RawValue>,
    /// Seconds between two runs of a check.
    pub check_interval: i64,
    /// Time zone set by people.
    pub time_zone: Option<String>,
    /// Time zone in force.
    pub timezone: String,
    /// Every time zone that can be set.
    #[schema(value_type = Vec<String>)]
    pub all_timezones: &'static [&'static str],
    /// Shell of the terminal.
    #[schema(extensions(("x-enum-values" = json!(SHELLS))))]
    pub default_shell: String,
    /// Path of a shell of one's own.
    pub default_shell_custom: String,
    /// The shell that is used where none is named: the agent's own, or that of
    /// its system.
    pub effective_default_shell: String,
    /// When updates were last installed.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub patches_last_installed: Option<Timestamp>,
    /// Whether Chocolatey is there.
    pub choco_installed: bool,
    /// Identifier in the remote-control part.
    pub remote_node_id: String,
    /// What its agent can do, by the names of the protocol's orders and questions,
    /// and the reason for what it cannot.
    pub capabilities: BTreeMap<String, ShownCapability>,
    /// Update settings of the agent itself.
    #[schema(value_type = Vec<PatchPolicy>)]
    pub winupdatepolicy: [PatchPolicy; 1],
    /// Update settings in force.
    #[schema(value_type = Object)]
    pub effective_patch_policy: serde_json::Value,
    /// Policies that reach it, by where they are set.
    pub applied_policies: AppliedPolicies,
    /// Who enrolled it.
    pub created_by: String,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub created_time: Timestamp,
    /// Who changed it last.
    pub modified_by: String,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub modified_time: Timestamp,
}

/// Policies that reach an agent, by where they are set.
#[derive(Default, Serialize, ToSchema)]
pub struct AppliedPolicies {
    /// On the agent.
    pub agent_policy: Option<i64>,
    /// On its site.
    pub site_policy: Option<i64>,
    /// On its client.
    pub client_policy: Option<i64>,
    /// For the whole installation.
    pub default_policy: Option<i64>,
}
