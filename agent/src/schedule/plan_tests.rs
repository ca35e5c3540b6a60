//! When something is due, and when it is too late for it.

use muster_schedule::{Repetition, Zone};

use super::*;

pub(super) fn zone(name: &str) -> NamedZone {
    name.parse().unwrap()
}

pub(super) fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn daily(start: &str) -> Rule {
    Rule { kind: Kind::Daily { interval: 1 }, start: Some(at(start)), ..Rule::default() }
}

fn settled_at(text: &str) -> TaskMemory {
    let micros = at(text).timestamp_micros();
    TaskMemory { settled: micros, received: micros, ..TaskMemory::default() }
}

fn decide_at(rule: &Rule, memory: &TaskMemory, now: &str) -> Verdict {
    decide(rule, 1, memory, at(now), NamedZone::utc())
}

fn run(due: &str, reason: StartReason) -> Verdict {
    Verdict::Run(Due { due: at(due), reason, series_ends: None })
}

const NOON: &str = "2027-03-01T12:00:00Z";

#[test]
fn a_run_waits_for_its_time_and_then_starts() {
    let rule = daily(NOON);
    let memory = settled_at("2027-03-01T08:00:00Z");
    assert_eq!(decide_at(&rule, &memory, "2027-03-01T11:59:59Z"), Verdict::Wait(at(NOON)));
    assert_eq!(decide_at(&rule, &memory, NOON), run(NOON, StartReason::Schedule));
    let memory = settled(&memory, at(NOON), Some(StartReason::Schedule));
    assert_eq!(decide_at(&rule, &memory, NOON), Verdict::Wait(at("2027-03-02T12:00:00Z")));
}

#[test]
fn a_run_is_missed_after_a_minute_and_made_up_for_only_when_asked() {
    let mut rule = daily(NOON);
    let memory = settled_at("2027-03-01T08:00:00Z");
    assert_eq!(decide_at(&rule, &memory, "2027-03-01T12:01:00Z"), run(NOON, StartReason::Schedule));
    assert_eq!(decide_at(&rule, &memory, "2027-03-01T12:01:01Z"), Verdict::Skip(at(NOON)));
    rule.run_asap_after_missed = true;
    assert_eq!(decide_at(&rule, &memory, "2027-03-01T12:01:01Z"), run(NOON, StartReason::Missed));
}

#[test]
fn one_run_stands_for_all_that_were_missed() {
    let rule = Rule { run_asap_after_missed: true, ..daily(NOON) };
    let memory = settled_at("2027-03-01T08:00:00Z");
    let last = "2027-06-01T12:00:00Z";
    assert_eq!(decide_at(&rule, &memory, "2027-06-01T20:00:00Z"), run(last, StartReason::Missed));
}

#[test]
fn nothing_is_made_up_for_after_the_rule_has_expired() {
    let expire = Some(at("2027-03-01T18:00:00Z"));
    let rule = Rule { run_asap_after_missed: true, expire, ..daily(NOON) };
    let memory = settled_at("2027-03-01T08:00:00Z");
    assert_eq!(decide_at(&rule, &memory, "2027-03-01T17:59:59Z"), run(NOON, StartReason::Missed));
    assert_eq!(decide_at(&rule, &memory, "2027-03-01T18:00:00Z"), Verdict::Skip(at(NOON)));
    let memory = settled(&memory, at(NOON), None);
    assert_eq!(decide_at(&rule, &memory, "2027-03-01T18:00:00Z"), Verdict::Never);
}

#[test]
fn what_was_due_before_the_rule_came_is_not_missed_but_a_moment_counts() {
    let rule = Rule { run_asap_after_missed: true, ..daily("2026-12-01T12:00:00Z") };
    let memory = received(None, at("2027-03-01T12:02:00Z"));
    let tomorrow = Verdict::Wait(at("2027-03-02T12:00:00Z"));
    assert_eq!(decide_at(&rule, &memory, "2027-03-01T12:02:00Z"), tomorrow);
    let memory = received(None, at("2027-03-01T12:00:30Z"));
    let verdict = decide_at(&rule, &memory, "2027-03-01T12:00:30Z");
    assert_eq!(verdict, run(NOON, StartReason::Schedule));

    // The same moment again, after it ran and its rule was changed: not twice.
    let memory = settled(&memory, at(NOON), Some(StartReason::Schedule));
    let memory = received(Some(&memory), at("2027-03-01T12:00:40Z"));
    assert_eq!(decide_at(&rule, &memory, "2027-03-01T12:00:40Z"), tomorrow);
}

