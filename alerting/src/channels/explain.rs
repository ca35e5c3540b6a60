//! A plan in sentences, for "who would be notified?".

use crate::Kind;

use super::plan::{Plan, Subject, recipients};
use super::reason::{Reason, Verdict};
use super::set::Channel;

/// Says for each channel, for actions and for repetition what would happen and why.
pub fn explain(subject: &Subject, plan: &Plan) -> Vec<String> {
    let mut sentences: Vec<String> =
        plan.verdicts.iter().map(|verdict| channel_sentence(subject, verdict)).collect();
    for channel in [Channel::Email, Channel::Sms] {
        if plan.resolved.contains(channel) {
            sentences.push(format!("{}: the recovery is announced, too.", channel.as_str()));
        }
    }
    if let Some(action) = plan.action {
        sentences.push(format!("Action: a {} runs once when the alert opens.", action.as_str()));
    }
    if let Some(action) = plan.resolved_action {
        sentences.push(format!("Action: a {} runs once on recovery.", action.as_str()));
    }
    match plan.repeat_days {
        0 => {}
        1 => sentences.push("Repetition: every day while the alert is open.".to_owned()),
        days => sentences.push(format!("Repetition: every {days} days while the alert is open.")),
    }
    if !plan.is_wanted() {
        sentences.push("No alert is stored, as nothing above applies.".to_owned());
    }
    sentences
}

fn channel_sentence(subject: &Subject, verdict: &Verdict) -> String {
    let channel = verdict.channel.as_str();
    let reason = reason_sentence(subject, verdict.reason);
    if !verdict.applies {
        return format!("{channel}: not used, because {reason}.");
    }
    let recipients = recipients(subject, verdict.channel);
    if recipients.is_empty() {
        return format!("{channel}: the alert is shown, because {reason}.");
    }
    format!("{channel}: sent to {}, because {reason}.", recipients.join(", "))
}

fn reason_sentence(subject: &Subject, reason: Reason) -> String {
    let object = object(subject.kind);
    let template = subject
        .template
        .map_or_else(|| "no template".to_owned(), |one| format!("the template {:?}", one.name));
    match reason {
        Reason::TemplateOn => format!("{template} turns it on"),
        Reason::TemplateOff => format!("{template} turns it off, whatever the {object} says"),
        Reason::OwnFlagOn if subject.template.is_none() => {
            format!("the {object} asks for it and no template applies")
        }
        Reason::OwnFlagOn => format!("the {object} asks for it and {template} leaves it to that"),
        Reason::OwnFlagOff => format!("the {object} does not ask for it"),
        Reason::CustomShown => "custom alerts are always shown".to_owned(),
        Reason::CustomNotSent => {
            "custom alerts are sent only where the agent settings of a template turn it on"
                .to_owned()
        }
        Reason::SeverityNotListed(severity) => {
            format!("{template} does not list severity {}", severity.as_str())
        }
        Reason::SeverityNotUsual(severity) => {
            format!(
                "{template} lists no severities, and {} is not included then",
                severity.as_str()
            )
        }
        Reason::GlobalSwitchOff(severity) => {
            format!("the global setting for severity {} is off", severity.as_str())
        }
        Reason::NoRecipients => {
            "neither a template nor the global settings have a recipient".to_owned()
        }
    }
}

/// What has the own flags.
fn object(kind: Kind) -> &'static str {
    match kind {
        Kind::Availability => "agent",
        Kind::Check => "check",
        Kind::Task => "task",
        Kind::Custom => "alert",
    }
}
