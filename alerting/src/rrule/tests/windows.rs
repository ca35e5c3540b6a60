//! When windows are open.

use super::*;

#[test]
fn a_window_without_a_rule_is_open_once() {
    let window = window("2026-06-01 22:00", "Europe/Berlin", 90, None);
    let expected = [("2026-06-01 20:00".to_owned(), "2026-06-01 21:30".to_owned())];
    assert_eq!(listed(&window, "2020-01-01T00:00:00Z", 5), expected);
    assert!(!window.is_open(at("2026-06-01T19:59:59Z")));
    assert!(window.is_open(at("2026-06-01T20:00:00Z")));
    assert!(window.is_open(at("2026-06-01T21:29:59Z")));
    assert!(!window.is_open(at("2026-06-01T21:30:00Z")), "the end is not included");
}

#[test]
fn the_changes_of_a_window_come_one_after_another() {
    let window = window("2026-06-01 22:00", "UTC", 60, Some("FREQ=DAILY;COUNT=2"));
    let mut changes = Vec::new();
    let mut now = at("2026-01-01T00:00:00Z");
    while let Some(change) = window.next_change(now) {
        changes.push(change);
        now = change.at;
    }
    let change = |text, opens| Change { at: at(text), opens };
    let expected = [
        change("2026-06-01T22:00:00Z", true),
        change("2026-06-01T23:00:00Z", false),
        change("2026-06-02T22:00:00Z", true),
        change("2026-06-02T23:00:00Z", false),
    ];
    assert_eq!(changes, expected);
}

#[test]
fn occurrences_that_overlap_or_touch_are_one_opening() {
    for minutes in [24 * 60, 30 * 60] {
        let window = window("2026-06-01 00:00", "UTC", minutes, Some("FREQ=DAILY;COUNT=3"));
        let end = at("2026-06-03T00:00:00Z") + chrono::TimeDelta::minutes(minutes.into());
        let closes = Some(Change { at: end, opens: false });
        assert_eq!(window.next_change(at("2026-06-01T00:00:00Z")), closes);
        assert_eq!(window.next_change(at("2026-06-02T12:00:00Z")), closes);
        assert_eq!(window.next_change(end), None);
    }
}

#[test]
fn the_second_tuesday_and_the_last_friday_of_a_month() {
    let rule = Some("FREQ=MONTHLY;BYDAY=2TU,-1FR");
    let window = window("2026-01-01 03:00", "UTC", 60, rule);
    let expected = ["2026-01-13 03:00", "2026-01-30 03:00", "2026-02-10 03:00", "2026-02-27 03:00"];
    assert_eq!(starts(&window, "2026-01-01T00:00:00Z", 4), expected);
}

#[test]
fn the_fifth_from_the_end_is_only_in_some_months() {
    let window = window("2026-01-01 03:00", "UTC", 60, Some("FREQ=MONTHLY;BYDAY=-5MO"));
    let expected = ["2026-03-02 03:00", "2026-06-01 03:00"];
    assert_eq!(starts(&window, "2026-01-01T00:00:00Z", 2), expected);
}

#[test]
fn days_and_numbered_days_add_up() {
    let window = window("2026-06-01 03:00", "UTC", 60, Some("FREQ=MONTHLY;BYDAY=1MO,SU"));
    let expected = ["2026-06-01 03:00", "2026-06-07 03:00", "2026-06-14 03:00"];
    assert_eq!(starts(&window, "2026-01-01T00:00:00Z", 3), expected);
}

#[test]
fn the_last_day_of_each_quarter() {
    let rule = Some("FREQ=YEARLY;BYMONTH=3,6,9,12;BYMONTHDAY=-1");
    let window = window("2026-01-01 00:00", "UTC", 60, rule);
    let expected = ["2026-03-31 00:00", "2026-06-30 00:00", "2026-09-30 00:00", "2026-12-31 00:00"];
    assert_eq!(starts(&window, "2026-01-01T00:00:00Z", 4), expected);
}

#[test]
fn a_rule_leaves_to_its_start_what_it_does_not_say() {
    let first = |start: &str, rule: &str, count| {
        starts(&window(start, "UTC", 1, Some(rule)), "2026-01-01T00:00:00Z", count)
    };
    let weekly = ["2026-01-07 08:00", "2026-01-14 08:00"];
    assert_eq!(first("2026-01-07 08:00", "FREQ=WEEKLY", 2), weekly);
    let monthly = ["2026-01-31 08:00", "2026-03-31 08:00"];
    assert_eq!(
        first("2026-01-31 08:00", "FREQ=MONTHLY", 2),
        monthly,
        "months without it are left out"
    );
    let yearly = ["2028-02-29 08:00", "2032-02-29 08:00"];
    assert_eq!(first("2028-02-29 08:00", "FREQ=YEARLY", 2), yearly);
}

#[test]
fn a_start_that_the_rule_does_not_have_is_not_an_occurrence() {
    let window = window("2026-06-03 08:00", "UTC", 1, Some("FREQ=WEEKLY;BYDAY=MO;COUNT=2"));
    let expected = ["2026-06-08 08:00", "2026-06-15 08:00"];
    assert_eq!(starts(&window, "2026-01-01T00:00:00Z", 5), expected);
}

#[test]
fn the_week_start_decides_which_weeks_are_left_out() {
    // The example of RFC 5545.
    let first =
        |rule| starts(&window("1997-08-05 09:00", "UTC", 1, Some(rule)), "1997-01-01T00:00:00Z", 4);
    let monday = ["1997-08-05 09:00", "1997-08-10 09:00", "1997-08-19 09:00", "1997-08-24 09:00"];
    assert_eq!(first("FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO"), monday);
    let sunday = ["1997-08-05 09:00", "1997-08-17 09:00", "1997-08-19 09:00", "1997-08-31 09:00"];
    assert_eq!(first("FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU"), sunday);
}

#[test]
fn an_end_includes_what_starts_at_it() {
    let count = |until: &str| {
        let rule = format!("FREQ=DAILY;UNTIL={until}");
        let window = window("2026-06-01 22:00", "Europe/Berlin", 60, Some(&rule));
        starts(&window, "2026-01-01T00:00:00Z", 99).len()
    };
    assert_eq!(count("20260603T200000Z"), 3);
    assert_eq!(count("20260603T195959Z"), 2);
    assert_eq!(count("20260603T220000"), 3);
    assert_eq!(count("20260603T215959"), 2);
    assert_eq!(count("20260603"), 3);
}

#[test]
fn a_calendar_shows_what_has_a_part_in_its_range() {
    let window = window("2026-06-01 23:00", "UTC", 120, Some("FREQ=DAILY"));
    let from = at("2026-06-10T00:30:00Z");
    let found = window.occurrences(from, at("2026-06-11T23:00:00Z"), 10);
    let days: Vec<String> = found.iter().map(|one| one.start.format("%d").to_string()).collect();
    assert_eq!(days, ["09", "10"]);
    assert_eq!(window.occurrences(from, from, 10).len(), 0);
    assert_eq!(window.occurrences(from, at("2027-01-01T00:00:00Z"), 3).len(), 3);
}

#[test]
fn a_window_ends_a_hundred_years_after_its_start() {
    let window = window("2026-01-01 00:00", "UTC", 60, Some("FREQ=YEARLY"));
    let last = ["2126-01-01 00:00"];
    assert_eq!(starts(&window, "2125-06-01T00:00:00Z", 5), last);
    assert_eq!(window.next_change(DateTime::<Utc>::MAX_UTC), None);
    assert!(!window.is_open(DateTime::<Utc>::MIN_UTC));
}
