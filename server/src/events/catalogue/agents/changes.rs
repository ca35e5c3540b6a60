//! Which values of an agent changed.

use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::enums::{MonitoringType, Platform};
use utoipa::openapi::schema::RefBuilder;
use utoipa::openapi::{ArrayBuilder, Ref, RefOr, Schema};

use crate::time::Timestamp;

/// The keys of an agent that changed, under the names of `GET /agents/<agent_id>/`
/// and with their new values. The others are left out.
#[derive(Default, Serialize, ToSchema)]
pub struct AgentChanges {
    /// The name of the computer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub hostname: Option<String>,
    /// Key of its site.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64, required = false)]
    pub site: Option<i64>,
    /// What people wrote about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub description: Option<String>,
    /// What it is monitored as.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = MonitoringType, required = false)]
    pub monitoring_type: Option<String>,
    /// Whether it is in maintenance.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = bool, required = false)]
    pub maintenance_mode: Option<bool>,
    /// When maintenance ends by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime, required = false)]
    pub maintenance_until: Option<Option<Timestamp>>,
    /// Key of the policy set on the agent itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<i64>, required = false)]
    pub policy: Option<Option<i64>>,
    /// Whether policies of site, client and installation do not apply.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = bool, required = false)]
    pub block_policy_inheritance: Option<bool>,
    /// Minutes without contact until it is offline.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64, required = false)]
    pub offline_time: Option<i64>,
    /// Minutes without contact until it is overdue.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64, required = false)]
    pub overdue_time: Option<i64>,
    /// Seconds between two runs of a check.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64, required = false)]
    pub check_interval: Option<i64>,
    /// Time zone set by people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, required = false)]
    pub time_zone: Option<Option<String>>,
    /// Shell of the terminal.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub default_shell: Option<String>,
    /// Path of the shell if it is none of the known ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub default_shell_custom: Option<String>,
    /// Whether a mail is sent when it is overdue.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = bool, required = false)]
    pub overdue_email_alert: Option<bool>,
    /// Whether a text message is sent when it is overdue.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = bool, required = false)]
    pub overdue_text_alert: Option<bool>,
    /// Whether the dashboard alerts when it is overdue.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = bool, required = false)]
    pub overdue_dashboard_alert: Option<bool>,
    /// All values of its custom fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = custom_field_values, required = false)]
    pub custom_fields: Option<Value>,
    /// The update settings of the agent itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = patch_policies, required = false)]
    pub winupdatepolicy: Option<Value>,
    /// Release of the agent program.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub version: Option<String>,
    /// Its system.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Platform, required = false)]
    pub plat: Option<String>,
    /// `amd64`, `386`, `arm64` or `arm`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub goarch: Option<String>,
    /// The address the server sees it at.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub public_ip: Option<String>,
    /// Name and release of the operating system.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub operating_system: Option<String>,
    /// The computer's own addresses.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub local_ips: Option<String>,
    /// Manufacturer and model.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub make_model: Option<String>,
    /// Serial number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub serial_number: Option<String>,
    /// Processors.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<String>, required = false)]
    pub cpu_model: Option<Vec<String>>,
    /// Graphics cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub graphics: Option<String>,
    /// Physical disks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<String>, required = false)]
    pub physical_disks: Option<Vec<String>>,
    /// Memory in GB.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<i64>, required = false)]
    pub total_ram: Option<Option<i64>>,
    /// When its system started, in seconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, required = false)]
    pub boot_time: Option<Option<f64>>,
    /// Who is logged in, or was last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub logged_username: Option<String>,
    /// Whether nobody is logged in any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = bool, required = false)]
    pub italic: Option<bool>,
    /// Whether the system asks for a reboot.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = bool, required = false)]
    pub needs_reboot: Option<bool>,
    /// Mounted file systems.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = disks, required = false)]
    pub disks: Option<Value>,
    /// Whether it has a connection.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = bool, required = false)]
    pub connected: Option<bool>,
    /// Its updates, counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = updates, required = false)]
    pub updates: Option<Value>,
    /// When its software was last collected.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = DateTime, required = false)]
    pub software_collected_at: Option<Timestamp>,
}

fn custom_field_values() -> RefOr<Schema> {
    list_of("CustomFieldValue", "All values of its custom fields.")
}

fn patch_policies() -> RefOr<Schema> {
    list_of("PatchPolicy", "The update settings of the agent itself.")
}

fn disks() -> RefOr<Schema> {
    list_of("ShownDisk", "Mounted file systems.")
}

fn updates() -> RefOr<Schema> {
    RefBuilder::new()
        .ref_location_from_schema_name("AgentUpdates")
        .description(Some("Its updates, counted."))
        .build()
        .into()
}

/// A list of what `openapi.json` describes under this name.
fn list_of(name: &str, description: &str) -> RefOr<Schema> {
    let items = Ref::from_schema_name(name);
    ArrayBuilder::new().items(items).description(Some(description)).into()
}

/// Keys of [`AgentChanges`] with their values.
#[derive(Serialize)]
#[serde(transparent)]
pub struct ChangedKeys(Map<String, Value>);

impl ChangedKeys {
    /// The keys whose values differ, with the new ones.
    pub fn between<T: Serialize>(before: &T, after: &T) -> Self {
        let keys = |value: &T| match serde_json::to_value(value) {
            Ok(Value::Object(keys)) => keys,
            _ => Map::new(),
        };
        let (before, mut after) = (keys(before), keys(after));
        #[cfg(test)]
        check_known(&after);
        after.retain(|name, value| before.get(name).unwrap_or(&Value::Null) != value);
        Self(after)
    }

    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<AgentChanges> for ChangedKeys {
    fn from(changes: AgentChanges) -> Self {
        match serde_json::to_value(changes) {
            Ok(Value::Object(keys)) => Self(keys),
            _ => Self(Map::new()),
        }
    }
}

/// A key that can change and is not documented would reach listeners unnoticed.
#[cfg(test)]
fn check_known(keys: &Map<String, Value>) {
    use utoipa::PartialSchema;

    let schema = serde_json::json!(AgentChanges::schema());
    for name in keys.keys() {
        assert!(schema["properties"][name].is_object(), "AgentChanges has no key {name}");
    }
}
