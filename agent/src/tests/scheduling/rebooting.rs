//! A restart of the machine at a set time.

use muster_protocol::order_name;
use muster_protocol::{End, FromAgent, KnownRun, Order, ScheduleReboot, ToAgent, WelcomeRun};

use super::*;

fn reboot(run_id: &str, at: &str) -> ToAgent {
    reboot_with(run_id, at, "")
}

fn reboot_with(run_id: &str, at: &str, message: &str) -> ToAgent {
    let request = ScheduleReboot { at: micros(at), message: message.to_owned() };
    ToAgent::Order(Order::new(run_id, order_name::SCHEDULE_REBOOT, &request))
}

fn went_down(agent: &TestAgent) -> Option<String> {
    std::fs::read_to_string(agent.data.root().join("power-dry-run")).ok()
}

fn message_shown(agent: &TestAgent) -> Option<String> {
    std::fs::read_to_string(agent.data.root().join("message-dry-run")).ok()
}

async fn wait_until_down(agent: &TestAgent) {
    let down = async {
        while went_down(agent).is_none() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(super::super::fake_server::LIMIT, down).await.expect("it stays up");
    assert_eq!(went_down(agent).unwrap(), "reboot 0\n");
}

#[tokio::test]
async fn a_machine_restarts_at_its_time_also_when_the_agent_was_restarted() {
    let (server, clock, agent, mut connection) = start().await;
    connection.send(&reboot("reboot-1", NINE)).await;
    connection.wait_for_accepted().await;
    drop(connection);
    clock.pass(1800);
    let agent = agent.restart().await;
    let mut connection = loop {
        let connection = server.accept().await;
        if !connection.hello.runs.is_empty() {
            break connection;
        }
    };
    let known = KnownRun { run_id: "reboot-1".to_owned(), finished: false, task: None };
    assert_eq!(connection.hello.runs, [known]);
    let run_id = "reboot-1".to_owned();
    connection
        .welcome(vec![WelcomeRun { run_id, stdout: 0, stderr: 0, closed: false }], false)
        .await;
    assert_eq!(went_down(&agent), None);
    clock.pass(1800);
    assert_eq!(connection.finish("reboot-1").await.outcome.unwrap().end, End::Exited { code: 0 });
    wait_until_down(&agent).await;
}

#[tokio::test]
async fn a_restart_that_was_cancelled_or_slept_through_does_not_happen() {
    let (_server, clock, agent, mut connection) = start().await;
    connection.send(&reboot("cancelled", NINE)).await;
    connection.wait_for_accepted().await;
    connection.send(&ToAgent::Cancel { run_id: "cancelled".to_owned() }).await;
    assert_eq!(connection.finish("cancelled").await.outcome.unwrap().end, End::Cancelled);

    connection.send(&reboot("missed", NINE)).await;
    while !matches!(connection.next_news().await, FromAgent::Accepted { .. }) {}
    clock.set("2027-03-01T09:02:00Z");
    let result = connection.finish("missed").await;
    let reason = "the machine was off or asleep at the time of the restart".to_owned();
    assert_eq!(result.outcome.unwrap().end, End::CouldNotStart { reason });
    assert_eq!(went_down(&agent), None);
}

#[tokio::test]
async fn people_read_the_message_of_a_restart_a_minute_before_it() {
    let (server, clock, agent, mut connection) = start().await;
    connection.send(&reboot_with("reboot-1", NINE, "New software at nine.")).await;
    connection.wait_for_accepted().await;
    drop(connection);
    // The next process knows it as well.
    let agent = agent.restart().await;
    let mut connection = loop {
        let connection = server.accept().await;
        if !connection.hello.runs.is_empty() {
            break connection;
        }
    };
    let run_id = "reboot-1".to_owned();
    let run = WelcomeRun { run_id, stdout: 0, stderr: 0, closed: false };
    connection.welcome(vec![run], false).await;
    assert_eq!(message_shown(&agent), None);
    clock.set("2027-03-01T08:59:00Z");

    let shown = async {
        while message_shown(&agent).is_none() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(super::super::fake_server::LIMIT, shown).await.expect("nothing is shown");
    let expected = "New software at nine.\n\n\
                    This computer restarts in 60 seconds. Please save your work.";
    assert_eq!(message_shown(&agent).unwrap(), expected);
    assert_eq!(went_down(&agent), None);
    clock.set(NINE);
    assert_eq!(connection.finish("reboot-1").await.outcome.unwrap().end, End::Exited { code: 0 });
    wait_until_down(&agent).await;
}

#[tokio::test]
async fn nobody_reads_the_message_of_a_restart_that_is_cancelled_or_slept_through() {
    let (_server, clock, agent, mut connection) = start().await;
    connection.send(&reboot_with("cancelled", NINE, "New software.")).await;
    connection.wait_for_accepted().await;
    connection.send(&ToAgent::Cancel { run_id: "cancelled".to_owned() }).await;
    assert_eq!(connection.finish("cancelled").await.outcome.unwrap().end, End::Cancelled);

    connection.send(&reboot_with("missed", NINE, "New software.")).await;
    while !matches!(connection.next_news().await, FromAgent::Accepted { .. }) {}
    clock.set("2027-03-01T09:02:00Z");
    let end = connection.finish("missed").await.outcome.unwrap().end;
    assert!(matches!(end, End::CouldNotStart { .. }), "{end:?}");
    assert_eq!((message_shown(&agent), went_down(&agent)), (None, None));
}
