//! Each problem of a rule is named.

use std::time::Duration;

use super::{at, rule};
use crate::{Kind, Repetition, Rule, Zone, repetition, validate};

const START: &str = "2026-01-01T00:00:00Z";

#[track_caller]
fn expect_fields(rule: &Rule, fields: &[&str]) {
    let problems = validate(rule);
    let found: Vec<&str> = problems.iter().map(|(field, _)| *field).collect();
    assert_eq!(found, fields, "{problems:?}");
}

#[test]
fn the_limits_of_each_kind_are_still_good() {
    for kind in [
        Kind::RunOnce,
        Kind::Daily { interval: 1 },
        Kind::Daily { interval: 255 },
        Kind::Weekly { interval: 1, weekdays: 1 },
        Kind::Weekly { interval: 52, weekdays: 127 },
        Kind::Monthly { months: 1, days: 1 },
        Kind::Monthly { months: 4095, days: u32::MAX },
        Kind::MonthlyByWeekday { months: 1, weeks: 1, weekdays: 1 },
        Kind::MonthlyByWeekday { months: 4095, weeks: 31, weekdays: 127 },
    ] {
        expect_fields(&rule(kind, START), &[]);
    }
    for kind in [Kind::Manual, Kind::CheckFailure, Kind::Onboarding] {
        expect_fields(&Rule { kind, ..Rule::default() }, &[]);
    }
}

#[test]
fn one_beyond_the_limits_is_a_problem_of_its_field() {
    let weekdays = "run_time_bit_weekdays";
    let months = "monthly_months_of_year";
    for interval in [0, 256] {
        expect_fields(&rule(Kind::Daily { interval }, START), &["daily_interval"]);
    }
    for (interval, mask) in [(0, 0), (53, 128)] {
        let kind = Kind::Weekly { interval, weekdays: mask };
        expect_fields(&rule(kind, START), &["weekly_interval", weekdays]);
    }
    let kind = Kind::Monthly { months: 4096, days: 0 };
    expect_fields(&rule(kind, START), &[months, "monthly_days_of_month"]);
    let kind = Kind::MonthlyByWeekday { months: 0, weeks: 32, weekdays: 0 };
    expect_fields(&rule(kind, START), &[months, "monthly_weeks_of_month", weekdays]);
    expect_fields(&rule(Kind::Unknown, START), &["task_type"]);
}

#[test]
fn the_calendar_needs_a_start() {
    let kind = Kind::Daily { interval: 0 };
    expect_fields(&Rule { kind, ..Rule::default() }, &["daily_interval", "run_time_date"]);
}

#[test]
fn the_expiry_is_after_the_start() {
    let mut rule = rule(Kind::RunOnce, START);
    rule.expire = rule.start;
    assert_eq!(validate(&rule), [("expire_date", "must be after run_time_date")]);
    rule.expire = Some(at("2026-01-01T00:00:01Z"));
    expect_fields(&rule, &[]);
}

#[test]
fn years_have_four_digits() {
    let stamp = Some(chrono::DateTime::<chrono::Utc>::MAX_UTC);
    let rule = Rule { start: stamp, expire: stamp, kind: Kind::RunOnce, ..Rule::default() };
    expect_fields(&rule, &["run_time_date", "expire_date", "expire_date"]);
}

#[test]
fn a_zone_is_one_we_know() {
    let zone = Zone::from("Europe/Berlni".to_owned());
    expect_fields(&Rule { zone, ..rule(Kind::RunOnce, START) }, &["run_time_zone"]);
}

#[test]
fn a_repetition_lasts_at_least_its_interval() {
    let with = |every, length| Rule {
        repetition: Some(Repetition {
            every: Duration::from_secs(every),
            for_duration: Duration::from_secs(length),
        }),
        ..rule(Kind::RunOnce, START)
    };
    let (interval, duration) = ("task_repetition_interval", "task_repetition_duration");
    expect_fields(&with(60, 60), &[]);
    expect_fields(&with(60, 59), &[duration]);
    expect_fields(&with(0, 60), &[interval]);
    expect_fields(&with(u64::MAX, u64::MAX), &[interval, duration]);
}

#[test]
fn a_random_delay_is_one_that_can_be_written() {
    let random_delay = Some(Duration::from_secs(999 * 86_400 + 1));
    expect_fields(&Rule { random_delay, ..rule(Kind::RunOnce, START) }, &["random_task_delay"]);
}

#[test]
fn the_halves_of_a_repetition_belong_together() {
    let minute = Duration::from_secs(60);
    assert_eq!(repetition(None, None), Ok(None));
    let whole = Repetition { every: minute, for_duration: minute };
    assert_eq!(repetition(Some(minute), Some(minute)), Ok(Some(whole)));
    assert_eq!(repetition(Some(minute), None).unwrap_err().0, "task_repetition_duration");
    assert_eq!(repetition(None, Some(minute)).unwrap_err().0, "task_repetition_interval");
}
