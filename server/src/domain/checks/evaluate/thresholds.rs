//! Thresholds that keep a check at its limit from changing all the time.

use muster_alerting::Severity;

use super::super::settings::Patience;
use super::{Previous, Verdict};

const MINUTE_MICROS: i64 = 60_000_000;

/// A threshold that is crossed, and whether one was just before.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Crossing {
    /// The worst severity whose threshold is crossed.
    pub severity: Option<Severity>,
    /// The severity of a failing check whose value is between its threshold and
    /// that of its recovery: the mildest that has a threshold, so that a better
    /// value never is a worse result.
    pub recovering: Option<Severity>,
}

/// The verdict of a crossing, and since when there is one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settled {
    pub verdict: Verdict,
    pub crossed_since: Option<i64>,
    /// Minutes until a crossed threshold is a failure; none if it is one, or none
    /// is crossed.
    pub waits_minutes: Option<i64>,
}

/// Decides whether a crossing is a failure by now. Which threshold is crossed may
/// change meanwhile: the time counts for all of them together.
pub fn settle(crossing: Crossing, patience: &Patience, previous: Previous, time: i64) -> Settled {
    let was_crossed = previous.is_failing && previous.crossed_since.is_some();
    let recovering = crossing.recovering.filter(|_| was_crossed);
    let Some(severity) = crossing.severity.or(recovering) else {
        return Settled { verdict: Verdict::Passing, crossed_since: None, waits_minutes: None };
    };
    let since = previous.crossed_since.unwrap_or(time).min(time);
    let needed = patience.for_minutes.saturating_mul(MINUTE_MICROS);
    let missing = needed.saturating_sub(time.saturating_sub(since));
    let crossed_since = Some(since);
    if was_crossed || missing <= 0 {
        let verdict = Verdict::Failing(severity);
        return Settled { verdict, crossed_since, waits_minutes: None };
    }
    let waits_minutes = Some((missing - 1) / MINUTE_MICROS + 1);
    Settled { verdict: Verdict::Passing, crossed_since, waits_minutes }
}

/// The mildest severity that has a threshold.
pub fn mildest(has_warning: bool, has_error: bool) -> Option<Severity> {
    match (has_warning, has_error) {
        (true, _) => Some(Severity::Warning),
        (false, true) => Some(Severity::Error),
        (false, false) => None,
    }
}

/// The worst of two crossings of limits with a severity each.
pub fn worst(crossed_warning: bool, crossed_error: bool) -> Option<Severity> {
    match (crossed_warning, crossed_error) {
        (_, true) => Some(Severity::Error),
        (true, false) => Some(Severity::Warning),
        (false, false) => None,
    }
}

/// A threshold in percent, as far as it is used.
pub fn percent(threshold: i64) -> Option<f64> {
    (threshold > 0).then_some(threshold as f64)
}
