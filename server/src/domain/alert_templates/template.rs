//! An alert template as it is stored, and as the rules of alerts read it.

use muster_alerting::Kind;
use muster_alerting::channels::{Action, Template};
use muster_alerting::storms::Escalation;
use serde::Serialize;
use utoipa::ToSchema;

use super::settings::TemplateSettings;
use crate::audit::Stamps;
use crate::storage::{TextEnum, stored_as_text};

/// A stored alert template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTemplate {
    /// Key of the row; 0 before it is stored.
    pub id: i64,
    pub name: String,
    /// Whether it is in use.
    pub is_active: bool,
    /// What runs once when an alert opens.
    pub action: StoredAction,
    /// What runs once when it recovers.
    pub resolved_action: StoredAction,
    pub exclude_workstations: bool,
    pub exclude_servers: bool,
    /// Keys of the clients it belongs to; empty for all.
    pub owner_clients: Vec<i64>,
    pub settings: TemplateSettings,
    /// Who made and changed it.
    pub stamps: Stamps,
}

/// What runs, by its type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StoredAction {
    pub action_type: ActionType,
    /// Key of a script.
    pub script: Option<i64>,
    /// Key of a URL action.
    pub rest: Option<i64>,
}

/// Where an action of a template runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ActionType {
    /// A script on the agent, or on a neighbour.
    #[default]
    Script,
    /// A script on the server itself.
    Server,
    /// A webhook.
    Rest,
}

impl ActionType {
    /// The names in the API.
    pub const NAMES: &'static [&'static str] = &["script", "server", "rest"];
}

impl TextEnum for ActionType {
    const ALL: &'static [Self] = &[Self::Script, Self::Server, Self::Rest];

    fn as_str(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

stored_as_text!(ActionType);

/// The template that applies to an agent, with all that alerts need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentTemplate {
    pub id: i64,
    pub name: String,
    /// Who is notified.
    pub template: Template,
    /// Who is notified next.
    pub escalation: Escalation,
    /// What runs once when an alert opens.
    pub action: Option<TemplateAction>,
    /// What runs once when it recovers.
    pub resolved_action: Option<TemplateAction>,
}

/// What runs, with all it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TemplateAction {
    /// A script on the agent, or on a neighbour of its site or client.
    Script { script: i64, args: Vec<String>, env_vars: Vec<String>, timeout: i64 },
    /// A script on the server itself.
    Server { script: i64, args: Vec<String>, env_vars: Vec<String>, timeout: i64 },
    /// A URL action of type `rest`.
    Webhook { action: i64 },
}

/// A template beside an agent, check or task that it applies to: its name, and what it
/// says about the channels for that kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ShownTemplate {
    /// What the template is called.
    pub name: String,
    /// E-mail: on, off, or null: by the object's own flag.
    pub always_email: Option<bool>,
    /// Text message: on, off, or null: by the object's own flag.
    pub always_text: Option<bool>,
    /// Alert on the dashboard: on, off, or null: by the object's own flag.
    pub always_alert: Option<bool>,
}

impl AgentTemplate {
    /// The template beside an object of a kind: [`Kind::Availability`] for an agent.
    pub fn shown_for(&self, kind: Kind) -> ShownTemplate {
        let settings = self.template.settings(kind);
        ShownTemplate {
            name: self.name.clone(),
            always_email: settings.email.always,
            always_text: settings.sms.always,
            always_alert: settings.dashboard.always,
        }
    }
}

impl TemplateAction {
    fn kind(&self) -> Action {
        match self {
            Self::Script { .. } => Action::Script,
            Self::Server { .. } => Action::Server,
            Self::Webhook { .. } => Action::Webhook,
        }
    }
}

impl StoredTemplate {
    /// The template as the rules of alerts read it.
    pub fn for_agents(&self) -> AgentTemplate {
        let settings = &self.settings;
        let action = self.action.with(
            &settings.action_args,
            &settings.action_env_vars,
            settings.action_timeout,
        );
        let resolved_action = self.resolved_action.with(
            &settings.resolved_action_args,
            &settings.resolved_action_env_vars,
            settings.resolved_action_timeout,
        );
        AgentTemplate {
            id: self.id,
            name: self.name.clone(),
            template: Template {
                name: self.name.clone(),
                agent: settings.agent(),
                check: settings.check(),
                task: settings.task(),
                email_recipients: settings.email_recipients.clone(),
                text_recipients: settings.text_recipients.clone(),
                email_from: settings.email_from.clone(),
                action: action.as_ref().map(TemplateAction::kind),
                resolved_action: resolved_action.as_ref().map(TemplateAction::kind),
            },
            escalation: settings.escalation(),
            action,
            resolved_action,
        }
    }
}

impl StoredAction {
    /// What runs; nothing if its type names nothing.
    fn with(self, args: &[String], env_vars: &[String], timeout: i64) -> Option<TemplateAction> {
        let (args, env_vars) = (args.to_vec(), env_vars.to_vec());
        match self.action_type {
            ActionType::Script => {
                self.script.map(|script| TemplateAction::Script { script, args, env_vars, timeout })
            }
            ActionType::Server => {
                self.script.map(|script| TemplateAction::Server { script, args, env_vars, timeout })
            }
            ActionType::Rest => self.rest.map(|action| TemplateAction::Webhook { action }),
        }
    }
}
