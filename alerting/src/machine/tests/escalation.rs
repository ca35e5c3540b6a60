//! Repetition, acknowledgement and escalation.

use chrono::TimeDelta;

use super::super::{Decision, Message, Timer, When};
use super::*;

#[test]
fn an_open_alert_is_repeated_by_its_timer() {
    let found = after(&[ERROR, Event::PeriodicDue], &everything(Kind::Check));
    let expected = [
        Decision::Notify { message: Message::Repeated, channels: SENT, through_step: 0 },
        Decision::Schedule { timer: Timer::Repetition, when: When::After(TimeDelta::days(1)) },
    ];
    assert_eq!(found.decisions, expected);
}

#[test]
fn each_step_of_escalation_reaches_the_next_recipients_once() {
    let rules = everything(Kind::Check);
    let first = after(&[ERROR, Event::EscalationDue], &rules);
    let next = When::After(TimeDelta::minutes(30));
    let expected = [
        Decision::Notify { message: Message::Escalated, channels: SENT, through_step: 1 },
        Decision::Schedule { timer: Timer::Escalation, when: next },
    ];
    assert_eq!(first.decisions, expected);
    let second = step(&first.state, &Event::EscalationDue, &rules);
    let last = Decision::Notify { message: Message::Escalated, channels: SENT, through_step: 2 };
    assert_eq!(second.decisions, [last]);
    let third = step(&second.state, &Event::EscalationDue, &rules);
    assert_eq!(third.decisions, []);
}

#[test]
fn a_recovery_reaches_everybody_who_was_notified() {
    let found = after(&[ERROR, Event::EscalationDue, Event::Recovered], &everything(Kind::Check));
    assert_eq!(messages(&found.decisions), [(Message::Resolved, SENT, 1)]);
}

#[test]
fn an_acknowledgement_ends_the_escalation_and_not_the_repetition() {
    let rules = everything(Kind::Check);
    let acknowledged = after(&[ERROR, Event::Acknowledge], &rules);
    let expected = [Decision::RecordAcknowledgement, Decision::Cancel(Timer::Escalation)];
    assert_eq!(acknowledged.decisions, expected);
    let due = step(&acknowledged.state, &Event::EscalationDue, &rules);
    assert_eq!(due.decisions, []);
    let due = step(&acknowledged.state, &Event::PeriodicDue, &rules);
    assert_eq!(messages(&due.decisions), [(Message::Repeated, SENT, 0)]);
}

#[test]
fn a_second_acknowledgement_is_recorded_too() {
    assert_eq!(phase_after(&[ERROR, Event::Acknowledge, Event::Acknowledge]), Phase::Acknowledged);
}

#[test]
fn an_alert_that_wakes_from_a_snooze_wants_to_be_acknowledged_again() {
    let events = [ERROR, Event::Acknowledge, Event::Snooze { until: None }, Event::SnoozeEnded];
    assert_eq!(phase_after(&events), Phase::Open);
}

#[test]
fn escalation_waits_while_it_is_maintenance() {
    let events = [ERROR, Event::MaintenanceBegan, Event::EscalationDue];
    let found = after(&events, &everything(Kind::Check));
    let again = When::After(TimeDelta::minutes(15));
    assert_eq!(found.decisions, [Decision::Schedule { timer: Timer::Escalation, when: again }]);
}

#[test]
fn an_alert_that_is_only_shown_escalates_when_a_channel_is_added() {
    let rules = Rules { escalation: vec![TimeDelta::minutes(5)], ..shown_only() };
    let due = after(&[ERROR, Event::EscalationDue], &rules);
    let again = When::After(TimeDelta::minutes(5));
    assert_eq!(due.decisions, [Decision::Schedule { timer: Timer::Escalation, when: again }]);
    let added = Rules { channels: Channels::ALL, ..rules };
    let due = step(&due.state, &Event::EscalationDue, &added);
    let expected = [(Message::Failed, SENT, 0), (Message::Escalated, SENT, 1)];
    assert_eq!(messages(&due.decisions), expected);
}
