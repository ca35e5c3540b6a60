//! Schedules as people read them.

use std::time::Duration;

use super::{at, rule, zone};
use crate::{Kind, Repetition, Rule, Zone, sentence};

const LAST_DAY: u32 = 1 << 31;

#[track_caller]
fn expect_sentence(kind: Kind, expected: &str) {
    assert_eq!(sentence(&rule(kind, "2026-01-31T14:30:00Z")), expected);
}

#[test]
fn each_kind_has_its_sentence() {
    expect_sentence(Kind::RunOnce, "Once on 2026-01-31 at 14:30 UTC");
    expect_sentence(Kind::Daily { interval: 1 }, "Every day at 14:30 UTC");
    expect_sentence(Kind::Daily { interval: 2 }, "Every 2 days at 14:30 UTC");
    expect_sentence(Kind::Manual, "Manual only");
    expect_sentence(Kind::CheckFailure, "When its check fails");
    expect_sentence(Kind::Onboarding, "Once, when an agent first receives it");
    expect_sentence(Kind::Unknown, "In a way this version does not know");
}

#[test]
fn weekdays_are_named() {
    let weekly = |interval, weekdays| Kind::Weekly { interval, weekdays };
    expect_sentence(weekly(1, 127), "Every day at 14:30 UTC");
    expect_sentence(weekly(1, 2), "Every Monday at 14:30 UTC");
    expect_sentence(weekly(2, 34), "Every Monday and Friday at 14:30 UTC, every 2 weeks");
    expect_sentence(weekly(1, 1 | 8 | 64), "Every Wednesday, Saturday and Sunday at 14:30 UTC");
}

#[test]
fn days_of_months_are_named() {
    let monthly = |months, days| Kind::Monthly { months, days };
    expect_sentence(
        monthly(65, 1 | 1 << 14 | LAST_DAY),
        "On day 1, 15 and the last day of January and July at 14:30 UTC",
    );
    expect_sentence(monthly(4095, LAST_DAY), "On the last day of every month at 14:30 UTC");
    expect_sentence(monthly(2, 1 << 28), "On day 29 of February at 14:30 UTC");
    expect_sentence(monthly(2048, u32::MAX), "On every day of December at 14:30 UTC");
}

#[test]
fn places_of_weekdays_are_named() {
    let by_weekday = |weeks, weekdays| Kind::MonthlyByWeekday { months: 4095, weeks, weekdays };
    expect_sentence(by_weekday(16, 32), "On the last Friday of every month at 14:30 UTC");
    expect_sentence(
        by_weekday(5, 6),
        "On the first and third Monday and Tuesday of every month at 14:30 UTC",
    );
    expect_sentence(by_weekday(31, 32), "On every Friday of every month at 14:30 UTC");
    expect_sentence(
        by_weekday(1, 127),
        "On the first Monday, Tuesday, Wednesday, Thursday, Friday, Saturday and Sunday \
         of every month at 14:30 UTC",
    );
}

#[test]
fn times_are_those_of_the_zone() {
    let start = "2026-07-01T01:00:00Z";
    let weekly = Kind::Weekly { interval: 2, weekdays: 34 };
    let mut rule = Rule { zone: Zone::Named(zone("Europe/Berlin")), ..rule(weekly, start) };
    let expected = "Every Monday and Friday at 03:00 (Europe/Berlin), every 2 weeks";
    assert_eq!(sentence(&rule), expected);
    rule.kind = Kind::RunOnce;
    rule.zone = Zone::Named(zone("America/New_York"));
    assert_eq!(sentence(&rule), "Once on 2026-06-30 at 21:00 (America/New_York)");
    rule.zone = Zone::Agent;
    assert_eq!(sentence(&rule), "Once on 2026-07-01 at 01:00 (the agent's time)");
    rule.start = Some(at("2026-07-01T01:00:07Z"));
    assert_eq!(sentence(&rule), "Once on 2026-07-01 at 01:00:07 (the agent's time)");
}

#[test]
fn repetition_delay_and_expiry_are_told() {
    let minutes = |count: u64| Duration::from_secs(count * 60);
    let rule = Rule {
        repetition: Some(Repetition { every: minutes(15), for_duration: minutes(480) }),
        random_delay: Some(minutes(90)),
        expire: Some(at("2026-12-31T00:00:00Z")),
        ..rule(Kind::Daily { interval: 1 }, "2026-01-31T14:30:00Z")
    };
    assert_eq!(
        sentence(&rule),
        "Every day at 14:30 UTC, repeated every 15 minutes for 8 hours, \
         with a random delay of up to 90 minutes, until 2026-12-31 at 00:00 UTC",
    );
}

#[test]
fn what_cannot_be_is_still_a_sentence() {
    let daily = Rule { kind: Kind::Daily { interval: 1 }, ..Rule::default() };
    assert_eq!(sentence(&daily), "Every day");
    assert_eq!(sentence(&Rule { kind: Kind::RunOnce, ..daily }), "Once, without a date");
    let monthly = Kind::Monthly { months: 0, days: 0 };
    expect_sentence(monthly, "On no day of no month at 14:30 UTC");
}
