//! Clock changes: a run is neither lost nor doubled by any of them.

use super::{at, rule, zone};
use crate::{Kind, NamedZone, Rule, Zone, previous_or_at, upcoming};

/// Daily at the time that `start` has in `zone`.
fn daily(zone: NamedZone, start: &str) -> Rule {
    Rule { zone: Zone::Named(zone), ..rule(Kind::Daily { interval: 1 }, start) }
}

/// Runs after an instant, each as the digits of UTC and of the zone.
#[track_caller]
fn expect_runs(rule: &Rule, zone: NamedZone, after: &str, expected: &[(&str, &str)]) {
    let found = upcoming(rule, zone, at(after), expected.len());
    let texts: Vec<(String, String)> = found
        .iter()
        .map(|run| {
            let local = run.with_timezone(&zone).format("%d %H:%M").to_string();
            (run.format("%m-%dT%H:%M").to_string(), local)
        })
        .collect();
    let texts: Vec<(&str, &str)> =
        texts.iter().map(|(utc, local)| (&utc[..], &local[..])).collect();
    assert_eq!(texts, expected);
    for run in found {
        assert_eq!(previous_or_at(rule, zone, run), Some(run));
    }
}

#[test]
fn the_wall_clock_time_stays_over_both_changes() {
    let berlin = zone("Europe/Berlin");
    let rule = daily(berlin, "2026-01-01T11:30:00Z");
    let spring = [("03-28T11:30", "28 12:30"), ("03-29T10:30", "29 12:30")];
    expect_runs(&rule, berlin, "2026-03-28T00:00:00Z", &spring);
    let autumn = [("10-24T10:30", "24 12:30"), ("10-25T11:30", "25 12:30")];
    expect_runs(&rule, berlin, "2026-10-24T00:00:00Z", &autumn);
}

#[test]
fn utc_has_no_changes() {
    let berlin = zone("Europe/Berlin");
    let rule = rule(Kind::Daily { interval: 1 }, "2026-03-28T01:30:00Z");
    let runs = [("03-28T01:30", "28 02:30"), ("03-29T01:30", "29 03:30")];
    expect_runs(&rule, berlin, "2026-03-28T00:00:00Z", &runs);
}

#[test]
fn a_time_the_clock_skips_runs_at_the_end_of_the_gap() {
    let berlin = zone("Europe/Berlin");
    let rule = daily(berlin, "2026-03-01T01:30:00Z");
    let runs =
        [("03-28T01:30", "28 02:30"), ("03-29T01:00", "29 03:00"), ("03-30T00:30", "30 02:30")];
    expect_runs(&rule, berlin, "2026-03-28T00:00:00Z", &runs);

    let new_york = zone("America/New_York");
    let rule = daily(new_york, "2026-03-01T07:59:00Z");
    let runs =
        [("03-07T07:59", "07 02:59"), ("03-08T07:00", "08 03:00"), ("03-09T06:59", "09 02:59")];
    expect_runs(&rule, new_york, "2026-03-07T00:00:00Z", &runs);
}

#[test]
fn the_edges_of_a_gap_are_themselves() {
    let berlin = zone("Europe/Berlin");
    let first_skipped = daily(berlin, "2026-03-01T01:00:00Z");
    expect_runs(&first_skipped, berlin, "2026-03-29T00:00:00Z", &[("03-29T01:00", "29 03:00")]);
    let first_after = daily(berlin, "2026-03-01T02:00:00Z");
    expect_runs(&first_after, berlin, "2026-03-29T00:00:00Z", &[("03-29T01:00", "29 03:00")]);
}

#[test]
fn a_time_the_clock_shows_twice_runs_at_the_first() {
    let berlin = zone("Europe/Berlin");
    let rule = daily(berlin, "2026-10-01T00:30:00Z");
    let runs =
        [("10-24T00:30", "24 02:30"), ("10-25T00:30", "25 02:30"), ("10-26T01:30", "26 02:30")];
    expect_runs(&rule, berlin, "2026-10-24T00:00:00Z", &runs);
    // Between its two showings the run is already over.
    expect_runs(&rule, berlin, "2026-10-25T01:00:00Z", &runs[2..]);

    let new_york = zone("America/New_York");
    let rule = daily(new_york, "2026-10-01T05:30:00Z");
    let runs =
        [("10-31T05:30", "31 01:30"), ("11-01T05:30", "01 01:30"), ("11-02T06:30", "02 01:30")];
    expect_runs(&rule, new_york, "2026-10-31T00:00:00Z", &runs);
}

#[test]
fn a_start_at_the_second_showing_is_still_the_first_run() {
    let berlin = zone("Europe/Berlin");
    let rule = daily(berlin, "2026-10-25T01:30:00Z");
    let runs = [("10-25T01:30", "25 02:30"), ("10-26T01:30", "26 02:30")];
    expect_runs(&rule, berlin, "2026-10-01T00:00:00Z", &runs);
}

