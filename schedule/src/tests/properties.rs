//! What holds for every rule, zone and instant.

use chrono::{DateTime, TimeDelta, Utc};
use proptest::prelude::*;

use super::strategies::{any_case, any_instant, any_zone, change_after, wild_rule};
use crate::wall_clock::{first_instant, wall_time};
use crate::{expires_at, next_after, previous_or_at, upcoming, validate};

/// Chrono's finest step: "just before".
const TICK: TimeDelta = TimeDelta::nanoseconds(1);

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2500) })]

    #[test]
    fn an_instant_is_the_first_at_which_the_clock_shows_the_time_or_later(
        zone in any_zone(), instant in any_instant(), distance in -100_000..100_000i64,
    ) {
        let change = change_after(zone, instant).unwrap_or(instant);
        let wall = wall_time(zone, change) + TimeDelta::seconds(distance);
        let instant = first_instant(zone, wall);
        prop_assert!(wall_time(zone, instant) >= wall);
        prop_assert!(wall_time(zone, instant - TICK) < wall);
    }

    #[test]
    fn rules_that_make_no_sense_are_answered_as_well(
        rule in wild_rule(), zone in any_zone(), at in any_instant(),
    ) {
        crate::fuzz::rule(&rule, zone, at);
    }

    #[test]
    fn the_next_run_is_strictly_after_and_within_the_rule(
        (rule, zone, after) in any_case(),
    ) {
        prop_assert_eq!(validate(&rule), []);
        let start = rule.zone.instant_of(rule.start.unwrap(), zone);
        let expire = expires_at(&rule, zone).unwrap_or(DateTime::<Utc>::MAX_UTC);
        for run in upcoming(&rule, zone, after, 5) {
            prop_assert!(run > after && run >= start && run < expire, "{}", run);
        }
    }

    #[test]
    fn runs_come_one_after_another_and_each_finds_the_next(
        (rule, zone, after) in any_case(),
    ) {
        let runs = upcoming(&rule, zone, after, 6);
        prop_assert_eq!(runs.first().copied(), next_after(&rule, zone, after));
        for pair in runs.windows(2) {
            prop_assert!(pair[0] < pair[1]);
            prop_assert_eq!(next_after(&rule, zone, pair[0]), Some(pair[1]));
            prop_assert_eq!(next_after(&rule, zone, pair[1] - TICK), Some(pair[1]));
        }
    }

    #[test]
    fn a_later_question_has_no_earlier_answer(
        (rule, zone, one) in any_case(), distance in -200_000..200_000i64,
    ) {
        let other = one + TimeDelta::seconds(distance);
        let answer = |after| next_after(&rule, zone, after).unwrap_or(DateTime::<Utc>::MAX_UTC);
        prop_assert!(answer(one.min(other)) <= answer(one.max(other)));
        let before = |at| previous_or_at(&rule, zone, at).unwrap_or(DateTime::<Utc>::MIN_UTC);
        prop_assert!(before(one.min(other)) <= before(one.max(other)));
    }

    #[test]
    fn the_run_before_and_the_run_after_are_neighbours(
        (rule, zone, at) in any_case(),
    ) {
        let next = next_after(&rule, zone, at);
        let previous = previous_or_at(&rule, zone, at);
        if let Some(previous) = previous {
            prop_assert!(previous <= at);
            prop_assert_eq!(next_after(&rule, zone, previous - TICK), Some(previous));
            prop_assert_eq!(next_after(&rule, zone, previous), next);
        }
        if let Some(next) = next {
            prop_assert_eq!(previous_or_at(&rule, zone, next), Some(next));
            prop_assert_eq!(previous_or_at(&rule, zone, next - TICK), previous);
        }
    }
}
