//! Checks by a clock that the test sets.

use muster_protocol::ScriptAction;
use proptest::prelude::*;

use super::*;

const START: Duration = Duration::from_secs(1000);

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn definition(id: i64, version: &str, interval_seconds: u32) -> CheckDefinition {
    CheckDefinition { id, version: version.to_owned(), interval_seconds, probe: Probe::Cpu }
}

fn planned(definition: &CheckDefinition, now: Duration) -> PlannedCheck {
    PlannedCheck::new(definition, "agent-1", now).unwrap()
}

/// A plan with checks that are all due at `START`, each minute.
fn plan(ids: impl IntoIterator<Item = i64>) -> Plan {
    let check = |id| PlannedCheck { due: START, ..planned(&definition(id, "v1", 60), START) };
    Plan { checks: ids.into_iter().map(check).collect(), ..Plan::default() }
}

fn script(id: i64) -> PlannedCheck {
    let probe = Probe::Script(ScriptAction::default());
    let definition = CheckDefinition { probe, ..definition(id, "v1", 60) };
    PlannedCheck { due: START, ..planned(&definition, START) }
}

/// The checks that start now, and whether somebody asked for each.
fn start_all(plan: &mut Plan, now: Duration) -> Vec<(i64, bool)> {
    let start = || plan.start_next(now, false).map(|start| (start.id, start.forced));
    std::iter::from_fn(start).collect()
}

#[test]
fn a_check_runs_once_an_interval_and_not_while_it_runs() {
    let mut plan = plan([1]);
    assert_eq!(start_all(&mut plan, START), [(1, false)]);
    assert_eq!(start_all(&mut plan, START + seconds(60)), []);
    assert_eq!(plan.next_start(false), None);
    // It took longer than its interval: the next one is in its rhythm.
    plan.finish(1, START + seconds(70), None);
    assert_eq!(plan.next_start(false), Some(START + seconds(120)));
    assert_eq!(start_all(&mut plan, START + seconds(119)), []);
    assert_eq!(start_all(&mut plan, START + seconds(121)), [(1, false)]);
    plan.finish(1, START + seconds(122), None);
    assert_eq!(plan.next_start(false), Some(START + seconds(180)));
}

#[test]
fn four_checks_run_at_once_and_the_rest_wait() {
    let mut plan = plan(1..=6);
    let started: Vec<i64> = start_all(&mut plan, START).iter().map(|start| start.0).collect();
    assert_eq!(started, [1, 2, 3, 4]);
    assert_eq!(plan.next_start(false), None);
    plan.finish(2, START + seconds(1), None);
    assert_eq!(plan.next_start(false), Some(START));
    assert_eq!(start_all(&mut plan, START + seconds(1)), [(5, false)]);
}

#[test]
fn a_run_without_a_result_is_repeated_sooner() {
    let mut plan = plan([1]);
    start_all(&mut plan, START);
    plan.finish(1, START + seconds(2), Some(seconds(5)));
    assert_eq!(plan.next_start(false), Some(START + seconds(7)));
    start_all(&mut plan, START + seconds(7));
    plan.finish(1, START + seconds(8), Some(seconds(600)));
    assert_eq!(plan.next_start(false), Some(START + seconds(67)));
}

#[test]
fn checks_that_somebody_wants_run_first_and_keep_their_rhythm() {
    let mut plan = plan(1..=3);
    start_all(&mut plan, START);
    (1..=3).for_each(|id| plan.finish(id, START + seconds(1), None));
    let now = START + seconds(30);
    assert_eq!(plan.force(&[3, 99], false), Some(1));
    assert_eq!(plan.next_start(false), Some(Duration::ZERO));
    // One that waits, and one that runs, are under way.
    assert_eq!(plan.force(&[], false), None);
    assert_eq!(start_all(&mut plan, now), [(3, true)]);
    assert_eq!(plan.force(&[], false), None);
    plan.finish(3, now, None);
    assert_eq!(plan.next_start(false), Some(START + seconds(60)));
    assert_eq!(plan.force(&[], false), Some(3));
    assert_eq!(start_all(&mut plan, now), [(1, true), (2, true), (3, true)]);
}

#[test]
fn a_check_that_runs_already_runs_again_when_somebody_wants_it() {
    let mut plan = plan([1]);
    assert_eq!(start_all(&mut plan, START), [(1, false)]);
    assert_eq!(plan.force(&[], false), Some(1));
    assert_eq!(start_all(&mut plan, START), []);
    plan.finish(1, START, None);
    assert_eq!(start_all(&mut plan, START), [(1, true)]);
}

#[test]
fn scripts_do_not_start_on_a_frozen_agent_and_the_rest_does() {
    let mut plan = plan([1]);
    plan.checks.push(script(2));
    assert_eq!(plan.start_next(START, true), Some(Start { id: 1, forced: false }));
    assert_eq!(plan.start_next(START, true), None);
    plan.finish(1, START, None);
    assert_eq!(plan.next_start(true), Some(START + seconds(60)));
    assert_eq!(plan.force(&[2], true), Some(0));
    assert_eq!(plan.force(&[], true), Some(1));
    // After the thaw it is due.
    assert_eq!(start_all(&mut plan, START), [(1, true), (2, false)]);
}

#[test]
fn another_document_keeps_the_rhythm_of_what_is_the_same() {
    let mut plan = plan(1..=4);
    start_all(&mut plan, START);
    (1..=4).for_each(|id| plan.finish(id, START, None));
    start_all(&mut plan, START + seconds(60));
    let now = START + seconds(61);
    let document = [definition(1, "v1", 60), definition(2, "v2", 60), definition(3, "v1", 90)];
    plan.replace(document.iter().map(|definition| planned(definition, now)).collect());
    (1..=4).for_each(|id| plan.finish(id, now, None));

    let due: Vec<Duration> = plan.checks.iter().map(|check| check.due).collect();
    assert_eq!((plan.count(), due[0]), (3, START + seconds(120)));
    assert!(due[1..].iter().all(|due| *due >= now && *due < now + seconds(9)), "{due:?}");
}

#[test]
fn a_kind_of_check_that_is_not_known_is_left_out() {
    let unknown = CheckDefinition { probe: Probe::Unknown, ..definition(1, "v1", 60) };
    assert_eq!(PlannedCheck::new(&unknown, "agent-1", START), None);
}

proptest! {
    #[test]
    fn first_runs_are_spread_over_a_tenth_of_the_interval(
        agent_id in "[a-z]{1,20}", id in any::<i64>(), interval in 0..200_000_u32,
    ) {
        let check = PlannedCheck::new(&definition(id, "v1", interval), &agent_id, START).unwrap();
        let late = check.due - START;
        prop_assert!(check.interval >= SHORTEST_INTERVAL);
        prop_assert!(late < LONGEST_SPREAD && late < check.interval / 10);
    }

    #[test]
    fn checks_never_overlap_and_never_drift(
        steps in prop::collection::vec((0..200_u64, any::<bool>()), 1..60),
    ) {
        let (mut plan, mut now, mut running) = (plan([1, 2]), START, Vec::new());
        for (pass, ends) in steps {
            now += seconds(pass);
            if ends {
                running.drain(..).for_each(|id| plan.finish(id, now, None));
            }
            for (id, _) in start_all(&mut plan, now) {
                prop_assert!(!running.contains(&id));
                running.push(id);
            }
            for check in &plan.checks {
                prop_assert_eq!((check.due - START).as_secs() % 60, 0);
            }
        }
    }
}
