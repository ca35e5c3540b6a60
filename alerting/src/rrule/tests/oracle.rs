//! The starts of windows, compared with those of the `rrule` crate.
//!
//! Both agree on the dates of a rule. What a change of the clock does to them is
//! decided here on purpose otherwise, as in `muster-schedule`, so instants in real
//! zones are compared where the clock shows the time once.

use ::rrule::{RRule, Tz as RruleZone, Unvalidated};
use chrono::{
    DateTime, Datelike, MappedLocalTime, Months, NaiveDateTime, TimeDelta, TimeZone, Utc,
};
use muster_schedule::{NamedZone, first_instant, wall_time};
use proptest::prelude::*;

use super::super::{Window, WindowForm};
use super::strategies::{any_rule, any_start, any_zone};

/// How many starts of each rule are compared, at most.
const STARTS: usize = 20;

/// The clocks of rrule do not change any more after that.
const LAST_YEAR: i32 = 2099;

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(3000)
    })]

    #[test]
    fn windows_have_the_dates_of_rrule(rule in any_rule(), start in any_start()) {
        let ours = ours(&rule, NamedZone::utc(), start);
        prop_assert_eq!(&ours, &theirs(&rule, NamedZone::utc(), start, &ours), "{}", rule);
    }

    #[test]
    fn windows_have_the_instants_of_rrule_where_the_clock_shows_them_once(
        rule in any_rule(), zone in any_zone(), start in any_start(),
    ) {
        // rrule takes its time of day from the instant of the start.
        prop_assume!(shows_once(zone, start, first_instant(zone, start)));
        // Of a count, rrule leaves out what a changing clock skips; ours has it.
        let rule = rule.split(";COUNT").next().unwrap_or_default();
        let mut ours = ours(rule, zone, start);
        let mut theirs = theirs(rule, zone, start, &ours);
        let is_compared = |run: &DateTime<Utc>| {
            run.year() <= LAST_YEAR && shows_once(zone, start, *run)
        };
        ours.retain(is_compared);
        theirs.retain(is_compared);
        prop_assert_eq!(ours, theirs, "{}", rule);
    }
}

fn ours(rule: &str, zone: NamedZone, start: NaiveDateTime) -> Vec<DateTime<Utc>> {
    let form = WindowForm { start, zone: zone.name(), minutes: 1, rrule: Some(rule) };
    let Ok(window) = Window::read(&form) else {
        return Vec::new();
    };
    let found = window.occurrences(DateTime::<Utc>::MIN_UTC, DateTime::<Utc>::MAX_UTC, STARTS);
    found.iter().map(|one| one.start).collect()
}

/// The starts of rrule as far as ours reach.
fn theirs(
    rule: &str,
    zone: NamedZone,
    start: NaiveDateTime,
    ours: &[DateTime<Utc>],
) -> Vec<DateTime<Utc>> {
    let Some(last) = ours.last() else {
        // Never within a hundred years: rrule would look through thousands.
        return Vec::new();
    };
    let first =
        first_instant(zone, start).with_timezone(&RruleZone::Tz(zone.name().parse().unwrap()));
    let set = rule.parse::<RRule<Unvalidated>>().unwrap().build(first).unwrap();
    // Past our last, one more would be an answer; further off nothing is looked for.
    let beyond = *last + TimeDelta::days(if ours.len() == STARTS { 0 } else { 800 });
    let horizon = first_instant(zone, start.checked_add_months(Months::new(1200)).unwrap());
    let runs = set.into_iter().map(|run| run.to_utc());
    runs.take_while(|run| *run <= beyond.min(horizon)).take(STARTS + 1).collect()
}

/// Whether a start is at the rule's own time of day, and that time is neither
/// skipped nor doubled on its date.
fn shows_once(zone: NamedZone, start: NaiveDateTime, run: DateTime<Utc>) -> bool {
    let wall = wall_time(zone, run);
    wall.time() == start.time()
        && matches!(zone.from_local_datetime(&wall), MappedLocalTime::Single(_))
}
