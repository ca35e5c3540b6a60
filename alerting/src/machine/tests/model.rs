//! A server without a database, which carries out decisions and complains.

use std::collections::BTreeSet;

use super::super::{Decision, Event, Message, Moment, Rules, State, Timer, step};
use crate::channels::{Channel, Channels};

/// What a server would have stored and sent. It follows snoozes and maintenance by
/// the events alone, so that the machine's own flags are not trusted.
#[derive(Default)]
pub struct Model {
    state: State,
    open: bool,
    suppressed: bool,
    snoozed: bool,
    maintenance: bool,
    first_messages: Channels,
    resolved_messages: usize,
    failure_actions: usize,
    steps: usize,
    timers: BTreeSet<Timer>,
}

impl Model {
    /// Lets an event happen and carries out what is decided.
    pub fn meet(&mut self, event: &Event, rules: &Rules) {
        let found = step(&self.state, event, rules);
        self.follow(event);
        self.resolved_messages = 0;
        for decision in &found.decisions {
            self.carry_out(decision, rules);
        }
        self.state = found.state;
        assert_eq!(self.state.phase.is_open(), self.open, "the state says what is stored");
        assert!(!(self.open && self.suppressed), "one alert at a time");
        if *event == Event::Recovered {
            assert!(!self.open && !self.suppressed, "a recovery closes whatever there is");
        }
        if !self.open {
            assert!(self.timers.is_empty(), "no timer outlives its alert: {:?}", self.timers);
        }
    }

    /// What an event means for silence. A snooze needs an alert.
    fn follow(&mut self, event: &Event) {
        match event {
            Event::MaintenanceBegan => self.maintenance = true,
            Event::MaintenanceEnded => self.maintenance = false,
            Event::Snooze { .. } => self.snoozed = self.open,
            Event::Unsnooze | Event::SnoozeEnded => self.snoozed = false,
            Event::ActionFailed => self.failure_actions = 0,
            _ => {}
        }
    }

    fn carry_out(&mut self, decision: &Decision, rules: &Rules) {
        match decision {
            Decision::Open { .. } => {
                assert!(!self.open, "never two open alerts for one cause");
                assert!(!self.maintenance, "nothing is opened in maintenance");
                self.open = true;
            }
            Decision::Suppress { .. } => {
                assert!(!self.open && !self.suppressed, "never two records for one cause");
                self.suppressed = true;
            }
            Decision::Update { .. } => assert!(self.open || self.suppressed),
            Decision::Close => self.close(),
            Decision::RecordAcknowledgement | Decision::RecordSnooze { .. } => assert!(self.open),
            Decision::Notify { message, channels, through_step } => {
                self.notify(*message, *channels, *through_step, rules);
            }
            Decision::Run(moment) => self.run(*moment),
            Decision::Schedule { timer, .. } => {
                self.timers.insert(*timer);
            }
            Decision::Cancel(timer) => {
                self.timers.remove(timer);
            }
            Decision::Refuse => assert!(!self.open, "an open alert can be worked on"),
            Decision::EndSnooze | Decision::RestartOverdueTimer | Decision::ListInCover => {}
        }
    }

    fn close(&mut self) {
        assert!(self.open || self.suppressed, "only what is there is closed");
        self.open = false;
        self.suppressed = false;
        self.snoozed = false;
        self.first_messages = Channels::NONE;
        self.failure_actions = 0;
        self.steps = 0;
    }

    fn notify(&mut self, message: Message, channels: Channels, through: usize, rules: &Rules) {
        assert!(self.open, "a message is about an open alert");
        assert!(!self.snoozed, "never a message while snoozed");
        assert!(!self.maintenance, "never a message in maintenance");
        assert!(!channels.dashboard && !channels.is_empty(), "messages are sent somewhere");
        let allowed = if message == Message::Resolved { rules.resolved } else { rules.channels };
        assert!(channels.without(allowed).is_empty(), "only on channels that apply");
        match message {
            Message::Failed | Message::Flapping => {}
            _ => assert!(
                Channel::ALL.iter().all(|channel| !channels.contains(*channel)
                    || self.first_messages.contains(*channel)),
                "every {message:?} has its failure before it"
            ),
        }
        match message {
            Message::Failed => {
                assert!(channels.intersection(self.first_messages).is_empty(), "the first once");
            }
            Message::Escalated => {
                self.steps += 1;
                assert_eq!(through, self.steps, "step by step");
            }
            Message::Resolved => {
                self.resolved_messages += 1;
                assert_eq!(self.resolved_messages, 1, "a recovery is announced once");
            }
            _ => {}
        }
        self.first_messages = self.first_messages.union(channels);
    }

    fn run(&mut self, moment: Moment) {
        assert!(self.open && !self.snoozed && !self.maintenance, "actions are silenced as well");
        if moment == Moment::Failure {
            self.failure_actions += 1;
            assert_eq!(self.failure_actions, 1, "the failure action runs once");
        }
    }
}