#[test]
fn a_single_run_is_made_up_for_even_when_it_was_due_before_the_rule_came() {
    let once = |asap| Rule {
        kind: Kind::RunOnce,
        start: Some(at(NOON)),
        run_asap_after_missed: asap,
        ..Rule::default()
    };
    let memory = received(None, at("2027-03-05T00:00:00Z"));
    let now = "2027-03-05T00:00:01Z";
    assert_eq!(decide_at(&once(true), &memory, now), run(NOON, StartReason::Missed));
    assert_eq!(decide_at(&once(false), &memory, now), Verdict::Never);
    let memory = settled(&memory, at(NOON), Some(StartReason::Missed));
    assert_eq!(decide_at(&once(true), &memory, now), Verdict::Never);
}

#[test]
fn a_new_agent_runs_its_onboarding_once_however_late() {
    let rule = Rule { kind: Kind::Onboarding, ..Rule::default() };
    let memory = received(None, at(NOON));
    let later = "2027-03-09T00:00:00Z";
    assert_eq!(decide_at(&rule, &memory, later), run(NOON, StartReason::Onboarding));
    let disabled = Rule { enabled: false, ..rule.clone() };
    assert_eq!(decide_at(&disabled, &memory, later), Verdict::Never);
    let expired = Rule { expire: Some(at(later)), ..rule.clone() };
    assert_eq!(decide_at(&expired, &memory, later), Verdict::Never);

    let memory = settled(&memory, at(NOON), Some(StartReason::Onboarding));
    assert_eq!(decide_at(&rule, &memory, later), Verdict::Never);
    let memory = received(Some(&memory), at(later));
    assert_eq!(decide_at(&rule, &memory, later), Verdict::Never);
}

#[test]
fn the_random_delay_is_kept_and_never_reaches_the_next_run() {
    let hour = Duration::from_secs(3600);
    let repetition = Repetition { every: Duration::from_secs(60), for_duration: hour };
    let rule = Rule { random_delay: Some(hour), repetition: Some(repetition), ..daily(NOON) };
    let mut memory = settled_at("2027-03-01T08:00:00Z");
    let mut before = at(NOON) - TimeDelta::seconds(1);
    for minute in 0..59 {
        let due = at(NOON) + TimeDelta::minutes(minute);
        let Verdict::Wait(start) = decide(&rule, 7, &memory, before, NamedZone::utc()) else {
            panic!("early")
        };
        assert!(start >= due && start < due + TimeDelta::minutes(1), "{start} for {due}");
        let Verdict::Run(run) = decide(&rule, 7, &memory, start, NamedZone::utc()) else {
            panic!("late")
        };
        assert_eq!((run.due, run.series_ends), (due, Some(at("2027-03-01T13:00:00Z"))));
        memory = settled(&memory, due, Some(run.reason));
        before = start;
    }
}

#[test]
fn a_clock_that_is_not_set_starts_nothing() {
    let rule = Rule { run_asap_after_missed: true, ..daily("2026-11-05T12:00:00Z") };
    let memory = settled_at("2027-03-01T12:00:00Z");
    assert_eq!(decide_at(&rule, &memory, "1970-01-01T00:00:10Z"), Verdict::Never);
    assert_eq!(corrected(&memory, at("1970-01-01T00:00:10Z")), None);
    let tomorrow = Verdict::Wait(at("2027-03-02T12:00:00Z"));
    assert_eq!(decide_at(&rule, &memory, "2027-03-01T12:30:00Z"), tomorrow);
}

#[test]
fn what_a_clock_years_ahead_settled_is_corrected() {
    let memory = settled_at("2035-01-01T12:00:00Z");
    let now = at("2027-03-01T11:00:00Z");
    let memory = corrected(&memory, now).unwrap();
    assert_eq!((memory.settled, memory.received), (now.timestamp_micros(), now.timestamp_micros()));
    assert_eq!(decide(&daily(NOON), 1, &memory, now, NamedZone::utc()), Verdict::Wait(at(NOON)));
    assert_eq!(corrected(&memory, now - TimeDelta::hours(23)), None);
}

#[test]
fn a_machine_that_moves_to_another_zone_keeps_its_local_time() {
    let rule = Rule { zone: Zone::Agent, ..daily(NOON) };
    let memory = settled_at("2027-03-01T00:00:00Z");
    let now = at("2027-03-01T00:00:00Z");
    let next = |zone| decide(&rule, 1, &memory, now, zone);
    assert_eq!(next(zone("Europe/Berlin")), Verdict::Wait(at("2027-03-01T11:00:00Z")));
    assert_eq!(next(zone("America/New_York")), Verdict::Wait(at("2027-03-01T17:00:00Z")));
}
