//! What the settings say about the alert of one cause, at the time of an event.

use chrono::TimeDelta;

use crate::Kind;
use crate::channels::{Channels, Plan};
use crate::storms::Escalation;

/// What the settings say, read again for each event: an edited template acts at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// What the alert is about.
    pub kind: Kind,
    /// Where a failure is announced.
    pub channels: Channels,
    /// Where a recovery is announced, if the failure was.
    pub resolved: Channels,
    /// Whether something runs when the alert opens.
    pub action: bool,
    /// Whether something runs on recovery.
    pub resolved_action: bool,
    /// The time between repeated messages.
    pub repeat_every: Option<TimeDelta>,
    /// How long each step of escalation waits for an acknowledgement.
    pub escalation: Vec<TimeDelta>,
}

impl Rules {
    /// The rules that follow from a plan and the steps of escalation.
    pub fn new(kind: Kind, plan: &Plan, escalation: &Escalation) -> Self {
        Self {
            kind,
            channels: plan.channels(),
            resolved: plan.resolved,
            action: plan.action.is_some(),
            resolved_action: plan.resolved_action.is_some(),
            repeat_every: (plan.repeat_days > 0)
                .then(|| TimeDelta::days(i64::from(plan.repeat_days))),
            escalation: escalation.waits(),
        }
    }

    /// Whether anything would come of a failure.
    pub fn is_wanted(&self) -> bool {
        !self.channels.is_empty() || self.action || self.resolved_action
    }
}
