//! From what a wall clock shows to the instant it shows it.

use chrono::{DateTime, MappedLocalTime, NaiveDateTime, TimeDelta, TimeZone, Utc};

use crate::named_zone::NamedZone;

/// Returns the first instant at which a zone's clock shows `wall` or later.
///
/// Each of the three cases follows from that: a time that exists is itself; one
/// that exists twice is its first; one that the clock skips is the end of the
/// gap. Later wall times never give earlier instants, which is what the search
/// for runs rests on.
pub fn first_instant(zone: NamedZone, wall: NaiveDateTime) -> DateTime<Utc> {
    match zone.from_local_datetime(&wall) {
        MappedLocalTime::Single(instant) => instant.to_utc(),
        MappedLocalTime::Ambiguous(one, other) => one.min(other).to_utc(),
        MappedLocalTime::None => end_of_gap(zone, wall),
    }
}

/// Returns what a zone's clock shows at an instant.
pub fn wall_time(zone: NamedZone, instant: DateTime<Utc>) -> NaiveDateTime {
    instant.with_timezone(&zone).naive_local()
}

/// Finds the instant of the change that skips `wall`, by halving.
///
/// chrono does not tell when a zone changes. No zone is 48 hours from UTC, so
/// the change lies within that; changes happen at whole seconds.
fn end_of_gap(zone: NamedZone, wall: NaiveDateTime) -> DateTime<Utc> {
    let middle = DateTime::from_timestamp(wall.and_utc().timestamp(), 0).unwrap_or_default();
    let mut before = -48 * 3600;
    let mut reached = 48 * 3600;
    while reached - before > 1 {
        let half = i64::midpoint(before, reached);
        if wall_time(zone, middle + TimeDelta::seconds(half)) >= wall {
            reached = half;
        } else {
            before = half;
        }
    }
    middle + TimeDelta::seconds(reached)
}
