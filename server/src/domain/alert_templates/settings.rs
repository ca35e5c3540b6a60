//! What a template says about channels, recipients and actions, under the names of
//! the API; stored as one text.

use muster_alerting::Severity;
use muster_alerting::channels::{ChannelSettings, KindSettings};
use muster_alerting::storms::{Escalation, EscalationStep};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The settings of an alert template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct TemplateSettings {
    /// Arguments of the script that runs on failure.
    pub action_args: Vec<String>,
    /// Its environment variables, as `NAME=value`.
    pub action_env_vars: Vec<String>,
    /// Seconds it may take.
    pub action_timeout: i64,
    /// Arguments of the script that runs on recovery.
    pub resolved_action_args: Vec<String>,
    /// Its environment variables, as `NAME=value`.
    pub resolved_action_env_vars: Vec<String>,
    /// Seconds it may take.
    pub resolved_action_timeout: i64,
    /// Who gets e-mail; empty: the global list.
    pub email_recipients: Vec<String>,
    /// Who gets text messages; empty: the global list.
    pub text_recipients: Vec<String>,
    /// The sender of e-mail; null: the global one.
    pub email_from: Option<String>,
    /// Whether e-mail announces that an agent is back.
    pub agent_email_on_resolved: bool,
    /// Whether a text message announces that an agent is back.
    pub agent_text_on_resolved: bool,
    /// E-mail when an agent is overdue: on, off, or null: by the agent's own flag.
    pub agent_always_email: Option<bool>,
    /// Text message when an agent is overdue: on, off, or null: by the agent's own flag.
    pub agent_always_text: Option<bool>,
    /// Alert on the dashboard when an agent is overdue: on, off, or null: by the agent's
    /// own flag.
    pub agent_always_alert: Option<bool>,
    /// Days between repeated messages; 0 for none.
    pub agent_periodic_alert_days: i64,
    /// Whether the actions run for agents that are overdue.
    pub agent_script_actions: bool,
    /// Whether e-mail announces that a check passes again.
    pub check_email_on_resolved: bool,
    /// Whether a text message announces that a check passes again.
    pub check_text_on_resolved: bool,
    /// E-mail when a check fails: on, off, or null: by the check's own flag.
    pub check_always_email: Option<bool>,
    /// Text message when a check fails: on, off, or null: by the check's own flag.
    pub check_always_text: Option<bool>,
    /// Alert on the dashboard when a check fails: on, off, or null: by the check's own
    /// flag.
    pub check_always_alert: Option<bool>,
    /// Days between repeated messages; 0 for none.
    pub check_periodic_alert_days: i64,
    /// Whether the actions run for checks.
    pub check_script_actions: bool,
    /// Severities of checks that are sent by e-mail; empty: warning and error.
    #[schema(value_type = Vec<String>)]
    pub check_email_alert_severity: Vec<Severity>,
    /// Severities of checks that are sent as text messages; empty: warning and error.
    #[schema(value_type = Vec<String>)]
    pub check_text_alert_severity: Vec<Severity>,
    /// Severities of checks that are shown on the dashboard; empty: all.
    #[schema(value_type = Vec<String>)]
    pub check_dashboard_alert_severity: Vec<Severity>,
    /// Whether e-mail announces that a task succeeds again.
    pub task_email_on_resolved: bool,
    /// Whether a text message announces that a task succeeds again.
    pub task_text_on_resolved: bool,
    /// E-mail when a task fails: on, off, or null: by the task's own flag.
    pub task_always_email: Option<bool>,
    /// Text message when a task fails: on, off, or null: by the task's own flag.
    pub task_always_text: Option<bool>,
    /// Alert on the dashboard when a task fails: on, off, or null: by the task's own flag.
    pub task_always_alert: Option<bool>,
    /// Days between repeated messages; 0 for none.
    pub task_periodic_alert_days: i64,
    /// Whether the actions run for tasks.
    pub task_script_actions: bool,
    /// Severities of tasks that are sent by e-mail; empty: warning and error.
    #[schema(value_type = Vec<String>)]
    pub task_email_alert_severity: Vec<Severity>,
    /// Severities of tasks that are sent as text messages; empty: warning and error.
    #[schema(value_type = Vec<String>)]
    pub task_text_alert_severity: Vec<Severity>,
    /// Severities of tasks that are shown on the dashboard; empty: warning and error.
    #[schema(value_type = Vec<String>)]
    pub task_dashboard_alert_severity: Vec<Severity>,
    /// Who is notified next when nobody acknowledges an alert; at most ten steps.
    pub escalation: Vec<TemplateStep>,
}

