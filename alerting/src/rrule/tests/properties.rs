//! What holds for every window and instant.

use chrono::{DateTime, TimeDelta, Utc};
use proptest::prelude::*;

use super::super::{Recurrence, Window, WindowForm};
use super::strategies::{any_rule, any_start, any_zone};

/// Chrono's finest step: "just before".
const TICK: TimeDelta = TimeDelta::nanoseconds(1);

/// A window, and an instant in the years around its start.
fn any_case() -> impl Strategy<Value = (Window, DateTime<Utc>)> {
    let rule = prop::option::weighted(0.9, any_rule());
    let minutes = prop_oneof![1..600u32, 1..=44_640u32];
    (rule, any_start(), any_zone(), minutes, -40_000_000..400_000_000i64).prop_filter_map(
        "comes at all",
        |(rule, start, zone, minutes, distance)| {
            let form = WindowForm { start, zone: zone.name(), minutes, rrule: rule.as_deref() };
            let window = Window::read(&form).ok()?;
            Some((window, start.and_utc() + TimeDelta::seconds(distance)))
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(1000)
    })]

    #[test]
    fn a_change_is_one_and_nothing_changes_before_it(
        (window, after) in any_case(), share in 2..50i64,
    ) {
        let open = window.is_open(after);
        let Some(change) = window.next_change(after) else {
            prop_assert!(!open, "what is open closes");
            return Ok(());
        };
        prop_assert!(change.at > after);
        prop_assert_eq!(change.opens, !open);
        prop_assert_eq!(window.is_open(change.at), change.opens);
        prop_assert_eq!(window.is_open(change.at - TICK), open);
        let part = (change.at - after).num_seconds() / share;
        prop_assert_eq!(window.is_open(after + TimeDelta::seconds(part)), open);
    }

    #[test]
    fn a_window_is_open_exactly_in_its_occurrences((window, at) in any_case()) {
        let found = window.occurrences(at, at + TICK, 100);
        prop_assert_eq!(window.is_open(at), !found.is_empty());
        prop_assert!(found.iter().all(|one| one.start <= at && at < one.end));
    }

    #[test]
    fn occurrences_are_in_order_and_last_some_time((window, at) in any_case()) {
        let found = window.occurrences(at, at + TimeDelta::days(2000), 50);
        prop_assert!(found.iter().all(|one| one.start < one.end && one.end > at));
        prop_assert!(found.is_sorted_by_key(|one| one.start));
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,60}", parts in any_parts()) {
        let _ = text.parse::<Recurrence>();
        let _ = parts.parse::<Recurrence>();
    }
}

/// Texts that nearly are rules.
fn any_parts() -> impl Strategy<Value = String> {
    let name = prop::sample::select(vec![
        "FREQ",
        "INTERVAL",
        "COUNT",
        "UNTIL",
        "BYDAY",
        "BYMONTHDAY",
        "BYMONTH",
        "WKST",
        "BYHOUR",
        "X",
    ]);
    let value = prop_oneof!["[A-Z0-9,+-]{0,9}", Just("YEARLY".to_owned()), "\\PC{0,5}"];
    prop::collection::vec((name, value), 0..6).prop_map(|parts| {
        let parts: Vec<String> =
            parts.iter().map(|(name, value)| format!("{name}={value}")).collect();
        parts.join(";")
    })
}
