//! Effects turned into decisions.

use chrono::{DateTime, Utc};

use crate::Kind;
use crate::channels::Channels;

use super::decision::{Decision, Message, Moment, Timer, When};
use super::effect::Effect;
use super::event::Event;
use super::rules::Rules;
use super::state::{Phase, State};
use super::step::Step;

/// A transition that is being carried out.
pub struct Performance<'a> {
    state: State,
    snooze_until: Option<DateTime<Utc>>,
    rules: &'a Rules,
    decisions: Vec<Decision>,
}

impl<'a> Performance<'a> {
    /// Begins with the state in which the event was met.
    pub fn new(state: State, event: &Event, rules: &'a Rules) -> Self {
        let snooze_until = match event {
            Event::Snooze { until } => *until,
            _ => None,
        };
        Self { state, snooze_until, rules, decisions: Vec::new() }
    }

    /// Ends in the next phase, or in the one it was in.
    pub fn finish(mut self, next: Option<Phase>) -> Step {
        self.state.phase = next.unwrap_or(self.state.phase);
        if self.state.phase == Phase::Clear {
            self.state = self.state.closed();
        }
        Step { state: self.state, decisions: self.decisions }
    }

    /// Turns one effect into its decisions.
    pub fn perform(&mut self, effect: Effect) {
        match effect {
            Effect::Open => self.open(),
            Effect::Suppress => {
                self.decisions.push(Decision::Suppress { severity: self.state.severity });
            }
            Effect::Update => self.update(),
            Effect::Announce => self.announce(Message::Failed, Message::Failed, false),
            Effect::AnnounceFlapping => self.announce(Message::Flapping, Message::Flapping, true),
            Effect::AnnounceStillFailing => {
                self.announce(Message::Failed, Message::StillFailing, true);
            }
            Effect::AnnounceRepeated => self.announce(Message::Failed, Message::Repeated, true),
            Effect::Escalate => self.escalate(),
            Effect::AnnounceResolved => self.announce_resolved(),
            Effect::RunAction => self.run_action(),
            Effect::RunResolvedAction => self.run_resolved_action(),
            Effect::AllowActionAgain => self.state.action_started = false,
            Effect::Acknowledge => {
                self.decisions.push(Decision::RecordAcknowledgement);
                self.decisions.push(Decision::Cancel(Timer::Escalation));
            }
            Effect::Snooze => self.snooze(),
            Effect::EndSnooze => {
                self.decisions.push(Decision::EndSnooze);
                self.decisions.push(Decision::Cancel(Timer::SnoozeEnd));
            }
            Effect::ScheduleRepetition => self.schedule_repetition(),
            Effect::ScheduleEscalation => self.schedule_escalation(),
            Effect::Close => {
                self.decisions.push(Decision::Close);
                self.decisions.extend(Timer::ALL.map(Decision::Cancel));
            }
            Effect::RestartOverdueTimer if self.rules.kind == Kind::Availability => {
                self.decisions.push(Decision::RestartOverdueTimer);
            }
            Effect::RestartOverdueTimer => {}
            Effect::ListInCover => self.decisions.push(Decision::ListInCover),
            Effect::Refuse => self.decisions.push(Decision::Refuse),
        }
    }

    fn open(&mut self) {
        self.state.hidden = !self.rules.channels.dashboard;
        let State { severity, hidden, .. } = self.state;
        self.decisions.push(Decision::Open { severity, hidden });
    }

    /// An alert that was shown once stays in the lists.
    fn update(&mut self) {
        self.state.hidden = self.state.hidden && !self.rules.channels.dashboard;
        let State { severity, hidden, .. } = self.state;
        self.decisions.push(Decision::Update { severity, hidden });
    }

    /// Sends `first` where nothing was announced yet, and `further` where something
    /// was, if it is asked for `again`.
    fn announce(&mut self, first: Message, further: Message, again: bool) {
        self.state.engaged = true;
        let channels = self.rules.channels;
        let known = channels.intersection(self.state.announced);
        let new = channels.without(self.state.announced);
        self.notify(first, new.sent(), 0);
        if again {
            self.notify(further, known.sent(), self.state.escalated);
        }
        self.state.announced = self.state.announced.union(new);
    }

    fn escalate(&mut self) {
        self.announce(Message::Failed, Message::Failed, false);
        let channels = self.rules.channels.sent();
        if !channels.is_empty() && self.state.escalated < self.rules.escalation.len() {
            self.state.escalated += 1;
            self.notify(Message::Escalated, channels, self.state.escalated);
        }
    }

    /// Goes to everybody who got the first message, on the channels that still apply.
    fn announce_resolved(&mut self) {
        let channels = self.rules.resolved.intersection(self.state.announced);
        self.notify(Message::Resolved, channels.sent(), self.state.escalated);
    }

    fn notify(&mut self, message: Message, channels: Channels, through_step: usize) {
        if !channels.is_empty() {
            self.decisions.push(Decision::Notify { message, channels, through_step });
        }
    }

    fn run_action(&mut self) {
        if self.rules.action && !self.state.action_started {
            self.state.action_started = true;
            self.decisions.push(Decision::Run(Moment::Failure));
        }
    }

    fn run_resolved_action(&mut self) {
        if self.rules.resolved_action && self.state.engaged {
            self.decisions.push(Decision::Run(Moment::Recovery));
        }
    }

    fn snooze(&mut self) {
        self.decisions.push(Decision::RecordSnooze { until: self.snooze_until });
        self.decisions.push(Decision::Cancel(Timer::Repetition));
        self.decisions.push(Decision::Cancel(Timer::Escalation));
        self.decisions.push(match self.snooze_until {
            Some(until) => Decision::Schedule { timer: Timer::SnoozeEnd, when: When::At(until) },
            None => Decision::Cancel(Timer::SnoozeEnd),
        });
    }

    fn schedule_repetition(&mut self) {
        if let Some(every) = self.rules.repeat_every {
            let when = When::After(every);
            self.decisions.push(Decision::Schedule { timer: Timer::Repetition, when });
        }
    }

    /// Also where nothing is sent now: a worse severity may add a channel.
    fn schedule_escalation(&mut self) {
        if let Some(wait) = self.rules.escalation.get(self.state.escalated) {
            let when = When::After(*wait);
            self.decisions.push(Decision::Schedule { timer: Timer::Escalation, when });
        }
    }
}
