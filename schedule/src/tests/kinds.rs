//! Which dates each kind of rule has.

use super::{LONG_AGO, at, rule, runs};
use crate::{Kind, NamedZone, previous_or_at};

const ALL_MONTHS: u16 = 4095;
const FEBRUARY: u16 = 2;
const LAST_DAY: u32 = 1 << 31;
const FRIDAY: u8 = 32;

/// The day of the month as its bit.
fn day(number: u32) -> u32 {
    1 << (number - 1)
}

#[track_caller]
fn expect_dates(kind: Kind, start: &str, after: &str, dates: &[&str]) {
    let runs = runs(&rule(kind, start), after, dates.len());
    let found: Vec<&str> = runs.iter().map(|run| &run[..10]).collect();
    assert_eq!(found, dates);
}

#[test]
fn run_once_runs_at_its_start_and_never_again() {
    let once = rule(Kind::RunOnce, "2026-01-31T14:30:00Z");
    assert_eq!(runs(&once, LONG_AGO, 5), ["2026-01-31T14:30"]);
    assert!(runs(&once, "2026-01-31T14:30:00Z", 5).is_empty());
}

#[test]
fn daily_counts_days_from_the_date_of_the_start() {
    let start = "2026-12-30T14:30:00Z";
    let daily = Kind::Daily { interval: 1 };
    expect_dates(daily, start, LONG_AGO, &["2026-12-30", "2026-12-31", "2027-01-01"]);
    let third = Kind::Daily { interval: 3 };
    expect_dates(third.clone(), start, LONG_AGO, &["2026-12-30", "2027-01-02", "2027-01-05"]);
    expect_dates(third, start, "2027-01-02T14:29:59Z", &["2027-01-02", "2027-01-05"]);
    let seldom = Kind::Daily { interval: 255 };
    expect_dates(seldom, "2024-01-01T00:00:00Z", LONG_AGO, &["2024-01-01", "2024-09-12"]);
}

#[test]
fn weekly_runs_on_each_chosen_weekday() {
    // 2026-01-07 is a Wednesday.
    let kind = Kind::Weekly { interval: 1, weekdays: 2 | FRIDAY };
    let dates = ["2026-01-09", "2026-01-12", "2026-01-16", "2026-01-19"];
    expect_dates(kind, "2026-01-07T03:00:00Z", LONG_AGO, &dates);
}

#[test]
fn weekly_counts_weeks_from_the_sunday_before_the_start() {
    // The Sunday after the start is already in the next week, which is skipped.
    let kind = Kind::Weekly { interval: 2, weekdays: 1 | 64 };
    let dates = ["2026-01-10", "2026-01-18", "2026-01-24", "2026-02-01"];
    expect_dates(kind, "2026-01-07T03:00:00Z", LONG_AGO, &dates);
    // A start on Sunday begins its own week.
    let kind = Kind::Weekly { interval: 2, weekdays: 1 };
    expect_dates(kind, "2026-01-04T03:00:00Z", LONG_AGO, &["2026-01-04", "2026-01-18"]);
}

#[test]
fn weekly_keeps_its_count_over_the_ends_of_years() {
    let kind = Kind::Weekly { interval: 52, weekdays: 8 };
    let dates = ["2025-12-31", "2026-12-30", "2027-12-29"];
    expect_dates(kind.clone(), "2025-12-31T23:59:00Z", LONG_AGO, &dates);
    expect_dates(kind, "2025-12-31T23:59:00Z", "2100-01-01T00:00:00Z", &["2100-09-29"]);
}

#[test]
fn monthly_leaves_out_months_without_the_day() {
    let kind = Kind::Monthly { months: ALL_MONTHS, days: day(31) };
    let dates = ["2026-01-31", "2026-03-31", "2026-05-31", "2026-07-31", "2026-08-31"];
    expect_dates(kind, "2026-01-15T00:00:00Z", LONG_AGO, &dates);
    let kind = Kind::Monthly { months: ALL_MONTHS, days: day(30) };
    expect_dates(kind, "2026-01-30T00:00:00Z", LONG_AGO, &["2026-01-30", "2026-03-30"]);
}

