//! The dates of rules, compared with those of the `rrule` crate (RFC 5545).
//!
//! Both agree on which dates a rule has. On what a clock change does to them
//! they do not, on purpose:
//! - In a gap, rrule counts the hours from midnight, so 02:30 becomes 03:30; we
//!   run at the end of the gap, 03:00, the first moment the time is over.
//! - Where midnight itself is skipped or shown twice, rrule leaves such a run
//!   out altogether, and so the whole of a skipped day; we lose none.
//! - A start that is the second showing of its time is lost to rrule, which
//!   looks at the first showing and finds it before the start; we run there.
//!
//! So dates are compared on a clock without changes (both in UTC, for every
//! date), and instants in real zones wherever the clock shows the time once.

use std::sync::LazyLock;

use chrono::{DateTime, MappedLocalTime, Month, TimeDelta, TimeZone, Utc, Weekday};
use proptest::prelude::*;
use rrule::{Frequency, NWeekday, RRule, Tz as RruleZone};

use super::strategies::{any_kind, any_zone, recent_instant};
use crate::wall_clock::wall_time;
use crate::{Kind, NamedZone, Rule, Zone, upcoming};

/// How many runs of each rule are compared, at most.
const RUNS: usize = 16;

/// How far after the start the comparison begins, at most: rrule walks there.
const DAYS_FROM_START: i64 = 1500;

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(5000)
    })]

    #[test]
    fn rules_have_the_dates_of_rrule(
        kind in any_kind(), start in recent_instant(), days in -10..DAYS_FROM_START,
    ) {
        let after = start + TimeDelta::days(days);
        let ours = ours(&kind, NamedZone::utc(), start, after);
        prop_assert_eq!(&ours, &theirs(&kind, NamedZone::utc(), start, after, &ours));
    }

    #[test]
    fn rules_have_the_instants_of_rrule_where_the_clock_shows_them_once(
        kind in any_kind(),
        zone in any_zone(),
        start in recent_instant(),
        days in -10..DAYS_FROM_START,
    ) {
        prop_assume!(AGREED.contains(&zone));
        let after = start + TimeDelta::days(days);
        let mut ours = ours(&kind, zone, start, after);
        let mut theirs = theirs(&kind, zone, start, after, &ours);
        ours.retain(|run| shows_once(zone, start, *run));
        theirs.retain(|run| shows_once(zone, start, *run));
        prop_assert_eq!(ours, theirs);
    }
}

/// Zones whose clock shows the same by the table of rrule, which is of another release: what
/// governments have decided in between is in one of them only.
static AGREED: LazyLock<Vec<NamedZone>> = LazyLock::new(|| {
    let agrees = |zone: &NamedZone| {
        let Ok(theirs) = zone.name().parse::<chrono_tz::Tz>() else { return false };
        (0..MONTHS).all(|month| {
            let instant = DateTime::<Utc>::UNIX_EPOCH + TimeDelta::days(30 * month);
            wall_time(*zone, instant) == instant.with_timezone(&theirs).naive_local()
        })
    };
    NamedZone::all().filter(agrees).collect()
});

/// Until 2062.
const MONTHS: i64 = 1120;

fn ours(
    kind: &Kind,
    zone: NamedZone,
    start: DateTime<Utc>,
    after: DateTime<Utc>,
) -> Vec<DateTime<Utc>> {
    let zone = Zone::Named(zone);
    let rule = Rule { kind: kind.clone(), start: Some(start), zone, ..Rule::default() };
    upcoming(&rule, NamedZone::utc(), after, RUNS)
}

/// The runs of rrule as far as ours reach.
fn theirs(
    kind: &Kind,
    zone: NamedZone,
    start: DateTime<Utc>,
    after: DateTime<Utc>,
    ours: &[DateTime<Utc>],
) -> Vec<DateTime<Utc>> {
    if never_comes(kind) {
        // rrule would look through ten thousand years.
        return Vec::new();
    }
    let until = match ours.last() {
        Some(last) if ours.len() == RUNS => *last,
        _ => DateTime::<Utc>::MAX_UTC,
    };
    let start = start.with_timezone(&RruleZone::Tz(zone.name().parse().unwrap()));
    let set = as_rrule(kind).build(start).unwrap();
    let runs = set.into_iter().map(|run| run.to_utc());
    runs.skip_while(|run| *run <= after).take_while(|run| *run <= until).take(RUNS + 1).collect()
}

/// Whether a run is at the rule's own time of day, and that time is
/// neither skipped nor doubled on its date.
fn shows_once(zone: NamedZone, start: DateTime<Utc>, run: DateTime<Utc>) -> bool {
    let wall = wall_time(zone, run);
    wall.time() == wall_time(zone, start).time()
        && matches!(zone.from_local_datetime(&wall), MappedLocalTime::Single(_))
}

/// Whether no chosen month is long enough for any chosen day.
fn never_comes(kind: &Kind) -> bool {
    let Kind::Monthly { months, days } = *kind else {
        return false;
    };
    let lengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let longest = bits(months.into()).map(|month| lengths[month]).max();
    days >> 31 == 0 && longest <= Some(days.trailing_zeros())
}

fn as_rrule(kind: &Kind) -> RRule<rrule::Unvalidated> {
    let rule = RRule::new(Frequency::Monthly).week_start(Weekday::Sun);
    match *kind {
        Kind::Daily { interval } => {
            rule.freq(Frequency::Daily).interval(interval.try_into().unwrap())
        }
        Kind::Weekly { interval, weekdays } => rule
            .freq(Frequency::Weekly)
            .interval(interval.try_into().unwrap())
            .by_weekday(bits(weekdays.into()).map(|day| NWeekday::Every(weekday(day))).collect()),
        Kind::Monthly { months, days } => {
            let day = |bit| if bit == 31 { -1 } else { i8::try_from(bit).unwrap() + 1 };
            rule.by_month(&month_names(months)).by_month_day(bits(days).map(day).collect())
        }
        Kind::MonthlyByWeekday { months, weeks, weekdays } => {
            let place = |bit| if bit == 4 { -1 } else { i16::try_from(bit).unwrap() + 1 };
            let days = bits(weeks.into()).flat_map(|week| {
                bits(weekdays.into()).map(move |day| NWeekday::Nth(place(week), weekday(day)))
            });
            rule.by_month(&month_names(months)).by_weekday(days.collect())
        }
        _ => rule.freq(Frequency::Daily).count(1),
    }
}

/// Lists the bits of a mask by number.
fn bits(mask: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |bit| mask & (1 << bit) != 0)
}

fn weekday(bit: usize) -> Weekday {
    let days = [Weekday::Sun, Weekday::Mon, Weekday::Tue, Weekday::Wed, Weekday::Thu];
    *days.iter().chain(&[Weekday::Fri, Weekday::Sat]).nth(bit).unwrap()
}

fn month_names(mask: u16) -> Vec<Month> {
    bits(mask.into()).map(|bit| Month::try_from(u8::try_from(bit + 1).unwrap()).unwrap()).collect()
}
