//! Tasks that somebody starts by hand.

use muster_protocol::{End, FromAgent, Order, RunTask, ToAgent, order_name};
use muster_schedule::InstancePolicy;

use super::*;

fn order(run_id: &str, definition: TaskDefinition) -> Order {
    Order::new(run_id, order_name::RUN_TASK, &RunTask { definition })
}

#[tokio::test]
async fn a_task_runs_when_it_is_ordered_whatever_its_rule_says() {
    let (_server, _hands, _agent, mut connection) = start().await;
    assert!(connection.hello.capabilities.iter().any(|name| name == order_name::RUN_TASK));
    let disabled = Rule { enabled: false, ..daily(NINE) };
    let definition = task(1, disabled, vec![cmd("echo one"), cmd("exit 5")]);
    let result = connection.carry_out(order("by-hand", definition)).await;
    assert_eq!(result.accepted, 1);
    assert_eq!(result.stdout, b"--- 1 of 2: echo one ---\none\n--- 2 of 2: exit 5 ---\n");
    let outcome = result.outcome.unwrap();
    assert_eq!((outcome.end, outcome.actions.len()), (End::Exited { code: 5 }, 2));
}

#[tokio::test]
async fn an_ordered_run_minds_the_one_that_goes_on() {
    let (_server, clock, agent, mut connection) = start().await;
    let ignoring = Rule { instance_policy: InstancePolicy::IgnoreNew, ..daily(NINE) };
    let definition = task(1, ignoring, vec![cmd("echo begun; sleep 987")]);
    connection.define("d1", vec![definition.clone()]).await;
    clock.pass(3600);
    connection.next_task().await;
    while !matches!(connection.next_news().await, FromAgent::Output { .. }) {}

    let result = connection.carry_out(order("ignored", definition.clone())).await;
    let reason = "the task is still running, and is set to ignore new runs meanwhile".to_owned();
    assert_eq!(String::from_utf8(result.stderr).unwrap(), format!("{reason}\n"));
    assert_eq!(result.outcome.unwrap().end, End::CouldNotStart { reason });

    let mut waiting = definition;
    waiting.rule.instance_policy = InstancePolicy::Queue;
    connection.send(&ToAgent::Order(order("waiting", waiting))).await;
    connection.wait_for_accepted().await;
    connection.send(&ToAgent::Cancel { run_id: "waiting".to_owned() }).await;
    assert_eq!(connection.finish("waiting").await.outcome.unwrap().end, End::Cancelled);
    agent.stop().await;
}

#[tokio::test]
async fn a_run_of_the_schedule_can_be_cancelled() {
    let (_server, clock, _agent, mut connection) = start().await;
    connection
        .define("d1", vec![task(1, daily(NINE), vec![cmd("sleep 987"), cmd("echo no")])])
        .await;
    clock.pass(3600);
    let (run_id, _) = connection.next_task().await;
    connection.send(&ToAgent::Cancel { run_id: run_id.clone() }).await;
    let result = connection.finish(&run_id).await;
    let outcome = result.outcome.unwrap();
    assert_eq!(outcome.end, End::Cancelled);
    assert!(outcome.actions.len() <= 1);
}
