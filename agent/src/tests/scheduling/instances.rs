//! Runs of one task that meet.

use std::path::Path;

use muster_protocol::{End, FromAgent, TaskStart};
use muster_schedule::InstancePolicy;

use super::*;

/// Every minute, until its gate is open; each run says that it began, and
/// leaves both its ends in a file beside the gate. When the test has removed
/// that file, nobody will open the gate any more.
fn gated(policy: InstancePolicy, gate: &Path) -> TaskDefinition {
    let gate = gate.display();
    let text = format!(
        "echo begun; echo begun >> {gate}.log; \
         while [ -e {gate}.log ] && ! [ -e {gate} ]; do sleep 0.01; done; \
         echo ended >> {gate}.log"
    );
    let rule = Rule { instance_policy: policy, ..repeated(60, 600) };
    task(1, rule, vec![cmd(&text)])
}

/// Waits for the output of a run.
async fn wait_for_output(connection: &mut FakeConnection, wanted: &str) {
    match connection.next_news().await {
        FromAgent::Output { run_id, .. } => assert_eq!(run_id, wanted),
        other => panic!("{other:?} instead of output"),
    }
}

async fn wait_for_end(connection: &mut FakeConnection) -> (String, End) {
    loop {
        match connection.next_news().await {
            FromAgent::Finished { run_id, outcome } => return (run_id, outcome.end),
            FromAgent::Output { .. } => {}
            other => panic!("{other:?} instead of an end"),
        }
    }
}

fn minutes_after_nine(start: &TaskStart) -> i64 {
    (start.due - micros(NINE)) / 60_000_000
}

#[tokio::test]
async fn parallel_runs_go_on_side_by_side() {
    let (_server, clock, agent, mut connection) = start().await;
    let gate = agent.data.root().join("gate");
    connection.define("d1", vec![gated(InstancePolicy::Parallel, &gate)]).await;
    clock.pass(3600);
    let (first, _) = connection.next_task().await;
    wait_for_output(&mut connection, &first).await;
    clock.pass(60);
    let (second, start) = connection.next_task().await;
    assert_eq!(minutes_after_nine(&start), 1);
    wait_for_output(&mut connection, &second).await;
    agent.stop().await;
}

#[tokio::test]
async fn queued_runs_go_one_after_the_other() {
    let (_server, clock, agent, mut connection) = start().await;
    let gate = agent.data.root().join("gate");
    connection.define("d1", vec![gated(InstancePolicy::Queue, &gate)]).await;
    clock.pass(3600);
    let (first, _) = connection.next_task().await;
    wait_for_output(&mut connection, &first).await;
    clock.pass(60);
    let (second, start) = connection.next_task().await;
    assert_eq!(minutes_after_nine(&start), 1);
    std::fs::write(&gate, "").unwrap();
    assert_eq!(wait_for_end(&mut connection).await, (first, End::Exited { code: 0 }));
    assert_eq!(wait_for_end(&mut connection).await, (second, End::Exited { code: 0 }));
    let log = std::fs::read_to_string(agent.data.root().join("gate.log")).unwrap();
    assert_eq!(log, "begun\nended\nbegun\nended\n");
}

#[tokio::test]
async fn a_new_run_can_be_ignored_and_is_not_made_up_for() {
    let (_server, clock, agent, mut connection) = start().await;
    let gate = agent.data.root().join("gate");
    let mut ignoring = gated(InstancePolicy::IgnoreNew, &gate);
    ignoring.rule.run_asap_after_missed = true;
    let other = task(2, repeated(60, 600), vec![cmd("true")]);
    connection.define("d1", vec![ignoring, other]).await;
    clock.pass(3600);
    let (mut first, mut minute) = (None, 0);
    // The other task shows that each minute was looked at.
    while minute < 3 {
        match connection.next_news().await {
            FromAgent::TaskStarted { run_id, start } if start.task == 1 => {
                assert_eq!(minutes_after_nine(&start), 0);
                first = Some(run_id);
            }
            FromAgent::TaskStarted { start, .. } => assert_eq!(minutes_after_nine(&start), minute),
            FromAgent::Finished { .. } => {
                minute += 1;
                if minute < 3 {
                    clock.pass(60);
                }
            }
            FromAgent::Output { .. } => {}
            other => panic!("{other:?}"),
        }
    }
    std::fs::write(&gate, "").unwrap();
    assert_eq!(wait_for_end(&mut connection).await, (first.unwrap(), End::Exited { code: 0 }));
    clock.pass(60);
    loop {
        if let FromAgent::TaskStarted { start, .. } = connection.next_news().await
            && start.task == 1
        {
            assert_eq!(minutes_after_nine(&start), 3);
            break;
        }
    }
}

#[tokio::test]
async fn an_existing_run_can_be_stopped_for_the_new_one() {
    let (_server, clock, agent, mut connection) = start().await;
    let gate = agent.data.root().join("gate");
    connection.define("d1", vec![gated(InstancePolicy::StopExisting, &gate)]).await;
    clock.pass(3600);
    let (first, _) = connection.next_task().await;
    wait_for_output(&mut connection, &first).await;
    clock.pass(60);
    let (mut stopped, mut second, mut printed) = (None, None, None);
    while stopped.is_none() || printed.is_none() {
        match connection.next_news().await {
            FromAgent::TaskStarted { run_id, .. } => second = Some(run_id),
            FromAgent::Finished { run_id, outcome } => stopped = Some((run_id, outcome.end)),
            FromAgent::Output { run_id, .. } => printed = Some(run_id),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(stopped, Some((first, End::Cancelled)));
    assert_eq!(printed, second);
    agent.stop().await;
}
