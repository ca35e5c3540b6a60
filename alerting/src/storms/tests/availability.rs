//! When agents are overdue, with and without an absent server.

use chrono::TimeDelta;
use proptest::prelude::*;

use super::super::{ServerAbsence, overdue_at};
use super::second;

const OVERDUE: TimeDelta = TimeDelta::minutes(30);
const OFFLINE: TimeDelta = TimeDelta::minutes(4);

fn absence(from: i64, to: i64) -> Option<ServerAbsence> {
    Some(ServerAbsence { from: second(from), to: second(to) })
}

#[test]
fn an_agent_is_overdue_so_long_after_it_was_last_seen() {
    assert_eq!(overdue_at(second(0), OVERDUE, OFFLINE, None), second(1800));
}

#[test]
fn the_absence_of_the_server_is_not_the_absence_of_the_agent() {
    let due = overdue_at(second(0), OVERDUE, OFFLINE, absence(60, 7260));
    assert_eq!(due, second(1800 + 7200));
}

#[test]
fn after_an_absence_an_agent_has_at_least_its_offline_time() {
    let due = overdue_at(second(0), OVERDUE, OFFLINE, absence(1790, 1800));
    assert_eq!(due, second(1800 + 240));
}

#[test]
fn an_absence_before_the_agent_was_seen_or_after_it_was_overdue_changes_nothing() {
    assert_eq!(overdue_at(second(0), OVERDUE, OFFLINE, absence(-90, -60)), second(1800));
    assert_eq!(overdue_at(second(0), OVERDUE, OFFLINE, absence(1800, 9000)), second(1800));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_absence_never_makes_an_agent_overdue_earlier_nor_while_it_lasts(
        seen in -10_000..10_000i64, from in -10_000..10_000i64, length in 0..10_000i64,
    ) {
        let without = overdue_at(second(seen), OVERDUE, OFFLINE, None);
        let with = overdue_at(second(seen), OVERDUE, OFFLINE, absence(from, from + length));
        prop_assert!(with >= without);
        prop_assert!(with <= second(from) || with >= second(from + length));
    }
}
