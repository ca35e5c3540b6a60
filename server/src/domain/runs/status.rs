//! How far a run is.

use muster_protocol::End;

use crate::storage::{TextEnum, stored_as_text};

/// How far a run is, or how it ended.
///
/// ```text
/// queued ─→ running ─→ passed · failed · timed_out · cancelled · interrupted
///    │         ↑
///    ├→ expired┘   the agent had the order after all
///    └→ failed · cancelled · interrupted
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RunStatus {
    /// Stored; the agent has not confirmed the order yet.
    Queued,
    /// The agent has confirmed the order.
    Running,
    /// Ended with return code 0.
    Passed,
    /// Ended with another return code, or never started.
    Failed,
    /// Ended at its timeout.
    TimedOut,
    /// A user ended it.
    Cancelled,
    /// Its agent did not come back in time.
    Expired,
    /// The agent or the server died during the run: nobody knows what it did.
    Interrupted,
}

impl TextEnum for RunStatus {
    const ALL: &'static [Self] = &[
        Self::Queued,
        Self::Running,
        Self::Passed,
        Self::Failed,
        Self::TimedOut,
        Self::Cancelled,
        Self::Expired,
        Self::Interrupted,
    ];

    fn as_str(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

stored_as_text!(RunStatus);

impl RunStatus {
    /// All names, for filters.
    pub const NAMES: &'static [&'static str] = &[
        "queued",
        "running",
        "passed",
        "failed",
        "timed_out",
        "cancelled",
        "expired",
        "interrupted",
    ];

    /// Whether it has ended, as far as the server knows.
    pub fn is_finished(self) -> bool {
        !matches!(self, Self::Queued | Self::Running)
    }

    /// Whether a report from the agent still counts. An expired run may have
    /// been on its way: the agent's report wins over the clock.
    pub fn is_reported_on(self) -> bool {
        matches!(self, Self::Queued | Self::Running | Self::Expired)
    }

    /// Whether the agent has not confirmed it yet.
    pub fn is_unconfirmed(self) -> bool {
        matches!(self, Self::Queued | Self::Expired)
    }

    /// How a run ended, according to its agent.
    pub fn after(end: &End) -> Self {
        match end {
            End::Exited { code: 0 } => Self::Passed,
            End::Exited { .. } | End::CouldNotStart { .. } => Self::Failed,
            End::TimedOut => Self::TimedOut,
            End::Cancelled => Self::Cancelled,
            End::Interrupted => Self::Interrupted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_has_a_name_of_its_own() {
        for (index, status) in RunStatus::ALL.iter().enumerate() {
            assert_eq!(*status as usize, index);
            assert_eq!(RunStatus::from_name(status.as_str()), Some(*status));
        }
        assert_eq!(RunStatus::ALL.len(), RunStatus::NAMES.len());
    }
}
