//! One point of a history.

use muster_alerting::Severity;

use super::super::evaluate::{Judgement, Verdict};

/// Characters of a text that are kept for each point.
const LONGEST_TEXT: usize = 250;
/// The largest number of hundredths that is kept.
const LARGEST: f64 = 1e15;

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
    /// What became of a reading; none if nothing is known by it. The time is in
    /// microseconds.
    pub fn of(judgement: &Judgement, time: i64) -> Option<Self> {
        let state = match judgement.verdict {
            Verdict::Unknown => return None,
            Verdict::Passing => PointState::Passing,
            Verdict::Failing(severity) => PointState::Failing(severity),
        };
        let text = match state {
            PointState::Passing => String::new(),
            PointState::Failing(_) => judgement.more_info.chars().take(LONGEST_TEXT).collect(),
        };
        Some(Self {
            time: milliseconds(time),
            value: hundredths(judgement.value?),
            state,
            retcode: judgement.output.retcode,
            latency: judgement.latency_ms.map(hundredths),
            text,
        })
    }

    pub fn value(&self) -> f64 {
        self.value as f64 / 100.0
    }

    pub fn latency_ms(&self) -> Option<f64> {
        self.latency.map(|latency| latency as f64 / 100.0)
    }
}

/// A time of the history, of one in microseconds.
pub fn milliseconds(micros: i64) -> i64 {
    micros.div_euclid(1000)
}

fn hundredths(value: f64) -> i64 {
    (value * 100.0).round().clamp(-LARGEST, LARGEST) as i64
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
