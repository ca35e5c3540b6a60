//! Where the alert of one cause is.

use crate::Severity;
use crate::channels::Channels;

/// What is stored of the alert of one cause between two events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Whether there is an alert, and what people did with it.
    pub phase: Phase,
    /// Whether a maintenance window is open for the agent.
    pub maintenance: bool,
    /// Whether another alert covers this cause: that of its parent or of its site.
    pub covered: bool,
    /// The severity of the newest failure.
    pub severity: Severity,
    /// Whether the open alert is left out of lists, as the dashboard did not apply yet.
    pub hidden: bool,
    /// Where the failure was announced.
    pub announced: Channels,
    /// Whether the failure action was started and did not fail to start.
    pub action_started: bool,
    /// Whether the alert had its first messages and action: a recovery may have its own.
    pub engaged: bool,
    /// How many steps of escalation were taken.
    pub escalated: usize,
}

impl State {
    /// What keeps messages back now, apart from a snooze.
    pub fn silence(&self) -> Silence {
        match (self.maintenance, self.covered) {
            (true, _) => Silence::Maintenance,
            (false, true) => Silence::Covered,
            (false, false) => Silence::None,
        }
    }

    /// The state after the alert is closed: only what is outside of it remains.
    #[must_use]
    pub fn closed(&self) -> Self {
        Self { maintenance: self.maintenance, covered: self.covered, ..Self::default() }
    }
}

/// Whether there is an alert, and what people did with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// There is none.
    #[default]
    Clear,
    /// Open, and nobody has acknowledged it.
    Open,
    /// Open, and somebody works on it: no escalation.
    Acknowledged,
    /// Open, and silent until a time or until it is lifted.
    Snoozed,
    /// Recorded as suppressed: not open, for it began while it was silenced.
    Suppressed,
}

impl Phase {
    /// Every phase.
    pub const ALL: [Self; 5] =
        [Self::Clear, Self::Open, Self::Acknowledged, Self::Snoozed, Self::Suppressed];

    /// Reads a stored name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|phase| phase.as_str() == name)
    }

    /// The name it is stored under.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::Open => "open",
            Self::Acknowledged => "acknowledged",
            Self::Snoozed => "snoozed",
            Self::Suppressed => "suppressed",
        }
    }

    /// Whether this is an open alert. A cause has one at most.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Open | Self::Acknowledged | Self::Snoozed)
    }
}

/// What keeps messages back, apart from a snooze.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Silence {
    /// Nothing.
    None,
    /// Another alert covers this cause, and lists it.
    Covered,
    /// A maintenance window, which also keeps recoveries silent.
    Maintenance,
}

impl Silence {
    /// Every reason for silence, and none.
    pub const ALL: [Self; 3] = [Self::None, Self::Covered, Self::Maintenance];
}
