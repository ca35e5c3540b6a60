//! Windows around changes of the clock.

use super::*;

#[track_caller]
fn expect(window: &Window, from: &str, expected: &[(&str, &str)]) {
    let found = listed(window, from, expected.len());
    let found: Vec<(&str, &str)> =
        found.iter().map(|(start, end)| (&start[5..], &end[5..])).collect();
    assert_eq!(found, expected);
}

#[test]
fn a_window_opens_at_the_same_wall_time_and_lasts_as_long_as_it_says() {
    let window = window("2026-01-01 22:00", "Europe/Berlin", 8 * 60, Some("FREQ=DAILY"));
    let spring = [
        ("03-27 21:00", "03-28 05:00"),
        ("03-28 21:00", "03-29 05:00"),
        ("03-29 20:00", "03-30 04:00"),
    ];
    expect(&window, "2026-03-27T12:00:00Z", &spring);
    let autumn = [("10-24 20:00", "10-25 04:00"), ("10-25 21:00", "10-26 05:00")];
    expect(&window, "2026-10-24T12:00:00Z", &autumn);
}

#[test]
fn a_window_of_a_day_ends_at_the_same_wall_time() {
    let window = window("2026-03-01 06:00", "Europe/Berlin", 24 * 60, Some("FREQ=WEEKLY;BYDAY=SA"));
    expect(&window, "2026-03-28T06:00:00Z", &[("03-28 05:00", "03-29 04:00")]);
    expect(&window, "2026-10-24T06:00:00Z", &[("10-24 04:00", "10-25 05:00")]);
}

#[test]
fn windows_of_a_day_each_day_never_close() {
    let window =
        window("2026-03-01 06:00", "Europe/Berlin", 24 * 60, Some("FREQ=DAILY;UNTIL=20261231"));
    let closes = Change { at: at("2027-01-01T05:00:00Z"), opens: false };
    assert_eq!(window.next_change(at("2026-03-15T00:00:00Z")), Some(closes));
}

#[test]
fn a_window_that_is_always_open_closes_at_the_horizon() {
    let window = window("2026-03-01 06:00", "Europe/Berlin", 24 * 60, Some("FREQ=DAILY"));
    let closes = Change { at: at("2126-03-02T05:00:00Z"), opens: false };
    assert_eq!(window.next_change(at("2026-03-15T00:00:00Z")), Some(closes));
}

#[test]
fn a_time_that_the_clock_skips_opens_at_the_end_of_the_gap() {
    let window = window("2026-03-01 02:30", "Europe/Berlin", 15, Some("FREQ=DAILY"));
    let expected = [
        ("03-28 01:30", "03-28 01:45"),
        ("03-29 01:00", "03-29 01:15"),
        ("03-30 00:30", "03-30 00:45"),
    ];
    expect(&window, "2026-03-28T00:00:00Z", &expected);
}

#[test]
fn a_time_that_the_clock_shows_twice_opens_at_the_first_and_once() {
    let window = window("2026-10-01 02:30", "Europe/Berlin", 15, Some("FREQ=DAILY"));
    let expected = [
        ("10-24 00:30", "10-24 00:45"),
        ("10-25 00:30", "10-25 00:45"),
        ("10-26 01:30", "10-26 01:45"),
    ];
    expect(&window, "2026-10-24T00:00:00Z", &expected);
    assert!(!window.is_open(at("2026-10-25T01:30:00Z")), "not at the second showing");
}

#[test]
fn a_day_that_a_zone_skipped_is_a_window_when_the_next_begins() {
    // Samoa went from the 29th to the 31st of December 2011.
    let window = window("2011-12-28 14:30", "Pacific/Apia", 60, Some("FREQ=DAILY"));
    let expected = [
        ("12-30 00:30", "12-30 01:30"),
        ("12-30 10:00", "12-30 11:00"),
        ("12-31 00:30", "12-31 01:30"),
    ];
    expect(&window, "2011-12-29T12:00:00Z", &expected);
}

#[test]
fn weekdays_are_those_of_the_zone() {
    // Sunday 23:30 in New York is Monday in UTC.
    let window = window("2026-01-01 23:30", "America/New_York", 60, Some("FREQ=WEEKLY;BYDAY=SU"));
    expect(&window, "2026-01-01T00:00:00Z", &[("01-05 04:30", "01-05 05:30")]);
}
