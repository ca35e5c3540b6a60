//! The part of an alert template that decides who is notified.

use crate::{Kind, Severity};

use super::set::Channel;

/// The part of an alert template that decides who is notified and what runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Template {
    /// Its name, for explanations.
    pub name: String,
    /// Settings for availability, and for custom alerts.
    pub agent: KindSettings,
    /// Settings for checks.
    pub check: KindSettings,
    /// Settings for tasks.
    pub task: KindSettings,
    /// Who gets e-mail; empty means the global list.
    pub email_recipients: Vec<String>,
    /// Who gets text messages; empty means the global list.
    pub text_recipients: Vec<String>,
    /// The sender of e-mail; none means the global one.
    pub email_from: Option<String>,
    /// What runs once when the alert opens.
    pub action: Option<Action>,
    /// What runs once when it recovers.
    pub resolved_action: Option<Action>,
}

impl Template {
    /// The settings for a kind of alert.
    pub fn settings(&self, kind: Kind) -> &KindSettings {
        match kind {
            Kind::Availability | Kind::Custom => &self.agent,
            Kind::Check => &self.check,
            Kind::Task => &self.task,
        }
    }
}

/// What a template says about one kind of alert.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindSettings {
    /// `x_always_alert` and `x_dashboard_alert_severity`.
    pub dashboard: ChannelSettings,
    /// `x_always_email`, `x_email_alert_severity` and `x_email_on_resolved`.
    pub email: ChannelSettings,
    /// `x_always_text`, `x_text_alert_severity` and `x_text_on_resolved`.
    pub sms: ChannelSettings,
    /// Days between repeated messages; 0 means none.
    pub repeat_days: u32,
    /// Whether actions run for this kind.
    pub actions: bool,
}

impl Default for KindSettings {
    /// A template that nobody changed: everything is left to the objects.
    fn default() -> Self {
        Self {
            dashboard: ChannelSettings::default(),
            email: ChannelSettings::default(),
            sms: ChannelSettings::default(),
            repeat_days: 0,
            actions: true,
        }
    }
}

impl KindSettings {
    /// The settings for a channel.
    pub fn channel(&self, channel: Channel) -> &ChannelSettings {
        match channel {
            Channel::Dashboard => &self.dashboard,
            Channel::Email => &self.email,
            Channel::Sms => &self.sms,
        }
    }
}

/// What a template says about one channel for one kind of alert.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChannelSettings {
    /// On, off whatever the object says, or none: the object's own flag.
    pub always: Option<bool>,
    /// Severities for which it is used; empty means the usual ones.
    pub severities: Vec<Severity>,
    /// Whether a message is sent on recovery; the dashboard has none.
    pub on_resolved: bool,
}

/// What an action of a template is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A script on the agent, or on a neighbour of its site or client.
    Script,
    /// A script on the server's own machine.
    Server,
    /// A webhook; subject to the global switches as messages are.
    Webhook,
}

impl Action {
    /// What sentences call it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Script => "script",
            Self::Server => "script on the server",
            Self::Webhook => "webhook",
        }
    }
}