#[test]
fn a_change_of_half_an_hour_is_a_change() {
    // Lord Howe: +10:30, in summer +11. Changes on 2026-04-05 and 2026-10-04 at 02:00.
    let lord_howe = zone("Australia/Lord_Howe");
    let rule = daily(lord_howe, "2026-01-01T15:15:00Z"); // 02:15
    let spring =
        [("10-02T15:45", "03 02:15"), ("10-03T15:30", "04 02:30"), ("10-04T15:15", "05 02:15")];
    expect_runs(&rule, lord_howe, "2026-10-02T12:00:00Z", &spring);
    let rule = daily(lord_howe, "2026-01-01T14:45:00Z"); // 01:45
    let autumn =
        [("04-03T14:45", "04 01:45"), ("04-04T14:45", "05 01:45"), ("04-05T15:15", "06 01:45")];
    expect_runs(&rule, lord_howe, "2026-04-03T00:00:00Z", &autumn);
}

#[test]
fn a_day_that_was_skipped_whole_runs_when_the_next_begins() {
    // Samoa went from the 29th to the 31st of December 2011.
    let apia = zone("Pacific/Apia");
    let rule = daily(apia, "2011-12-29T00:30:00Z"); // the 28th, 14:30
    let runs =
        [("12-30T00:30", "29 14:30"), ("12-30T10:00", "31 00:00"), ("12-31T00:30", "31 14:30")];
    expect_runs(&rule, apia, "2011-12-29T12:00:00Z", &runs);
}

#[test]
fn a_skipped_day_and_the_next_share_a_run_at_midnight() {
    let apia = zone("Pacific/Apia");
    let rule = daily(apia, "2011-12-28T10:00:00Z"); // the 28th, 00:00
    let runs =
        [("12-29T10:00", "29 00:00"), ("12-30T10:00", "31 00:00"), ("12-31T10:00", "01 00:00")];
    expect_runs(&rule, apia, "2011-12-28T12:00:00Z", &runs);
}

#[test]
fn a_rule_for_the_skipped_weekday_runs_all_the_same() {
    let apia = zone("Pacific/Apia");
    let friday = Kind::Weekly { interval: 1, weekdays: 32 };
    let rule = Rule { kind: friday, ..daily(apia, "2011-12-24T00:30:00Z") };
    let runs =
        [("12-24T00:30", "23 14:30"), ("12-30T10:00", "31 00:00"), ("01-06T00:30", "06 14:30")];
    expect_runs(&rule, apia, "2011-12-20T00:00:00Z", &runs);
}

#[test]
fn the_zone_of_the_agent_reads_the_digits_as_its_own() {
    let rule = Rule { zone: Zone::Agent, ..rule(Kind::RunOnce, "2026-01-31T14:30:00Z") };
    expect_runs(&rule, zone("Asia/Tokyo"), "2026-01-01T00:00:00Z", &[("01-31T05:30", "31 14:30")]);
    expect_runs(
        &rule,
        zone("Pacific/Honolulu"),
        "2026-01-01T00:00:00Z",
        &[("02-01T00:30", "31 14:30")],
    );
}

#[test]
fn digits_the_clock_of_the_agent_skips_move_on_that_day_only() {
    let berlin = zone("Europe/Berlin");
    let kind = Kind::Daily { interval: 1 };
    let rule = Rule { zone: Zone::Agent, ..rule(kind, "2026-03-29T02:30:00Z") };
    let runs = [("03-29T01:00", "29 03:00"), ("03-30T00:30", "30 02:30")];
    expect_runs(&rule, berlin, "2026-01-01T00:00:00Z", &runs);
}

#[test]
fn the_date_is_that_of_the_zone_not_of_utc() {
    // Sunday 23:30 in New York is Monday in UTC.
    let new_york = zone("America/New_York");
    let sunday = Kind::Weekly { interval: 1, weekdays: 1 };
    let rule = Rule { kind: sunday, ..daily(new_york, "2026-01-05T04:30:00Z") };
    let runs = [("01-05T04:30", "04 23:30"), ("01-12T04:30", "11 23:30")];
    expect_runs(&rule, new_york, "2026-01-01T00:00:00Z", &runs);
}

#[test]
fn a_day_that_came_twice_runs_once() {
    // Alaska changed sides of the date line on 19 October 1867, at 15:33: it was the 18th again.
    let juneau = zone("America/Juneau");
    let rule = daily(juneau, "1867-10-17T20:57:41Z"); // noon of the 18th
    let runs =
        [("10-17T20:57", "18 12:00"), ("10-18T20:57", "19 12:00"), ("10-20T20:57", "20 12:00")];
    expect_runs(&rule, juneau, "1867-10-16T00:00:00Z", &runs);
    // On the second 18th the run of the 19th is already over.
    let previous = previous_or_at(&rule, juneau, at("1867-10-19T06:00:00Z"));
    assert_eq!(previous, Some(at("1867-10-18T20:57:41Z")));
}
