//! A site as the API shows it.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::client::FailingChecks;
use crate::audit::Stamps;
use crate::domain::custom_fields::FieldValue;
use crate::domain::fleet::EnrolmentApproval;

/// A place of a client; every agent belongs to one.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Site {
    /// Key of the site.
    pub id: i64,
    /// Key of the client.
    pub client: i64,
    /// Name of the client.
    pub client_name: String,
    /// Unique within the client, whatever the case.
    pub name: String,
    /// Policy for servers.
    pub server_policy: Option<i64>,
    /// Policy for workstations.
    pub workstation_policy: Option<i64>,
    /// Template that decides who is notified of alerts.
    pub alert_template: Option<i64>,
    /// Whether policies of client and installation stop here.
    pub block_policy_inheritance: bool,
    /// Which computers wait until somebody approves them before they are agents
    /// of the site: `off` for none, `new` for new ones, `all` also for known ones
    /// that enrol again. One that does not prove which agent it was always waits.
    #[schema(value_type = String, extensions(("x-enum-values" = json!(EnrolmentApproval::NAMES))))]
    pub enrolment_approval: EnrolmentApproval,
    /// Values of custom fields that are set; the others have the default of
    /// their definition.
    pub custom_fields: Vec<FieldValue>,
    /// Agents of the site.
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

impl Site {
    /// What the audit log stores: without counts.
    pub(super) fn audited(&self) -> Value {
        serde_json::json!({
            "id": self.id,
            "client": self.client,
            "client_name": self.client_name,
            "name": self.name,
            "server_policy": self.server_policy,
            "workstation_policy": self.workstation_policy,
            "alert_template": self.alert_template,
            "block_policy_inheritance": self.block_policy_inheritance,
            "enrolment_approval": self.enrolment_approval,
            "custom_fields": self.custom_fields,
        })
    }
}
