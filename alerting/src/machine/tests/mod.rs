//! The machine: its table, what it decides, and what always holds.

mod coverage;
mod escalation;
mod model;
mod opening;
mod random;
mod silence;

use chrono::TimeDelta;

use super::{Decision, Event, Message, Phase, Rules, State, Step, step};
use crate::channels::Channels;
use crate::{Kind, Severity};

/// Rules under which everything applies, with two steps of escalation.
fn everything(kind: Kind) -> Rules {
    Rules {
        kind,
        channels: Channels::ALL,
        resolved: Channels { email: true, sms: true, dashboard: false },
        action: true,
        resolved_action: true,
        repeat_every: Some(TimeDelta::days(1)),
        escalation: vec![TimeDelta::minutes(15), TimeDelta::minutes(30)],
    }
}

/// Rules under which alerts are shown, and nothing else.
fn shown_only() -> Rules {
    Rules {
        kind: Kind::Check,
        channels: Channels { dashboard: true, ..Channels::NONE },
        resolved: Channels::NONE,
        action: false,
        resolved_action: false,
        repeat_every: None,
        escalation: Vec::new(),
    }
}

const ERROR: Event = Event::Failed { severity: Severity::Error };
const WARNING: Event = Event::Failed { severity: Severity::Warning };
const SENT: Channels = Channels { dashboard: false, email: true, sms: true };

/// Walks through events under the same rules; returns what the last one did.
fn after(events: &[Event], rules: &Rules) -> Step {
    let mut last = Step { state: State::default(), decisions: Vec::new() };
    for event in events {
        last = step(&last.state, event, rules);
    }
    last
}

/// The messages among decisions.
fn messages(decisions: &[Decision]) -> Vec<(Message, Channels, usize)> {
    decisions
        .iter()
        .filter_map(|decision| match decision {
            Decision::Notify { message, channels, through_step } => {
                Some((*message, *channels, *through_step))
            }
            _ => None,
        })
        .collect()
}

/// The phase after events under rules where everything applies.
fn phase_after(events: &[Event]) -> Phase {
    after(events, &everything(Kind::Check)).state.phase
}
