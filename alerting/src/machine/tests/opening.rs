//! From a failure to an alert and back.

use chrono::TimeDelta;

use super::super::{Decision, Message, Moment, Timer, When};
use super::*;

#[test]
fn a_failure_opens_an_alert_announces_it_and_sets_the_timers() {
    let found = after(&[ERROR], &everything(Kind::Check));
    let expected = vec![
        Decision::Open { severity: Severity::Error, hidden: false },
        Decision::Notify { message: Message::Failed, channels: SENT, through_step: 0 },
        Decision::Run(Moment::Failure),
        Decision::Schedule { timer: Timer::Repetition, when: When::After(TimeDelta::days(1)) },
        Decision::Schedule { timer: Timer::Escalation, when: When::After(TimeDelta::minutes(15)) },
    ];
    assert_eq!(found.decisions, expected);
    assert_eq!(found.state.phase, Phase::Open);
}

#[test]
fn a_failure_for_which_nothing_applies_opens_nothing() {
    let rules = Rules { channels: Channels::NONE, ..shown_only() };
    let found = after(&[ERROR], &rules);
    assert_eq!((found.decisions, found.state.phase), (Vec::new(), Phase::Clear));
}

#[test]
fn an_alert_with_an_action_alone_is_hidden_until_the_dashboard_applies() {
    let rules = Rules { channels: Channels::NONE, action: true, ..shown_only() };
    let opened = after(&[WARNING], &rules);
    let expected = vec![
        Decision::Open { severity: Severity::Warning, hidden: true },
        Decision::Run(Moment::Failure),
    ];
    assert_eq!(opened.decisions, expected);
    let shown = step(&opened.state, &ERROR, &shown_only());
    let update = Decision::Update { severity: Severity::Error, hidden: false };
    assert_eq!(shown.decisions, [update]);
    let again = step(&shown.state, &WARNING, &rules);
    let update = Decision::Update { severity: Severity::Warning, hidden: false };
    assert_eq!(again.decisions, [update], "what was shown stays");
}

#[test]
fn further_failures_update_and_run_and_send_nothing_twice() {
    let found = after(&[ERROR, WARNING], &everything(Kind::Check));
    let update = Decision::Update { severity: Severity::Warning, hidden: false };
    assert_eq!(found.decisions, [update]);
}

#[test]
fn a_worse_severity_is_announced_on_the_channels_it_adds() {
    let opened = after(&[WARNING], &shown_only());
    let worse = step(&opened.state, &ERROR, &everything(Kind::Check));
    assert_eq!(messages(&worse.decisions), [(Message::Failed, SENT, 0)]);
}

#[test]
fn an_action_that_could_not_start_is_started_by_the_next_failure() {
    let rules = everything(Kind::Check);
    let found = after(&[ERROR, Event::ActionFailed, ERROR], &rules);
    let expected = [
        Decision::Update { severity: Severity::Error, hidden: false },
        Decision::Run(Moment::Failure),
    ];
    assert_eq!(found.decisions, expected);
}

#[test]
fn a_recovery_is_announced_where_the_failure_was_and_closes() {
    let found = after(&[ERROR, Event::Recovered], &everything(Kind::Task));
    let expected = [
        Decision::Notify { message: Message::Resolved, channels: SENT, through_step: 0 },
        Decision::Run(Moment::Recovery),
        Decision::Close,
        Decision::Cancel(Timer::Repetition),
        Decision::Cancel(Timer::Escalation),
        Decision::Cancel(Timer::SnoozeEnd),
    ];
    assert_eq!(found.decisions, expected);
    assert_eq!(found.state, State::default());
}

#[test]
fn a_channel_that_was_added_after_the_failure_gets_no_recovery() {
    let opened = after(&[ERROR], &shown_only());
    let closed = step(&opened.state, &Event::Recovered, &everything(Kind::Check));
    assert_eq!(messages(&closed.decisions), []);
}

#[test]
fn a_recovery_without_an_alert_does_nothing() {
    let found = after(&[Event::Recovered], &everything(Kind::Check));
    assert_eq!((found.decisions, found.state), (Vec::new(), State::default()));
}

#[test]
fn flapping_is_one_message_also_when_the_alert_is_open() {
    let flapping = Event::FlappingBegan { severity: Severity::Error };
    let rules = everything(Kind::Check);
    let opened = after(&[flapping], &rules);
    assert_eq!(messages(&opened.decisions), [(Message::Flapping, SENT, 0)]);
    let known = after(&[ERROR, flapping], &rules);
    assert_eq!(messages(&known.decisions), [(Message::Flapping, SENT, 0)]);
    let recovered = step(&opened.state, &Event::Recovered, &rules);
    assert_eq!(messages(&recovered.decisions), [(Message::Resolved, SENT, 0)]);
}

#[test]
fn resolving_by_hand_is_silent_and_a_further_failure_opens_again() {
    let rules = everything(Kind::Check);
    let resolved = after(&[ERROR, Event::Resolve], &rules);
    assert_eq!(messages(&resolved.decisions), []);
    assert_eq!(resolved.state, State::default());
    let again = step(&resolved.state, &ERROR, &rules);
    assert_eq!(messages(&again.decisions), [(Message::Failed, SENT, 0)]);
}

#[test]
fn clearing_the_faults_of_a_lost_agent_is_silent() {
    let found = after(&[ERROR, Event::FaultsCleared], &everything(Kind::Check));
    assert_eq!(messages(&found.decisions), []);
    assert_eq!(found.state, State::default());
}

#[test]
fn what_needs_an_open_alert_is_refused_without_one() {
    for event in
        [Event::Acknowledge, Event::Snooze { until: None }, Event::Unsnooze, Event::Resolve]
    {
        let found = after(&[event], &everything(Kind::Check));
        assert_eq!(found.decisions, [Decision::Refuse], "{event:?}");
    }
}
