//! Why a channel applies or does not.

use crate::Severity;

use super::set::Channel;

/// Whether a channel applies, and the rule that decided it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The channel that was asked about.
    pub channel: Channel,
    /// Whether people are notified on it.
    pub applies: bool,
    /// The rule that decided.
    pub reason: Reason,
}

/// The rule that decided about a channel: the first that refuses, or the switch
/// that turned it on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The template turns the channel on for this kind.
    TemplateOn,
    /// The template turns the channel off, whatever the object says.
    TemplateOff,
    /// The object's own flag is on, and no template says otherwise.
    OwnFlagOn,
    /// The object's own flag is off, and no template says otherwise.
    OwnFlagOff,
    /// Custom alerts are always shown.
    CustomShown,
    /// Custom alerts send only where the template's agent settings say so.
    CustomNotSent,
    /// The template does not list this severity.
    SeverityNotListed(Severity),
    /// The list is empty, and this severity is not one of the usual ones.
    SeverityNotUsual(Severity),
    /// The global switch for this severity is off.
    GlobalSwitchOff(Severity),
    /// Neither the template nor the global settings name a recipient.
    NoRecipients,
}
