//! Random rules, as text, with starts and zones.

use std::ops::RangeInclusive;

use chrono::{DateTime, NaiveDateTime, TimeDelta};
use muster_schedule::NamedZone;
use proptest::option;
use proptest::prelude::*;

/// A rule that is good, though it may never come.
pub fn any_rule() -> impl Strategy<Value = String> {
    let frequency = prop::sample::select(vec!["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]);
    let interval = prop_oneof![Just(1u32), 1..5u32, 1..40u32];
    let months = option::weighted(0.3, prop::collection::vec(1..=12u32, 1..4));
    let end = option::of(prop_oneof![
        (1..40u32).prop_map(|count| format!(";COUNT={count}")),
        (0..4000i64).prop_map(|days| format!(";UNTIL={}", until(days))),
    ]);
    let week_start = option::of(prop::sample::select(DAYS.to_vec()));
    (frequency, interval, months, any_month_days(), any_days(), end, week_start).prop_map(
        |(frequency, interval, months, month_days, days, end, week_start)| {
            let mut rule = format!("FREQ={frequency};INTERVAL={interval}");
            let of_a_year = frequency == "YEARLY" && months.is_none();
            if let Some(months) = &months {
                rule += &format!(";BYMONTH={}", joined(months));
            }
            if let Some(days) = month_days.filter(|_| frequency != "WEEKLY") {
                rule += &format!(";BYMONTHDAY={}", joined(&days));
            }
            let numbered = matches!(frequency, "MONTHLY" | "YEARLY");
            if let Some((ordinal, days)) = days {
                // rrule refuses the first of the fullest months and years from their end.
                let range = if of_a_year { -52..=53 } else { -4..=5 };
                rule += &by_day(ordinal.filter(|_| numbered), &days, &range);
            }
            rule += &end.unwrap_or_default();
            rule += &week_start.map(|day| format!(";WKST={day}")).unwrap_or_default();
            rule
        },
    )
}

const DAYS: [&str; 7] = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/// Days of the month: their ends often.
fn any_month_days() -> impl Strategy<Value = Option<Vec<i32>>> {
    let day = prop_oneof![1..=31i32, 28..=31i32, -31..=-1i32, -3..=-1i32];
    option::weighted(0.4, prop::collection::vec(day, 1..4))
}

/// Days of the week, all numbered alike or none: the other implementation has
/// only what both kinds have in common where they are mixed.
fn any_days() -> impl Strategy<Value = Option<(Option<i32>, Vec<&'static str>)>> {
    let ordinal = prop_oneof![-53..=53i32, -5..=5i32].prop_filter("not 0", |number| *number != 0);
    let days = prop::sample::subsequence(DAYS.to_vec(), 1..4);
    option::weighted(0.5, (option::of(ordinal), days))
}

fn by_day(ordinal: Option<i32>, days: &[&str], range: &RangeInclusive<i32>) -> String {
    let within = ordinal.map(|ordinal| ordinal.clamp(*range.start(), *range.end()));
    let number = within.map(|ordinal| ordinal.to_string()).unwrap_or_default();
    let days: Vec<String> = days.iter().map(|day| format!("{number}{day}")).collect();
    format!(";BYDAY={}", days.join(","))
}

fn joined<T: ToString>(items: &[T]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// An end so many days after the last start there is.
fn until(days: i64) -> String {
    let last = DateTime::from_timestamp(LAST_START, 0).unwrap() + TimeDelta::days(days);
    last.format("%Y%m%dT%H%M%SZ").to_string()
}

/// Starts are in the ten years before this one: 2031.
const LAST_START: i64 = 1_925_000_000;

/// A start, half of them on a quarter of an hour in the night.
pub fn any_start() -> impl Strategy<Value = NaiveDateTime> {
    let second = LAST_START - 315_000_000..LAST_START - 200_000;
    let night = (second.clone(), 0..20i64)
        .prop_map(|(second, quarter)| second - second % 86_400 + quarter * 900);
    prop_oneof![second, night]
        .prop_map(|second| DateTime::from_timestamp(second, 0).unwrap().naive_utc())
}

/// Zones of all kinds of changes.
pub fn any_zone() -> impl Strategy<Value = NamedZone> {
    let names = [
        "UTC",
        "Europe/Berlin",
        "America/New_York",
        "Australia/Lord_Howe",
        "Africa/Cairo",
        "America/Havana",
        "Antarctica/Troll",
        "Pacific/Auckland",
        "Asia/Kolkata",
    ];
    prop::sample::select(names.map(|name| name.parse().unwrap()).to_vec())
}
