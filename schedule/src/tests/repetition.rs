//! Repetitions, expiry, and the run before an instant.

use std::time::Duration;

use super::{LONG_AGO, at, rule, runs, zone};
use crate::{Kind, NamedZone, Repetition, Rule, Zone, expires_at, parse_duration, previous_or_at};

const START: &str = "2026-01-01T08:00:00Z";

fn repeated(kind: Kind, every: &str, for_duration: &str) -> Rule {
    let length = |text| parse_duration(text).unwrap();
    let repetition = Repetition { every: length(every), for_duration: length(for_duration) };
    Rule { repetition: Some(repetition), ..rule(kind, START) }
}

fn previous(rule: &Rule, instant: &str) -> Option<String> {
    let run = previous_or_at(rule, NamedZone::utc(), at(instant))?;
    Some(run.format("%Y-%m-%dT%H:%M").to_string())
}

#[test]
fn repetitions_follow_a_run_until_their_duration_is_over() {
    let rule = repeated(Kind::RunOnce, "15m", "1h");
    let expected = ["2026-01-01T08:00", "2026-01-01T08:15", "2026-01-01T08:30", "2026-01-01T08:45"];
    assert_eq!(runs(&rule, LONG_AGO, 9), expected);
    assert_eq!(runs(&rule, "2026-01-01T08:20:00Z", 9), expected[2..]);
}

#[test]
fn a_duration_that_the_interval_does_not_divide_keeps_the_rest() {
    let rule = repeated(Kind::RunOnce, "7m", "15m");
    assert_eq!(
        runs(&rule, LONG_AGO, 9),
        ["2026-01-01T08:00", "2026-01-01T08:07", "2026-01-01T08:14"]
    );
}

#[test]
fn the_next_run_of_the_calendar_ends_the_repetitions_of_the_last() {
    let rule = repeated(Kind::Daily { interval: 1 }, "10h", "3d");
    let expected = [
        "2026-01-01T08:00",
        "2026-01-01T18:00",
        "2026-01-02T04:00",
        "2026-01-02T08:00",
        "2026-01-02T18:00",
    ];
    assert_eq!(runs(&rule, LONG_AGO, 5), expected);
}

#[test]
fn a_repetition_that_meets_the_next_run_is_that_run() {
    let rule = repeated(Kind::Daily { interval: 1 }, "12h", "2d");
    let expected = ["2026-01-01T08:00", "2026-01-01T20:00", "2026-01-02T08:00", "2026-01-02T20:00"];
    assert_eq!(runs(&rule, LONG_AGO, 4), expected);
}

#[test]
fn repetitions_count_elapsed_time_over_a_daylight_change() {
    // In the night to 2026-03-29 Berlin's clock goes from 02:00 to 03:00.
    let zone = Zone::Named(zone("Europe/Berlin"));
    let rule = Rule {
        start: Some(at("2026-03-28T23:00:00Z")),
        zone,
        ..repeated(Kind::Daily { interval: 1 }, "1h", "3h")
    };
    let expected = ["2026-03-28T23:00", "2026-03-29T00:00", "2026-03-29T01:00", "2026-03-29T22:00"];
    assert_eq!(runs(&rule, LONG_AGO, 4), expected);
}

#[test]
fn nothing_runs_at_the_expiry_or_after_it() {
    let mut rule = repeated(Kind::Daily { interval: 1 }, "1h", "4h");
    rule.expire = Some(at("2026-01-02T10:00:00Z"));
    let last = ["2026-01-02T08:00", "2026-01-02T09:00"];
    assert_eq!(runs(&rule, "2026-01-01T12:00:00Z", 9), last);
    assert_eq!(previous(&rule, "2027-01-01T00:00:00Z").as_deref(), Some(last[1]));
    rule.expire = Some(at("2026-01-02T08:00:00Z"));
    assert!(runs(&rule, "2026-01-01T12:00:00Z", 9).is_empty());
}

#[test]
fn in_the_zone_of_the_agent_the_expiry_is_local_like_the_start() {
    let mut rule = rule(Kind::Daily { interval: 1 }, START);
    rule.zone = Zone::Agent;
    rule.expire = Some(at("2026-01-01T09:00:00Z"));
    let honolulu = zone("Pacific/Honolulu");
    assert_eq!(expires_at(&rule, honolulu), Some(at("2026-01-01T19:00:00Z")));
    let run = previous_or_at(&rule, honolulu, at("2026-06-01T00:00:00Z"));
    assert_eq!(run, Some(at("2026-01-01T18:00:00Z")));
    rule.zone = Zone::Utc;
    assert_eq!(expires_at(&rule, honolulu), rule.expire);
}

#[test]
fn the_run_before_an_instant_may_be_a_repetition() {
    let rule = repeated(Kind::Daily { interval: 2 }, "15m", "1h");
    for (instant, run) in [
        ("2026-01-01T07:59:59Z", None),
        ("2026-01-01T08:00:00Z", Some("2026-01-01T08:00")),
        ("2026-01-01T08:44:59Z", Some("2026-01-01T08:30")),
        ("2026-01-02T23:00:00Z", Some("2026-01-01T08:45")),
        ("2026-01-03T07:59:59Z", Some("2026-01-01T08:45")),
        ("2026-01-03T08:00:00Z", Some("2026-01-03T08:00")),
    ] {
        assert_eq!(previous(&rule, instant).as_deref(), run, "{instant}");
    }
}

#[test]
fn a_repetition_of_no_length_is_none() {
    let mut rule = repeated(Kind::RunOnce, "0s", "1h");
    assert_eq!(runs(&rule, LONG_AGO, 9).len(), 1);
    rule.repetition =
        Some(Repetition { every: Duration::from_secs(60), for_duration: Duration::ZERO });
    assert_eq!(runs(&rule, LONG_AGO, 9).len(), 1);
    assert_eq!(previous(&rule, "2026-02-01T00:00:00Z").as_deref(), Some("2026-01-01T08:00"));
}