#[test]
fn monthly_runs_on_every_chosen_day_of_chosen_months() {
    let kind = Kind::Monthly { months: 1 | 64, days: day(1) | day(15) | LAST_DAY };
    let dates = ["2026-01-15", "2026-01-31", "2026-07-01", "2026-07-15", "2026-07-31"];
    expect_dates(kind.clone(), "2026-01-02T03:00:00Z", LONG_AGO, &dates);
    let dates = ["2027-01-01", "2027-01-15"];
    expect_dates(kind, "2026-01-02T03:00:00Z", "2026-07-31T03:00:00Z", &dates);
}

#[test]
fn the_last_day_is_the_last_of_each_month() {
    let kind = Kind::Monthly { months: ALL_MONTHS, days: LAST_DAY };
    let dates = ["2027-11-30", "2027-12-31", "2028-01-31", "2028-02-29", "2028-03-31"];
    expect_dates(kind, "2027-11-01T00:00:00Z", LONG_AGO, &dates);
}

#[test]
fn a_day_that_is_also_the_last_runs_once() {
    let kind = Kind::Monthly { months: ALL_MONTHS, days: day(28) | day(31) | LAST_DAY };
    let dates = ["2026-01-28", "2026-01-31", "2026-02-28", "2026-03-28", "2026-03-31"];
    expect_dates(kind, "2026-01-01T00:00:00Z", LONG_AGO, &dates);
}

#[test]
fn the_29th_of_february_waits_for_leap_years() {
    let kind = Kind::Monthly { months: FEBRUARY, days: day(29) };
    let dates = ["2024-02-29", "2028-02-29", "2032-02-29"];
    expect_dates(kind.clone(), "2024-02-29T12:00:00Z", LONG_AGO, &dates);
    // 2100 is no leap year: the longest wait there is.
    let dates = ["2096-02-29", "2104-02-29"];
    expect_dates(kind.clone(), "2024-02-29T12:00:00Z", "2092-02-29T12:00:00Z", &dates);
    let rule = rule(kind, "2024-02-29T12:00:00Z");
    let previous = previous_or_at(&rule, NamedZone::utc(), at("2104-02-28T00:00:00Z"));
    assert_eq!(previous, Some(at("2096-02-29T12:00:00Z")));
}

#[test]
fn by_weekday_counts_places_in_the_month() {
    let start = "2026-01-01T00:00:00Z";
    let fridays = |weeks| Kind::MonthlyByWeekday { months: ALL_MONTHS, weeks, weekdays: FRIDAY };
    expect_dates(fridays(1), start, LONG_AGO, &["2026-01-02", "2026-02-06", "2026-03-06"]);
    expect_dates(fridays(8), start, LONG_AGO, &["2026-01-23", "2026-02-27", "2026-03-27"]);
    expect_dates(fridays(16), start, LONG_AGO, &["2026-01-30", "2026-02-27", "2026-03-27"]);
    // January 2026 has five Fridays, February four: its fourth is its last, once.
    expect_dates(fridays(24), start, LONG_AGO, &["2026-01-23", "2026-01-30", "2026-02-27"]);
    let both = Kind::MonthlyByWeekday { months: 4, weeks: 2 | 4, weekdays: 1 | 64 };
    let dates = ["2026-03-08", "2026-03-14", "2026-03-15", "2026-03-21", "2027-03-13"];
    expect_dates(both, start, LONG_AGO, &dates);
}

#[test]
fn a_start_that_is_no_date_of_the_rule_is_no_run() {
    // 2026-01-07 is a Wednesday, and its hour decides whether the 9th counts.
    let kind = Kind::Weekly { interval: 1, weekdays: FRIDAY };
    expect_dates(kind, "2026-01-07T03:00:00Z", LONG_AGO, &["2026-01-09"]);
}

#[test]
fn events_and_people_are_not_in_the_calendar() {
    for kind in [Kind::Manual, Kind::CheckFailure, Kind::Onboarding, Kind::Unknown] {
        assert!(runs(&rule(kind, "2026-01-01T00:00:00Z"), LONG_AGO, 1).is_empty());
    }
}
