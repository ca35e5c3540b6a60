//! An alert as the API shows it.

use sea_orm::FromQueryResult;
use serde::Serialize;
use utoipa::ToSchema;

use crate::audit::{Action, Entry, ObjectType};
use crate::time::Timestamp;

/// What an alert can be about.
pub const ALERT_TYPES: &[&str] = &["availability", "check", "task", "custom"];
/// How bad it can be.
pub const SEVERITIES: &[&str] = &["info", "warning", "error"];

/// Something failed, or somebody reported it.
#[derive(Clone, Debug, FromQueryResult, Serialize, ToSchema)]
pub struct Alert {
    /// Key of the alert.
    pub id: i64,
    /// Key of the agent it is about; null when it is about none, or about a site.
    pub agent: Option<i64>,
    /// Its identifier.
    pub agent_id: Option<String>,
    /// Its host name.
    pub hostname: Option<String>,
    /// Name of the client.
    pub client: Option<String>,
    /// Name of the site.
    pub site: Option<String>,
    /// Key of the client.
    pub client_id: Option<i64>,
    /// Key of the site.
    pub site_id: Option<i64>,
    /// Key of the check that fails.
    pub assigned_check: Option<i64>,
    /// Name of that check.
    pub check_name: Option<String>,
    /// Key of the task that failed.
    pub assigned_task: Option<i64>,
    /// Name of that task.
    pub task_name: Option<String>,
    /// What it is about. A site that cannot be reached has `availability`, and no
    /// agent.
    #[schema(extensions(("x-enum-values" = json!(ALERT_TYPES))))]
    pub alert_type: String,
    /// What was found.
    pub message: String,
    /// When it opened.
    #[schema(value_type = String, format = DateTime)]
    pub alert_time: Timestamp,
    /// How bad it is now.
    #[schema(extensions(("x-enum-values" = json!(SEVERITIES))))]
    pub severity: String,
    /// Whether it is silent.
    pub snoozed: bool,
    /// When that ends; null while it is snoozed means by hand.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub snooze_until: Option<Timestamp>,
    /// Whether it is closed.
    pub resolved: bool,
    /// When it was closed.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub resolved_on: Option<Timestamp>,
    /// Who closed it; null for a recovery.
    pub resolved_by: Option<String>,
    /// Whether lists leave it out: it is only for mail, text messages or actions.
    pub hidden: bool,
    /// It began in maintenance, or another alert covers it: nobody was notified.
    pub suppressed: bool,
    /// Whether it changes between failing and working all the time.
    pub flapping: bool,
    /// Key of the alert that lists this one.
    pub covered_by: Option<i64>,
    /// Whether somebody works on it.
    pub acknowledged: bool,
    /// Who does.
    pub acknowledged_by: Option<String>,
    /// Since when.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub acknowledged_on: Option<Timestamp>,
    /// What they said about it.
    pub acknowledge_note: String,
    /// Name of the alert template that applied when it opened.
    pub template: Option<String>,
    /// When mail about the failure was first sent.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub email_sent: Option<Timestamp>,
    /// When a text message about the failure was first sent.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub sms_sent: Option<Timestamp>,
    /// When mail about the recovery was first sent.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub resolved_email_sent: Option<Timestamp>,
    /// When a text message about the recovery was first sent.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub resolved_sms_sent: Option<Timestamp>,
    /// When the action for failures ended.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub action_run: Option<Timestamp>,
    /// What it printed.
    pub action_stdout: String,
    /// What it printed as errors, or why it could not run.
    pub action_stderr: String,
    /// Its return code; the HTTP status of a webhook.
    pub action_retcode: Option<i64>,
    /// Seconds it ran.
    pub action_execution_time: Option<f64>,
    /// When the action for recoveries ended.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub resolved_action_run: Option<Timestamp>,
    /// What it printed.
    pub resolved_action_stdout: String,
    /// What it printed as errors, or why it could not run.
    pub resolved_action_stderr: String,
    /// Its return code; the HTTP status of a webhook.
    pub resolved_action_retcode: Option<i64>,
    /// Seconds it ran.
    pub resolved_action_execution_time: Option<f64>,
}

impl Alert {
    /// A row of the audit log about this alert.
    pub fn entry(&self, action: Action, message: impl Into<String>) -> Entry {
        let mut entry = Entry::new(action, ObjectType::Alert, self.id, message);
        if let (Some(hostname), Some(agent_id)) = (&self.hostname, &self.agent_id) {
            entry = entry.agent(hostname, &agent_id.as_str().into());
        }
        if let (Some(client), Some(site), Some(name)) = (self.client_id, self.site_id, &self.site) {
            entry = entry.client(client).site(site, name);
        }
        entry
    }

    /// What people call it in a sentence.
    pub fn title(&self) -> String {
        match &self.hostname {
            Some(hostname) => format!("the alert on {hostname}"),
            None => format!("alert {}", self.id),
        }
    }
}