/// Recipients who are notified when nobody acknowledged an alert for some minutes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = EscalationStep)]
pub struct TemplateStep {
    /// Minutes since the alert opened or the step before, 1 to 10080.
    #[schema(minimum = 1, maximum = 10080)]
    pub after_minutes: u32,
    /// Who gets e-mail.
    pub email_recipients: Vec<String>,
    /// Who gets text messages.
    pub text_recipients: Vec<String>,
}

impl Default for TemplateSettings {
    fn default() -> Self {
        Self {
            action_args: Vec::new(),
            action_env_vars: Vec::new(),
            action_timeout: 15,
            resolved_action_args: Vec::new(),
            resolved_action_env_vars: Vec::new(),
            resolved_action_timeout: 15,
            email_recipients: Vec::new(),
            text_recipients: Vec::new(),
            email_from: None,
            agent_email_on_resolved: false,
            agent_text_on_resolved: false,
            agent_always_email: None,
            agent_always_text: None,
            agent_always_alert: None,
            agent_periodic_alert_days: 0,
            agent_script_actions: true,
            check_email_on_resolved: false,
            check_text_on_resolved: false,
            check_always_email: None,
            check_always_text: None,
            check_always_alert: None,
            check_periodic_alert_days: 0,
            check_script_actions: true,
            check_email_alert_severity: Vec::new(),
            check_text_alert_severity: Vec::new(),
            check_dashboard_alert_severity: Vec::new(),
            task_email_on_resolved: false,
            task_text_on_resolved: false,
            task_always_email: None,
            task_always_text: None,
            task_always_alert: None,
            task_periodic_alert_days: 0,
            task_script_actions: true,
            task_email_alert_severity: Vec::new(),
            task_text_alert_severity: Vec::new(),
            task_dashboard_alert_severity: Vec::new(),
            escalation: Vec::new(),
        }
    }
}

impl TemplateSettings {
    /// What it says about agents that are overdue.
    pub fn agent(&self) -> KindSettings {
        let none = Vec::new;
        KindSettings {
            dashboard: channel(self.agent_always_alert, none(), false),
            email: channel(self.agent_always_email, none(), self.agent_email_on_resolved),
            sms: channel(self.agent_always_text, none(), self.agent_text_on_resolved),
            repeat_days: days(self.agent_periodic_alert_days),
            actions: self.agent_script_actions,
        }
    }

    /// What it says about checks.
    pub fn check(&self) -> KindSettings {
        let dashboard = self.check_dashboard_alert_severity.clone();
        let email = self.check_email_alert_severity.clone();
        let sms = self.check_text_alert_severity.clone();
        KindSettings {
            dashboard: channel(self.check_always_alert, dashboard, false),
            email: channel(self.check_always_email, email, self.check_email_on_resolved),
            sms: channel(self.check_always_text, sms, self.check_text_on_resolved),
            repeat_days: days(self.check_periodic_alert_days),
            actions: self.check_script_actions,
        }
    }

    /// What it says about tasks.
    pub fn task(&self) -> KindSettings {
        let dashboard = self.task_dashboard_alert_severity.clone();
        let email = self.task_email_alert_severity.clone();
        let sms = self.task_text_alert_severity.clone();
        KindSettings {
            dashboard: channel(self.task_always_alert, dashboard, false),
            email: channel(self.task_always_email, email, self.task_email_on_resolved),
            sms: channel(self.task_always_text, sms, self.task_text_on_resolved),
            repeat_days: days(self.task_periodic_alert_days),
            actions: self.task_script_actions,
        }
    }

    /// Its steps, for the rules of alerts.
    pub fn escalation(&self) -> Escalation {
        let step = |step: &TemplateStep| EscalationStep {
            after_minutes: step.after_minutes,
            email_recipients: step.email_recipients.clone(),
            text_recipients: step.text_recipients.clone(),
        };
        Escalation { steps: self.escalation.iter().map(step).collect() }
    }
}

fn channel(always: Option<bool>, severities: Vec<Severity>, on_resolved: bool) -> ChannelSettings {
    ChannelSettings { always, severities, on_resolved }
}

fn days(days: i64) -> u32 {
    u32::try_from(days).unwrap_or(0)
}
