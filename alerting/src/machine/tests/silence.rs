//! Snoozes, maintenance, and causes that another alert covers.

use chrono::DateTime;

use super::super::{Decision, Message, Timer, When};
use super::*;

const SNOOZE: Event = Event::Snooze { until: None };

#[test]
fn a_snooze_stops_the_timers_and_sets_its_own() {
    let until = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
    let found = after(&[ERROR, Event::Snooze { until: Some(until) }], &everything(Kind::Check));
    let expected = [
        Decision::RecordSnooze { until: Some(until) },
        Decision::Cancel(Timer::Repetition),
        Decision::Cancel(Timer::Escalation),
        Decision::Schedule { timer: Timer::SnoozeEnd, when: When::At(until) },
    ];
    assert_eq!(found.decisions, expected);
}

#[test]
fn while_snoozed_the_severity_is_recorded_and_nothing_is_sent() {
    let found = after(&[WARNING, SNOOZE, ERROR], &everything(Kind::Check));
    let update = Decision::Update { severity: Severity::Error, hidden: false };
    assert_eq!(found.decisions, [update]);
    let recovered = after(&[ERROR, SNOOZE, Event::Recovered], &everything(Kind::Check));
    assert_eq!(messages(&recovered.decisions), []);
    assert_eq!(recovered.state, State::default());
}

#[test]
fn a_snooze_that_ends_on_time_has_one_message() {
    let found = after(&[ERROR, SNOOZE, Event::SnoozeEnded], &everything(Kind::Check));
    assert_eq!(messages(&found.decisions), [(Message::StillFailing, SENT, 0)]);
    assert_eq!(found.state.phase, Phase::Open);
}

#[test]
fn a_snooze_that_is_lifted_has_no_message() {
    let found = after(&[ERROR, SNOOZE, Event::Unsnooze], &everything(Kind::Check));
    assert_eq!(messages(&found.decisions), []);
    assert_eq!(found.state.phase, Phase::Open);
}

#[test]
fn a_failure_in_maintenance_is_kept_as_suppressed() {
    let rules = everything(Kind::Check);
    let found = after(&[Event::MaintenanceBegan, ERROR], &rules);
    assert_eq!(found.decisions, [Decision::Suppress { severity: Severity::Error }]);
    assert_eq!(found.state.phase, Phase::Suppressed);
}

#[test]
fn the_end_of_maintenance_sends_nothing_and_the_next_failure_alerts_as_usual() {
    let rules = everything(Kind::Check);
    let ended = after(&[Event::MaintenanceBegan, ERROR, Event::MaintenanceEnded], &rules);
    assert_eq!(ended.state, State::default());
    assert_eq!(ended.decisions[0], Decision::Close);
    assert_eq!(messages(&ended.decisions), []);
    let failed = step(&ended.state, &ERROR, &rules);
    assert_eq!(messages(&failed.decisions), [(Message::Failed, SENT, 0)]);
}

#[test]
fn an_agent_that_went_away_in_maintenance_has_its_overdue_time_again_afterwards() {
    let events = [Event::MaintenanceBegan, ERROR, Event::MaintenanceEnded];
    let agent = after(&events, &everything(Kind::Availability));
    assert!(agent.decisions.contains(&Decision::RestartOverdueTimer));
    let check = after(&events, &everything(Kind::Check));
    assert!(!check.decisions.contains(&Decision::RestartOverdueTimer));
}

#[test]
fn a_recovery_in_maintenance_closes_silently() {
    let rules = everything(Kind::Check);
    let found = after(&[ERROR, Event::MaintenanceBegan, Event::Recovered], &rules);
    assert_eq!(messages(&found.decisions), []);
    assert_eq!(found.state, State { maintenance: true, ..State::default() });
}

#[test]
fn an_alert_that_is_open_in_maintenance_is_not_repeated_until_it_ends() {
    let rules = everything(Kind::Check);
    let during = after(&[ERROR, Event::MaintenanceBegan, Event::PeriodicDue], &rules);
    assert_eq!(messages(&during.decisions), []);
    let ended = step(&during.state, &Event::MaintenanceEnded, &rules);
    assert_eq!(ended.decisions, []);
    let due = step(&ended.state, &Event::PeriodicDue, &rules);
    assert_eq!(messages(&due.decisions), [(Message::Repeated, SENT, 0)]);
}

#[test]
fn what_depends_on_a_failing_parent_is_listed_there_and_silent() {
    let rules = everything(Kind::Availability);
    let failed = after(&[Event::CoverBegan, ERROR], &rules);
    let expected = [Decision::Suppress { severity: Severity::Error }, Decision::ListInCover];
    assert_eq!(failed.decisions, expected);
    let uncovered = step(&failed.state, &Event::CoverEnded, &rules);
    assert_eq!(messages(&uncovered.decisions), []);
    assert!(uncovered.decisions.contains(&Decision::RestartOverdueTimer));
}

#[test]
fn a_failure_that_was_announced_before_its_parent_failed_has_its_recovery() {
    let rules = everything(Kind::Check);
    let found = after(&[ERROR, Event::CoverBegan, Event::Recovered], &rules);
    assert_eq!(messages(&found.decisions), [(Message::Resolved, SENT, 0)]);
}

#[test]
fn maintenance_that_ends_under_a_failing_parent_changes_nothing() {
    let rules = everything(Kind::Availability);
    let both = [Event::MaintenanceBegan, Event::CoverBegan, ERROR, Event::MaintenanceEnded];
    let found = after(&both, &rules);
    assert_eq!((found.decisions, found.state.phase), (Vec::new(), Phase::Suppressed));
}
