//! What a schedule is: the rule a person writes and an agent keeps.

use std::time::Duration;

use chrono::serde::ts_microseconds_option;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::seconds;
use crate::zone::Zone;

/// When a task runs.
///
/// Any value can be computed with: what makes no sense never runs. A rule that
/// came from a person goes through [`crate::validate()`] first.
///
/// It travels to agents and so only grows: a field that an older peer does not
/// send has its value from [`Rule::default`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Rule {
    /// How the runs recur.
    pub kind: Kind,
    /// The first possible run; on the wire microseconds since 1970.
    ///
    /// Needed by the kinds that follow the calendar. With [`Zone::Agent`] its
    /// UTC digits are the agent's wall-clock digits.
    #[serde(with = "ts_microseconds_option")]
    pub start: Option<DateTime<Utc>>,
    /// Whose wall clock the recurrence keeps.
    pub zone: Zone,
    /// No run at this instant or after it; its digits are read as those of `start`.
    #[serde(with = "ts_microseconds_option")]
    pub expire: Option<DateTime<Utc>>,
    /// Further runs after each one of the calendar.
    pub repetition: Option<Repetition>,
    /// Each run waits up to this long, see [`crate::delay()`]; whole seconds.
    #[serde(with = "seconds::optional")]
    pub random_delay: Option<Duration>,
    /// A run that was due while the agent was off happens when it is back.
    pub run_asap_after_missed: bool,
    /// What happens when a run is due while the last one still goes on.
    pub instance_policy: InstancePolicy,
    /// Without it there is no run by the calendar.
    pub enabled: bool,
}

impl Default for Rule {
    fn default() -> Self {
        Self {
            kind: Kind::default(),
            start: None,
            zone: Zone::default(),
            expire: None,
            repetition: None,
            random_delay: None,
            run_asap_after_missed: false,
            instance_policy: InstancePolicy::default(),
            enabled: true,
        }
    }
}

/// How the runs of a rule recur; on the wire by the names of `task_type`.
///
/// Masks have bit 0 for the first of their things: Sunday, January, the 1st,
/// the first week. Bits beyond the last thing are ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Kind {
    /// At the start, and never again.
    RunOnce,
    /// Every so many days, counted from the start's date.
    Daily {
        /// 1 to 255 days.
        interval: u32,
    },
    /// On some weekdays of every so many weeks.
    ///
    /// Weeks begin on Sunday and are counted from the start's week.
    Weekly {
        /// 1 to 52 weeks.
        interval: u32,
        /// Sunday 1 … Saturday 64.
        weekdays: u8,
    },
    /// On some days of some months; a day a month does not have is left out.
    Monthly {
        /// January 1 … December 2048.
        months: u16,
        /// The 1st 1 … the 31st 2^30, the last day 2^31.
        days: u32,
    },
    /// On some weekdays, by their place in some months.
    #[serde(rename = "monthlydow")]
    MonthlyByWeekday {
        /// January 1 … December 2048.
        months: u16,
        /// First 1 … fourth 8, last 16.
        weeks: u8,
        /// Sunday 1 … Saturday 64.
        weekdays: u8,
    },
    /// Only by hand.
    #[default]
    Manual,
    /// When a check fails.
    CheckFailure,
    /// Once for each agent, when it first receives the task.
    Onboarding,
    /// A kind from a newer peer: it never runs here, and the rest of the
    /// message stays readable.
    #[serde(other)]
    Unknown,
}

impl Kind {
    /// Whether the calendar, not an event or a person, starts the runs.
    pub fn follows_calendar(&self) -> bool {
        match self {
            Self::RunOnce | Self::Daily { .. } | Self::Weekly { .. } => true,
            Self::Monthly { .. } | Self::MonthlyByWeekday { .. } => true,
            Self::Manual | Self::CheckFailure | Self::Onboarding | Self::Unknown => false,
        }
    }
}

/// Further runs after each run of the calendar; whole seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repetition {
    /// The time from one run to the next.
    #[serde(with = "seconds")]
    pub every: Duration,
    /// How long after the calendar's run a repetition may start, exclusive.
    #[serde(with = "seconds")]
    pub for_duration: Duration,
}

/// What happens when a run is due while the last one still goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InstancePolicy {
    /// Both go on.
    Parallel,
    /// The new one is let go.
    IgnoreNew,
    /// The old one is ended.
    StopExisting,
    /// The new one waits. A policy from a newer peer is read as this one, the
    /// one that neither loses a run nor ends one.
    #[default]
    #[serde(other)]
    Queue,
}

impl InstancePolicy {
    /// Reads the number of `task_instance_policy`.
    pub fn from_number(number: i64) -> Option<Self> {
        match number {
            0 => Some(Self::Parallel),
            1 => Some(Self::Queue),
            2 => Some(Self::IgnoreNew),
            3 => Some(Self::StopExisting),
            _ => None,
        }
    }

    /// Returns the number of `task_instance_policy`.
    pub fn number(self) -> u8 {
        match self {
            Self::Parallel => 0,
            Self::Queue => 1,
            Self::IgnoreNew => 2,
            Self::StopExisting => 3,
        }
    }
}
