//! The runs of a rule: those of the calendar, and its repetitions.

use chrono::{DateTime, TimeDelta, Utc};

use crate::calendar::Calendar;
use crate::named_zone::NamedZone;
use crate::rule::{Repetition, Rule};

/// Returns the first run strictly after an instant.
///
/// `zone` is the agent's own, and matters to rules that follow it. After each
/// run of the calendar, repetitions follow at its distance as long as they are
/// within its duration and before the calendar's next run, which begins a
/// series of its own. So runs never coincide. They are counted in elapsed
/// time: a daylight change within a series moves none of them. The random delay
/// is not included.
pub fn next_after(rule: &Rule, zone: NamedZone, after: DateTime<Utc>) -> Option<DateTime<Utc>> {
    next_run(&Calendar::new(rule, zone)?, rule.repetition.as_ref(), after)
}

/// Lists the first runs after an instant, at most `count`.
pub fn upcoming(
    rule: &Rule,
    zone: NamedZone,
    after: DateTime<Utc>,
    count: usize,
) -> Vec<DateTime<Utc>> {
    let Some(calendar) = Calendar::new(rule, zone) else {
        return Vec::new();
    };
    let next = |after| next_run(&calendar, rule.repetition.as_ref(), after);
    std::iter::successors(next(after), |last| next(*last)).take(count).collect()
}

/// Returns the last run at an instant or before it, repetitions included.
///
/// A run is missed when this is later than both the last run that happened and
/// the moment the rule was received.
pub fn previous_or_at(rule: &Rule, zone: NamedZone, at: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let calendar = Calendar::new(rule, zone)?;
    let at = at.min(calendar.end() - TimeDelta::nanoseconds(1));
    let base = calendar.previous_or_at(at)?;
    let Some(series) = rule.repetition.as_ref().and_then(Series::new) else {
        return Some(base);
    };
    let steps = ((at - base).num_seconds() / series.every).min((series.length - 1) / series.every);
    Some(base + TimeDelta::seconds(steps * series.every))
}

/// Returns the instant from which a rule has no more runs, if it expires.
///
/// It is `rule.expire` itself unless the rule follows the agent's own zone.
pub fn expires_at(rule: &Rule, zone: NamedZone) -> Option<DateTime<Utc>> {
    rule.expire.map(|expire| rule.zone.instant_of(expire, zone))
}

fn next_run(
    calendar: &Calendar<'_>,
    repetition: Option<&Repetition>,
    after: DateTime<Utc>,
) -> Option<DateTime<Utc>> {
    let next = calendar.next_after(after);
    let repeated = repetition
        .and_then(Series::new)
        .and_then(|series| series.next_after(calendar.previous_or_at(after)?, after));
    // `None` is smaller than any run, so `min` of the options would not do.
    let earliest = next.into_iter().chain(repeated).min()?;
    (earliest < calendar.end()).then_some(earliest)
}

/// A repetition in seconds, known to be one.
struct Series {
    every: i64,
    length: i64,
}

impl Series {
    /// More than all the years we count, so that a sum stays within chrono's.
    const LONGEST: u64 = 10_000 * 366 * 24 * 3600;

    fn new(repetition: &Repetition) -> Option<Self> {
        let seconds = |count: u64| count.min(Self::LONGEST).cast_signed();
        let every = seconds(repetition.every.as_secs());
        let length = seconds(repetition.for_duration.as_secs());
        (every > 0 && length > 0).then_some(Self { every, length })
    }

    /// Returns the first repetition after an instant that is not before `base`.
    fn next_after(&self, base: DateTime<Utc>, after: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let steps = (after - base).num_seconds() / self.every + 1;
        let distance = steps * self.every;
        (distance < self.length).then(|| base + TimeDelta::seconds(distance))
    }
}
