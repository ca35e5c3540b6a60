//! From settings to the channels that apply.

use crate::{Kind, Severity};

use super::reason::{Reason, Verdict};
use super::set::{Channel, Channels};
use super::template::{Action, Template};

/// What is asked: an alert of this kind and severity, with these settings.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// What the alert is about.
    pub kind: Kind,
    /// Its severity now.
    pub severity: Severity,
    /// The flags of the agent, check or task itself.
    pub own: Channels,
    /// The template that applies to the agent, see [`crate::precedence`].
    pub template: Option<&'a Template>,
    /// The server's settings.
    pub globals: &'a Globals,
}

/// The server's settings for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Globals {
    /// Whether severity info leaves the server at all.
    pub notify_on_info: bool,
    /// Whether severity warning leaves the server at all.
    pub notify_on_warning: bool,
    /// Who gets e-mail where a template names nobody.
    pub email_recipients: Vec<String>,
    /// Who gets text messages where a template names nobody.
    pub text_recipients: Vec<String>,
    /// The sender of e-mail where a template names none.
    pub email_from: Option<String>,
}

impl Default for Globals {
    /// A server that nobody set up: warnings would leave it, information would not.
    fn default() -> Self {
        Self {
            notify_on_info: false,
            notify_on_warning: true,
            email_recipients: Vec::new(),
            text_recipients: Vec::new(),
            email_from: None,
        }
    }
}

/// What follows from the settings for one alert.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// One verdict for each channel, in the order of [`Channel::ALL`].
    pub verdicts: [Verdict; 3],
    /// Where a recovery is announced, if the failure was.
    pub resolved: Channels,
    /// What runs once when the alert opens.
    pub action: Option<Action>,
    /// What runs once when it recovers.
    pub resolved_action: Option<Action>,
    /// Days between repeated messages; 0 means none.
    pub repeat_days: u32,
    /// Who gets e-mail.
    pub email_recipients: Vec<String>,
    /// Who gets text messages.
    pub text_recipients: Vec<String>,
    /// The sender of e-mail.
    pub email_from: Option<String>,
}

impl Plan {
    /// The channels that apply.
    pub fn channels(&self) -> Channels {
        Channels::of(|channel| {
            self.verdicts.iter().any(|verdict| verdict.channel == channel && verdict.applies)
        })
    }

    /// Whether anything would come of a failure; else no alert is stored.
    pub fn is_wanted(&self) -> bool {
        !self.channels().is_empty() || self.action.is_some() || self.resolved_action.is_some()
    }
}

/// Decides who is notified and what runs.
pub fn plan(subject: &Subject) -> Plan {
    let verdicts = Channel::ALL.map(|channel| verdict(subject, channel));
    let applies = |channel| verdicts.iter().any(|one| one.channel == channel && one.applies);
    let settings = subject.template.map(|template| template.settings(subject.kind));
    let from_template = |action: fn(&Template) -> Option<Action>| {
        let template = subject.template.filter(|_| settings.is_some_and(|one| one.actions))?;
        action(template).filter(|action| *action != Action::Webhook || leaves_the_server(subject))
    };
    Plan {
        resolved: Channels::of(|channel| applies(channel) && on_resolved(subject, channel)),
        action: from_template(|template| template.action),
        resolved_action: from_template(|template| template.resolved_action),
        repeat_days: settings.map_or(0, |settings| settings.repeat_days),
        email_recipients: recipients(subject, Channel::Email).to_vec(),
        text_recipients: recipients(subject, Channel::Sms).to_vec(),
        email_from: subject
            .template
            .and_then(|template| template.email_from.clone())
            .or_else(|| subject.globals.email_from.clone()),
        verdicts,
    }
}

/// Asks the rules in their order; the first that refuses decides.
fn verdict(subject: &Subject, channel: Channel) -> Verdict {
    let (on, reason) = switch(subject, channel);
    let refusal = if on { refusal(subject, channel) } else { Some(reason) };
    Verdict { channel, applies: refusal.is_none(), reason: refusal.unwrap_or(reason) }
}

/// The template's setting of three states, or the object's own flag.
fn switch(subject: &Subject, channel: Channel) -> (bool, Reason) {
    let always = always(subject, channel);
    if subject.kind == Kind::Custom {
        return match channel {
            Channel::Dashboard => (true, Reason::CustomShown),
            _ if always == Some(true) => (true, Reason::TemplateOn),
            _ => (false, Reason::CustomNotSent),
        };
    }
    match always {
        Some(true) => (true, Reason::TemplateOn),
        Some(false) => (false, Reason::TemplateOff),
        None if subject.own.contains(channel) => (true, Reason::OwnFlagOn),
        None => (false, Reason::OwnFlagOff),
    }
}

fn always(subject: &Subject, channel: Channel) -> Option<bool> {
    subject.template?.settings(subject.kind).channel(channel).always
}

/// What keeps a channel from being used that is switched on.
fn refusal(subject: &Subject, channel: Channel) -> Option<Reason> {
    if let Some(reason) = severity_refusal(subject, channel) {
        return Some(reason);
    }
    if channel == Channel::Dashboard {
        return None;
    }
    if !leaves_the_server(subject) {
        return Some(Reason::GlobalSwitchOff(subject.severity));
    }
    recipients(subject, channel).is_empty().then_some(Reason::NoRecipients)
}

/// Without a template every severity is used; an empty list means the usual ones.
/// Availability has no list, its severity is always error.
fn severity_refusal(subject: &Subject, channel: Channel) -> Option<Reason> {
    let Subject { kind, severity, .. } = *subject;
    let listed = &subject.template?.settings(kind).channel(channel).severities;
    match kind {
        Kind::Availability => None,
        Kind::Check | Kind::Task if !listed.is_empty() => {
            (!listed.contains(&severity)).then_some(Reason::SeverityNotListed(severity))
        }
        Kind::Check | Kind::Task | Kind::Custom => {
            let all = channel == Channel::Dashboard && kind != Kind::Task;
            let usual = all || severity >= Severity::Warning;
            (!usual).then_some(Reason::SeverityNotUsual(severity))
        }
    }
}

/// The global switch for e-mail, SMS and webhooks.
fn leaves_the_server(subject: &Subject) -> bool {
    match subject.severity {
        Severity::Info => subject.globals.notify_on_info,
        Severity::Warning => subject.globals.notify_on_warning,
        Severity::Error => true,
    }
}

/// Whether a recovery is announced on a channel where the failure was.
///
/// For agents their own flag counts as well, where no template decides the channel.
fn on_resolved(subject: &Subject, channel: Channel) -> bool {
    if channel == Channel::Dashboard || subject.kind == Kind::Custom {
        return false;
    }
    let settings = subject.template.map(|template| template.settings(subject.kind));
    let by_template = settings.is_some_and(|settings| settings.channel(channel).on_resolved);
    let by_agent = subject.kind == Kind::Availability
        && always(subject, channel).is_none()
        && subject.own.contains(channel);
    by_template || by_agent
}

/// The template's recipients, else the global ones; the dashboard has none.
pub(super) fn recipients<'a>(subject: &Subject<'a>, channel: Channel) -> &'a [String] {
    let globals = subject.globals;
    let (own, global) = match channel {
        Channel::Dashboard => return &[],
        Channel::Email => {
            (subject.template.map(|one| &one.email_recipients), &globals.email_recipients)
        }
        Channel::Sms => {
            (subject.template.map(|one| &one.text_recipients), &globals.text_recipients)
        }
    };
    own.filter(|own| !own.is_empty()).unwrap_or(global)
}
