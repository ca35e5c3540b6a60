//! What happens to a cause or its alert.

use chrono::{DateTime, Utc};

use crate::Severity;

use super::rules::Rules;

/// What happens to a cause or its alert.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// It fails, for the first time or still.
    Failed {
        /// How bad it is now.
        severity: Severity,
    },
    /// It works again.
    Recovered,
    /// It changes so often that one alert stands for all changes from now on.
    FlappingBegan {
        /// How bad it is at its worst.
        severity: Severity,
    },
    /// The failure action could not be started.
    ActionFailed,
    /// Somebody works on it. The caller stores who, and the note.
    Acknowledge,
    /// Somebody silences it.
    Snooze {
        /// When that ends; none means by hand.
        until: Option<DateTime<Utc>>,
    },
    /// Somebody lifts the snooze.
    Unsnooze,
    /// The time of the snooze has come.
    SnoozeEnded,
    /// Somebody closes it.
    Resolve,
    /// The agent was not seen for `clear_faults_days`.
    FaultsCleared,
    /// A maintenance window opened for the agent.
    MaintenanceBegan,
    /// The last open maintenance window closed.
    MaintenanceEnded,
    /// Another alert covers this cause from now on.
    CoverBegan,
    /// No other alert covers this cause any more.
    CoverEnded,
    /// The time for a repeated message has come.
    PeriodicDue,
    /// Nobody acknowledged it in time.
    EscalationDue,
}

/// An event as the table knows it: without its values, and with the rules' answer
/// whether anything would come of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Trigger {
    /// A failure for which a channel or action applies.
    Failed,
    /// A failure, or flapping, for which nothing applies.
    FailedUnwanted,
    /// [`Event::Recovered`]
    Recovered,
    /// Flapping for which a channel or action applies.
    FlappingBegan,
    /// [`Event::ActionFailed`]
    ActionFailed,
    /// [`Event::Acknowledge`]
    Acknowledge,
    /// [`Event::Snooze`]
    Snooze,
    /// [`Event::Unsnooze`]
    Unsnooze,
    /// [`Event::SnoozeEnded`]
    SnoozeEnded,
    /// [`Event::Resolve`]
    Resolve,
    /// [`Event::FaultsCleared`]
    FaultsCleared,
    /// [`Event::MaintenanceBegan`]
    MaintenanceBegan,
    /// [`Event::MaintenanceEnded`]
    MaintenanceEnded,
    /// [`Event::CoverBegan`]
    CoverBegan,
    /// [`Event::CoverEnded`]
    CoverEnded,
    /// [`Event::PeriodicDue`]
    PeriodicDue,
    /// [`Event::EscalationDue`]
    EscalationDue,
}

impl Trigger {
    /// Every trigger.
    pub const ALL: [Self; 17] = [
        Self::Failed,
        Self::FailedUnwanted,
        Self::Recovered,
        Self::FlappingBegan,
        Self::ActionFailed,
        Self::Acknowledge,
        Self::Snooze,
        Self::Unsnooze,
        Self::SnoozeEnded,
        Self::Resolve,
        Self::FaultsCleared,
        Self::MaintenanceBegan,
        Self::MaintenanceEnded,
        Self::CoverBegan,
        Self::CoverEnded,
        Self::PeriodicDue,
        Self::EscalationDue,
    ];

    /// The trigger of an event under the rules of its time.
    pub fn of(event: &Event, rules: &Rules) -> Self {
        match event {
            Event::Failed { .. } | Event::FlappingBegan { .. } if !rules.is_wanted() => {
                Self::FailedUnwanted
            }
            Event::Failed { .. } => Self::Failed,
            Event::FlappingBegan { .. } => Self::FlappingBegan,
            Event::Recovered => Self::Recovered,
            Event::ActionFailed => Self::ActionFailed,
            Event::Acknowledge => Self::Acknowledge,
            Event::Snooze { .. } => Self::Snooze,
            Event::Unsnooze => Self::Unsnooze,
            Event::SnoozeEnded => Self::SnoozeEnded,
            Event::Resolve => Self::Resolve,
            Event::FaultsCleared => Self::FaultsCleared,
            Event::MaintenanceBegan => Self::MaintenanceBegan,
            Event::MaintenanceEnded => Self::MaintenanceEnded,
            Event::CoverBegan => Self::CoverBegan,
            Event::CoverEnded => Self::CoverEnded,
            Event::PeriodicDue => Self::PeriodicDue,
            Event::EscalationDue => Self::EscalationDue,
        }
    }
}
