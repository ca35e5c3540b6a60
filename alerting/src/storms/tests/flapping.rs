//! Causes that change often.

use proptest::prelude::*;

use super::super::{Flapping, FlappingDecision};
use super::second;

/// Lets a cause change `count` times, one each minute, beginning with a failure.
fn changing(count: i64) -> (Flapping, FlappingDecision) {
    let mut cause = Flapping::default();
    let mut last = FlappingDecision::Pass;
    for change in 0..count {
        last = cause.result(change % 2 == 0, true, second(change * 60));
    }
    (cause, last)
}

#[test]
fn six_changes_an_hour_pass() {
    assert_eq!(changing(6).1, FlappingDecision::Pass);
}

#[test]
fn the_seventh_within_an_hour_is_flapping() {
    let (mut cause, last) = changing(7);
    let until = second(4 * 60 + 3600);
    assert_eq!(last, FlappingDecision::Begin { until });
    assert!(cause.flapping);
    let until = second(5 * 60 + 3600);
    assert_eq!(cause.result(false, true, second(420)), FlappingDecision::Keep { until });
}

#[test]
fn results_without_a_change_do_not_count() {
    let mut cause = Flapping::default();
    for minute in 0..60 {
        assert_eq!(cause.result(true, true, second(minute * 60)), FlappingDecision::Pass);
    }
}

#[test]
fn it_ends_when_at_most_two_changes_are_younger_than_an_hour() {
    let (mut cause, _) = changing(7);
    let until = second(4 * 60 + 3600);
    assert_eq!(cause.due(second(4 * 60 + 3599)), FlappingDecision::Keep { until });
    assert_eq!(cause.due(until), FlappingDecision::End { failing: true });
    assert_eq!(cause.due(until), FlappingDecision::Pass);
}

#[test]
fn without_an_alert_the_next_failing_result_begins_again() {
    let (mut cause, _) = changing(7);
    let until = second(5 * 60 + 3600);
    assert_eq!(cause.result(false, false, second(420)), FlappingDecision::Keep { until });
    let until = second(6 * 60 + 3600);
    assert_eq!(cause.result(true, false, second(480)), FlappingDecision::Begin { until });
    assert_eq!(cause.result(true, true, second(490)), FlappingDecision::Keep { until });
}

#[test]
fn seven_changes_in_more_than_an_hour_pass() {
    let mut cause = Flapping::default();
    for change in 0..30 {
        let decision = cause.result(change % 2 == 0, true, second(change * 601));
        assert_eq!(decision, FlappingDecision::Pass);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn flapping_begins_once_and_ends_once_and_its_timer_is_never_in_the_past(
        results in prop::collection::vec((any::<bool>(), 1..1500i64), 1..100),
    ) {
        let mut cause = Flapping::default();
        let mut now = 0;
        for (failing, later) in results {
            now += later;
            let before = cause.flapping;
            match cause.result(failing, true, second(now)) {
                FlappingDecision::Pass => prop_assert!(!before && !cause.flapping),
                FlappingDecision::Begin { until } => {
                    prop_assert!(!before && cause.flapping && until > second(now));
                }
                FlappingDecision::Keep { until } => {
                    prop_assert!(before && cause.flapping && until > second(now));
                }
                FlappingDecision::End { failing: now_failing } => {
                    prop_assert!(before && !cause.flapping && now_failing == failing);
                }
            }
        }
    }
}
