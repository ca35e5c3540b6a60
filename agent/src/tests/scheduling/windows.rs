//! Updates that the agent installs by itself, in their window.

use muster_protocol::{End, StartReason, UpdateWindow};

use super::*;
use crate::os::programs::find_program;
use crate::os::run_tool;

/// An update to what is installed already: the manager runs, ends well, and
/// changes nothing.
async fn no_update() -> Option<String> {
    find_program("apt-get")?;
    let words = ["-W", "-f", "${Version}", "dpkg"];
    let version = run_tool("dpkg-query", &words, Duration::from_secs(20)).await.unwrap().stdout;
    Some(format!("dpkg={version}"))
}

fn window(guid: &str, reboot: &str, catch_up_seconds: u64) -> TaskDefinition {
    let updates = UpdateWindow {
        guids: vec![guid.to_owned()],
        reboot: reboot.to_owned(),
        catch_up_seconds,
        timeout_seconds: 60,
    };
    let rule = Rule { run_asap_after_missed: catch_up_seconds > 0, ..daily(NINE) };
    TaskDefinition { updates: Some(updates), ..task(-1, rule, Vec::new()) }
}

fn restarted(agent: &TestAgent) -> Option<String> {
    std::fs::read_to_string(agent.data.root().join("power-dry-run")).ok()
}

#[tokio::test]
async fn approved_updates_are_installed_in_their_window_while_the_server_is_away() {
    let Some(guid) = no_update().await else { return };
    let (server, clock, agent, mut connection) = start().await;
    connection.define("one", vec![window(&guid, "always", 0)]).await;
    drop(connection);
    drop(server.accept().await);
    clock.pass(3600);
    let restart = async {
        while restarted(&agent).is_none() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(super::super::fake_server::LIMIT, restart).await.expect("no restart");

    // The run and its end are reported when the server is back.
    let mut connection = loop {
        let connection = server.accept().await;
        if connection.hello.runs.iter().any(|run| run.finished) {
            break connection;
        }
    };
    let run = connection.hello.runs[0].clone();
    let start = run.task.unwrap();
    assert_eq!((start.task, start.due), (-1, micros(NINE)));
    let known = muster_protocol::WelcomeRun {
        run_id: run.run_id.clone(),
        stdout: 0,
        stderr: 0,
        closed: false,
    };
    connection.welcome(vec![known], false).await;
    let result = connection.finish(&run.run_id).await;
    assert_eq!(result.outcome.unwrap().end, End::Exited { code: 0 });
    assert_eq!(restarted(&agent).unwrap(), "reboot 60\n");
}

#[tokio::test]
async fn a_failed_installation_restarts_nothing_and_is_not_repeated_that_day() {
    if no_update().await.is_none() {
        return;
    }
    let (_server, clock, agent, mut connection) = start().await;
    connection.define("one", vec![window("dpkg=0.0.0-none", "always", 0)]).await;
    clock.pass(3600);
    let (start, result) = connection.finish_task().await;
    assert_eq!((start.task, start.reason), (-1, StartReason::Schedule));
    assert_eq!(result.outcome.unwrap().end, End::Exited { code: 100 });

    // The scan that follows makes another document: nothing is due again.
    let soon = daily("2027-03-01T09:00:01Z");
    let later = vec![window("dpkg=0.0.1-none", "always", 0), task(1, soon, vec![])];
    connection.define("two", later).await;
    clock.pass(1);
    assert_eq!(connection.finish_task().await.0.task, 1);
    assert_eq!(restarted(&agent), None);
}

#[tokio::test]
async fn a_machine_that_was_off_catches_up_only_as_long_as_its_policy_allows() {
    if no_update().await.is_none() {
        return;
    }
    for (catch_up, back, witness, is_run) in [
        (0, "2027-03-01T09:30:00Z", "2027-03-01T09:30:01Z", false),
        (3600, "2027-03-01T09:50:00Z", "2027-03-01T09:50:01Z", true),
        (3600, "2027-03-01T10:10:00Z", "2027-03-01T10:10:01Z", false),
    ] {
        let (_server, clock, _agent, mut connection) = start().await;
        let tasks =
            vec![window("no-such-package=1", "never", catch_up), task(1, daily(witness), vec![])];
        connection.define("one", tasks).await;
        clock.set(back);
        if is_run {
            let (start, result) = connection.finish_task().await;
            assert_eq!((start.task, start.reason), (-1, StartReason::Missed));
            let reason = "no-such-package is not installed".to_owned();
            assert_eq!(result.outcome.unwrap().end, End::CouldNotStart { reason });
        }
        clock.pass(1);
        assert_eq!(connection.finish_task().await.0.task, 1, "{back}");
    }
}
