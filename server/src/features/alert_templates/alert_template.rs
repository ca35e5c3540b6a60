//! An alert template as the API shows it.

use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::audit::Stamps;
use crate::domain::alert_templates::{ActionType, TemplateSettings};
use crate::environment;
use crate::storage::TextEnum;

/// Who is notified of alerts, and what runs.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AlertTemplate {
    /// Key of the template.
    pub id: i64,
    /// What it is called.
    pub name: String,
    /// Whether it is in use.
    pub is_active: bool,
    /// What runs once when an alert opens: `script` on the agent, `server` a script on
    /// the server, `rest` a webhook.
    #[schema(extensions(("x-enum-values" = json!(ActionType::NAMES))))]
    pub action_type: &'static str,
    /// Key of the script that runs on failure.
    pub action: Option<i64>,
    /// Key of the URL action that is called on failure.
    pub action_rest: Option<i64>,
    /// What runs once when an alert recovers.
    #[schema(extensions(("x-enum-values" = json!(ActionType::NAMES))))]
    pub resolved_action_type: &'static str,
    /// Key of the script that runs on recovery.
    pub resolved_action: Option<i64>,
    /// Key of the URL action that is called on recovery.
    pub resolved_action_rest: Option<i64>,
    /// Channels, severities, recipients, arguments and escalation.
    #[serde(flatten)]
    pub settings: TemplateSettings,
    /// Whether it leaves out workstations.
    pub exclude_workstations: bool,
    /// Whether it leaves out servers.
    pub exclude_servers: bool,
    /// Agents it leaves out, as far as the caller's scope goes.
    pub excluded_agents: Vec<i64>,
    /// Sites it leaves out, as far as the caller's scope goes.
    pub excluded_sites: Vec<i64>,
    /// Clients it leaves out, as far as the caller's scope goes.
    pub excluded_clients: Vec<i64>,
    /// Keys of the clients it belongs to; empty for all. Callers with a scope change
    /// only what belongs to clients of it.
    pub owner_clients: Vec<i64>,
    /// Whether it says anything about agents that are overdue.
    pub agent_settings: bool,
    /// Whether it says anything about checks.
    pub check_settings: bool,
    /// Whether it says anything about tasks.
    pub task_settings: bool,
    /// Whether it replaces recipients or sender of the settings.
    pub core_settings: bool,
    /// Whether it is the template of all agents without another.
    pub default_template: bool,
    /// Name of what runs on failure.
    pub action_name: Option<String>,
    /// Name of what runs on recovery.
    pub resolved_action_name: Option<String>,
    /// Policies, clients and sites it is set on, as far as the caller's scope goes.
    pub applied_count: i64,
    /// Agents in the caller's scope that it applies to.
    pub agents_count: i64,
    /// Who made and changed it.
    #[serde(flatten)]
    pub stamps: Stamps,
}

impl AlertTemplate {
    /// Masks the environment, for callers who may not change the template.
    pub fn masked(mut self) -> Self {
        environment::mask(&mut self.settings.action_env_vars);
        environment::mask(&mut self.settings.resolved_action_env_vars);
        self
    }

    /// What the audit log stores: the template itself, of its environment the names.
    pub fn audited(&self) -> Value {
        let settings = TemplateSettings {
            action_env_vars: environment::names(&self.settings.action_env_vars),
            resolved_action_env_vars: environment::names(&self.settings.resolved_action_env_vars),
            ..self.settings.clone()
        };
        let mut shown = json!(Self { settings, ..self.clone() });
        if let Some(object) = shown.as_object_mut() {
            object.retain(|name, _| !COMPUTED.contains(&name.as_str()));
        }
        shown
    }
}

/// What is not stored with the template.
const COMPUTED: &[&str] = &[
    "agent_settings",
    "check_settings",
    "task_settings",
    "core_settings",
    "default_template",
    "action_name",
    "resolved_action_name",
    "applied_count",
    "agents_count",
    "created_by",
    "created_time",
    "modified_by",
    "modified_time",
];

/// The name of a type of action, in the API.
pub fn shown_type(action_type: ActionType) -> &'static str {
    action_type.as_str()
}
