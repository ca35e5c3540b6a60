//! Rules on their way between server and agent, and between versions.

use std::time::Duration;

use serde_json::json;

use super::{at, rule, zone};
use crate::{InstancePolicy, Kind, Repetition, Rule, Zone};

fn full_rule() -> Rule {
    let kind = Kind::MonthlyByWeekday { months: 4095, weeks: 16, weekdays: 32 };
    Rule {
        zone: Zone::Named(zone("Europe/Berlin")),
        expire: Some(at("2026-12-31T00:00:00Z")),
        repetition: Some(Repetition {
            every: Duration::from_secs(900),
            for_duration: Duration::from_secs(3600),
        }),
        random_delay: Some(Duration::from_secs(60)),
        run_asap_after_missed: true,
        instance_policy: InstancePolicy::StopExisting,
        enabled: false,
        ..rule(kind, "2026-01-31T14:30:00Z")
    }
}

#[test]
fn the_shape_of_a_rule_is_kept() {
    let shape = json!({
        "kind": { "type": "monthlydow", "months": 4095, "weeks": 16, "weekdays": 32 },
        "start": 1_769_869_800_000_000_i64,
        "zone": "Europe/Berlin",
        "expire": 1_798_675_200_000_000_i64,
        "repetition": { "every": 900, "for_duration": 3600 },
        "random_delay": 60,
        "run_asap_after_missed": true,
        "instance_policy": "stop_existing",
        "enabled": false,
    });
    assert_eq!(serde_json::to_value(full_rule()).unwrap(), shape);
    assert_eq!(serde_json::from_value::<Rule>(shape).unwrap(), full_rule());
}

#[test]
fn a_rule_survives_the_encoding_of_the_link() {
    for rule in [full_rule(), Rule::default(), rule(Kind::RunOnce, "1970-01-01T00:00:00Z")] {
        let bytes = rmp_serde::to_vec_named(&rule).unwrap();
        assert_eq!(rmp_serde::from_slice::<Rule>(&bytes).unwrap(), rule);
    }
}

#[test]
fn kinds_have_the_names_of_task_types() {
    for (kind, name) in [
        (Kind::RunOnce, "runonce"),
        (Kind::Daily { interval: 1 }, "daily"),
        (Kind::Weekly { interval: 1, weekdays: 1 }, "weekly"),
        (Kind::Monthly { months: 1, days: 1 }, "monthly"),
        (Kind::MonthlyByWeekday { months: 1, weeks: 1, weekdays: 1 }, "monthlydow"),
        (Kind::Manual, "manual"),
        (Kind::CheckFailure, "checkfailure"),
        (Kind::Onboarding, "onboarding"),
    ] {
        assert_eq!(serde_json::to_value(kind).unwrap()["type"], name);
    }
}

#[test]
fn a_field_that_an_older_peer_does_not_send_has_its_default() {
    let read: Rule = serde_json::from_value(json!({ "kind": { "type": "manual" } })).unwrap();
    assert_eq!(read, Rule::default());
    assert!(read.enabled);
}

#[test]
fn what_a_newer_peer_says_does_not_make_the_rest_unreadable() {
    let newer = json!({
        "kind": { "type": "lunar", "phase": "full" },
        "zone": "Mars/Phobos",
        "instance_policy": "ask",
        "colour": "green",
    });
    let bytes = rmp_serde::to_vec_named(&newer).unwrap();
    let read: Rule = rmp_serde::from_slice(&bytes).unwrap();
    assert_eq!(read.kind, Kind::Unknown);
    assert_eq!(read.zone, Zone::Unknown("Mars/Phobos".to_owned()));
    assert_eq!(read.instance_policy, InstancePolicy::Queue);
}

#[test]
fn zones_are_read_as_the_api_writes_them() {
    let read = |text: &str| Zone::from(text.to_owned());
    assert_eq!(read("utc"), Zone::Utc);
    assert_eq!(read("UTC"), Zone::Utc);
    assert_eq!(read("agent"), Zone::Agent);
    assert_eq!(read("America/New_York"), Zone::Named(zone("America/New_York")));
    assert_eq!(String::from(read("Nowhere")), "Nowhere");
}

#[test]
fn instance_policies_have_the_numbers_of_the_api() {
    for number in 0..4 {
        let policy = InstancePolicy::from_number(number).unwrap();
        assert_eq!(i64::from(policy.number()), number);
    }
    assert_eq!(InstancePolicy::from_number(1), Some(InstancePolicy::default()));
    assert_eq!([-1, 4].map(InstancePolicy::from_number), [None, None]);
}
