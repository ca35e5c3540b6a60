//! One point of a history.

use muster_alerting::Severity;

/// What a check found once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryPoint {
    /// Milliseconds since 1970. Of one check, no two points have the same.
    pub time: i64,
    /// Hundredths.
    pub value: i64,
    pub state: PointState,
    pub retcode: Option<i64>,
    /// Hundredths of a millisecond.
    pub latency: Option<i64>,
    /// What people read; empty while the check passes, as the value says it all.
    pub text: String,
}

/// Whether it was good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointState {
    Passing,
    Failing(Severity),
}

impl HistoryPoint {
    pub fn value(&self) -> f64 {
        self.value as f64 / 100.0
    }

    pub fn latency_ms(&self) -> Option<f64> {
        self.latency.map(|latency| latency as f64 / 100.0)
    }
}

impl PointState {
    pub(super) fn code(self) -> u8 {
        match self {
            Self::Passing => 0,
            Self::Failing(Severity::Info) => 1,
            Self::Failing(Severity::Warning) => 2,
            Self::Failing(Severity::Error) => 3,
        }
    }

    /// The state in the last two bits of a code.
    pub(super) fn of_code(code: u8) -> Self {
        match code & 3 {
            0 => Self::Passing,
            1 => Self::Failing(Severity::Info),
            2 => Self::Failing(Severity::Warning),
            _ => Self::Failing(Severity::Error),
        }
    }
}
