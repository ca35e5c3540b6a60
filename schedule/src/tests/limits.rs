//! The ends of the calendar, and rules that never come.

use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};

use super::{LONG_AGO, at, rule, runs, zone};
use crate::{
    Kind, NamedZone, Repetition, Rule, Zone, next_after, previous_or_at, sentence, upcoming,
};

const FAR: Repetition = Repetition { every: Duration::MAX, for_duration: Duration::MAX };

/// Kinds with sensible, senseless and extreme values.
fn kinds() -> Vec<Kind> {
    let mut kinds = vec![Kind::RunOnce];
    for interval in [0, 1, 52, 255, u32::MAX] {
        kinds.push(Kind::Daily { interval });
        kinds.extend([0, 1, 128, 255].map(|weekdays| Kind::Weekly { interval, weekdays }));
    }
    for months in [0, 2, 4095, 4096, u16::MAX] {
        kinds.extend([0, 1 << 29, 1 << 31, u32::MAX].map(|days| Kind::Monthly { months, days }));
        kinds.extend([0, 16, 32, 255].map(|weeks| Kind::MonthlyByWeekday {
            months,
            weeks,
            weekdays: 255,
        }));
    }
    kinds
}

#[test]
fn a_date_that_never_comes_is_none() {
    let start = "2026-01-01T00:00:00Z";
    for kind in [
        Kind::Monthly { months: 2, days: 1 << 29 },
        Kind::Monthly { months: 2 | 8, days: 1 << 30 },
        Kind::Monthly { months: 0, days: 1 },
        Kind::Monthly { months: 1, days: 0 },
        Kind::Weekly { interval: 1, weekdays: 0 },
        Kind::Weekly { interval: 0, weekdays: 1 },
        Kind::Daily { interval: 0 },
    ] {
        let rule = rule(kind, start);
        assert!(runs(&rule, LONG_AGO, 1).is_empty(), "{rule:?}");
        assert_eq!(
            previous_or_at(&rule, NamedZone::utc(), at("2050-01-01T00:00:00Z")),
            None,
            "{rule:?}"
        );
    }
}

#[test]
fn a_rule_without_a_start_or_that_is_off_never_runs() {
    let rule = rule(Kind::Daily { interval: 1 }, "2026-01-01T00:00:00Z");
    let now = at("2026-06-01T00:00:00Z");
    let off = Rule { enabled: false, ..rule.clone() };
    let nowhere = Rule { zone: Zone::Unknown("Mars/Phobos".to_owned()), ..rule.clone() };
    let never = Rule { start: None, ..rule };
    for rule in [off, nowhere, never] {
        assert_eq!(next_after(&rule, NamedZone::utc(), now), None);
        assert_eq!(previous_or_at(&rule, NamedZone::utc(), now), None);
    }
}

#[test]
fn the_last_runs_are_in_the_year_9999() {
    let daily = rule(Kind::Daily { interval: 1 }, "2026-01-01T12:00:00Z");
    assert_eq!(runs(&daily, "9999-12-30T12:00:00Z", 3), ["9999-12-31T12:00"]);
    let last = previous_or_at(&daily, NamedZone::utc(), DateTime::<Utc>::MAX_UTC);
    assert_eq!(last, Some(at("9999-12-31T12:00:00Z")));
}

#[test]
fn the_extremes_of_rules_zones_and_instants_are_answered_without_overflow() {
    let instants = [
        DateTime::<Utc>::MIN_UTC,
        at("0001-01-01T00:00:00Z"),
        at("1970-01-01T00:00:00Z"),
        at("9999-12-31T23:59:59Z"),
        DateTime::<Utc>::MAX_UTC,
    ];
    for kind in kinds() {
        for (start, expire) in instants.iter().flat_map(|one| instants.map(|other| (one, other))) {
            for named in [Zone::Agent, Zone::Named(zone("Asia/Manila"))] {
                let rule = Rule {
                    kind: kind.clone(),
                    start: Some(*start),
                    expire: Some(expire),
                    zone: named,
                    repetition: Some(FAR),
                    ..Rule::default()
                };
                for instant in instants {
                    upcoming(&rule, zone("Pacific/Kiritimati"), instant, 2);
                    previous_or_at(&rule, zone("Pacific/Kiritimati"), instant);
                }
                sentence(&rule);
            }
        }
    }
}

#[test]
fn a_far_answer_costs_as_little_as_a_near_one() {
    let rules = [
        Kind::Daily { interval: 255 },
        Kind::Weekly { interval: 52, weekdays: 64 },
        Kind::Monthly { months: 2, days: 1 << 28 },
        Kind::Monthly { months: 2, days: 1 << 29 },
    ]
    .map(|kind| rule(kind, "0001-01-01T00:00:00Z"));
    let begin = Instant::now();
    for rule in &rules {
        for _ in 0..1000 {
            next_after(rule, NamedZone::utc(), at("9990-06-01T00:00:00Z"));
        }
    }
    // Thousands of years are between; a walk through them would take minutes.
    assert!(begin.elapsed() < Duration::from_secs(60));
}
