//! What the server has to do after an event.

use chrono::{DateTime, TimeDelta, Utc};

use crate::Severity;
use crate::channels::Channels;

/// One thing the server has to do, in the order in which they are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Store a new open alert.
    Open {
        /// How bad it is.
        severity: Severity,
        /// Whether lists leave it out.
        hidden: bool,
    },
    /// Store a new alert as suppressed: not open, never announced.
    Suppress {
        /// How bad it is.
        severity: Severity,
    },
    /// Store what changed on the open or suppressed alert.
    Update {
        /// How bad it is.
        severity: Severity,
        /// Whether lists leave it out.
        hidden: bool,
    },
    /// Close the open or suppressed alert.
    Close,
    /// Store who acknowledged it, when, and the note.
    RecordAcknowledgement,
    /// Store the snooze.
    RecordSnooze {
        /// When it ends; none means by hand.
        until: Option<DateTime<Utc>>,
    },
    /// Store that the snooze ended.
    EndSnooze,
    /// Send a message. The dashboard is never among the channels.
    Notify {
        /// What it says.
        message: Message,
        /// Where it is sent.
        channels: Channels,
        /// The steps of escalation whose recipients get it; 0 means none but the plan's.
        through_step: usize,
    },
    /// Start an action as a background job.
    Run(Moment),
    /// Set a timer; one that is set already is replaced.
    Schedule {
        /// Which event it causes.
        timer: Timer,
        /// When.
        when: When,
    },
    /// Remove a timer, if it is set.
    Cancel(Timer),
    /// Count the agent's overdue time again from now: it was overdue while silenced.
    RestartOverdueTimer,
    /// List this cause in the alert that covers it, without a message.
    ListInCover,
    /// Refuse what the caller asked: there is no open alert.
    Refuse,
}

/// What a message says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Message {
    /// It fails; the first message on its channels.
    Failed,
    /// It changes between failing and working; also a first message.
    Flapping,
    /// The snooze ended and it still fails.
    StillFailing,
    /// It still fails, days later.
    Repeated,
    /// It fails and nobody acknowledged it; only the recipients of the last step get it.
    Escalated,
    /// It works again.
    Resolved,
}

/// Which of a template's actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    /// The one for failures.
    Failure,
    /// The one for recoveries.
    Recovery,
}

/// A timer of an alert; each exists once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Timer {
    /// Causes [`super::Event::PeriodicDue`].
    Repetition,
    /// Causes [`super::Event::EscalationDue`].
    Escalation,
    /// Causes [`super::Event::SnoozeEnded`].
    SnoozeEnd,
}

impl Timer {
    /// Every timer.
    pub const ALL: [Self; 3] = [Self::Repetition, Self::Escalation, Self::SnoozeEnd];
}

/// When a timer is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// So long after the event.
    After(TimeDelta),
    /// At an instant.
    At(DateTime<Utc>),
}
