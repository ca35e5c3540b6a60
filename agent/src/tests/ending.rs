//! How runs are ended before their time, and all of what they started.
#![cfg(unix)]

use std::time::Duration;

use muster_protocol::{End, RunCommand, ToAgent};

use super::fake_server::{FakeConnection, FakeServer, LIMIT, command};
use super::test_agent::TestAgent;

// A run is ended by its id wherever its processes are, and the tests share one
// machine: each has an id of its own here.

/// Starts children that try to get away in every way a shell has, and prints
/// the ids of all. `env -i` drops the run's mark, `setsid` leaves its session.
const RUNAWAYS: &str = "
    sleep 987 & echo $!
    setsid sleep 987 & echo $!
    setsid sh -c 'sleep 987 & echo $!; wait' &
    (setsid sh -c 'sleep 987 & echo $!' &)
    env -i setsid sleep 987 & echo $!
    wait
";

fn ids(text: &[u8]) -> Vec<i32> {
    String::from_utf8_lossy(text).lines().map(|line| line.parse().unwrap()).collect()
}

fn is_alive(id: &i32) -> bool {
    let Ok(stat) = std::fs::read_to_string(format!("/proc/{id}/stat")) else { return false };
    !stat.rsplit_once(')').unwrap().1.trim_start().starts_with('Z')
}

/// Waits until none of them is alive: a killed process is there until it gets a
/// processor to end on.
async fn wait_until_dead(ids: &[i32]) {
    let dead = async {
        while ids.iter().any(is_alive) {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(LIMIT, dead).await.expect("some are still alive");
}

/// Runs a command beyond its time limit, and returns the ids that it printed. One that
/// stood still until its time was up has not printed all of them: it gets more time.
async fn run_past_limit(
    connection: &mut FakeConnection,
    name: &str,
    text: &str,
    count: usize,
) -> Vec<i32> {
    let mut printed = Vec::new();
    for seconds in [1, 4, 16] {
        let limited = RunCommand { timeout_seconds: seconds, ..command(text) };
        let result = connection.run(&format!("{name}-{seconds}"), &limited).await;
        assert_eq!(result.outcome.unwrap().end, End::TimedOut);
        printed = ids(&result.stdout);
        if printed.len() == count {
            break;
        }
    }
    assert_eq!(printed.len(), count);
    printed
}

/// Stores output until so many lines of stdout have come.
async fn read_lines(connection: &mut FakeConnection, count: usize) -> Vec<u8> {
    let mut text = Vec::new();
    while text.iter().filter(|byte| **byte == b'\n').count() < count {
        if let muster_protocol::FromAgent::Output { data, .. } = connection.next().await {
            text.extend(data);
        }
    }
    text
}

/// Leaves session, mark and parent behind, as daemons do, and starts another
/// one of its kind while it is being killed.
const DAEMONS: &str = "
    (env -i PATH=\"$PATH\" setsid sh -c 'setsid sleep 986 & echo $!' &)
    (env -i PATH=\"$PATH\" setsid sh -c '(setsid sh -c \"echo \\$\\$; exec sleep 986\" &) &' &)
    sleep 986
";

#[tokio::test]
async fn the_time_limit_ends_what_became_nobodys_child_without_a_mark() {
    let server = FakeServer::start().await;
    let _agent = TestAgent::start(&server).await;
    let mut connection = server.welcome().await;

    let ids = run_past_limit(&mut connection, "daemons", DAEMONS, 2).await;

    wait_until_dead(&ids).await;
}

#[tokio::test]
async fn what_a_command_leaves_behind_when_it_ends_by_itself_goes_on() {
    let server = FakeServer::start().await;
    let _agent = TestAgent::start(&server).await;
    let mut connection = server.welcome().await;
    let left = "env -i PATH=\"$PATH\" setsid sleep 985 >/dev/null 2>&1 & echo $!";
    let result = connection.run("left", &command(left)).await;
    assert_eq!(result.outcome.unwrap().end, End::Exited { code: 0 });
    let ids = ids(&result.stdout);
    assert!(is_alive(&ids[0]));
    let kill = command(&format!("kill {}", ids[0]));
    assert_eq!(connection.run("kill", &kill).await.outcome.unwrap().end, End::Exited { code: 0 });
}

#[tokio::test]
async fn the_time_limit_ends_grandchildren_that_left_the_session() {
    let server = FakeServer::start().await;
    let _agent = TestAgent::start(&server).await;
    let mut connection = server.welcome().await;

    let ids = run_past_limit(&mut connection, "limited", RUNAWAYS, 5).await;

    wait_until_dead(&ids).await;
}

#[tokio::test]
async fn a_process_that_hid_every_mark_is_ended_with_its_control_group() {
    if !crate::os::child_process::has_control_groups() {
        return;
    }
    let server = FakeServer::start().await;
    let _agent = TestAgent::start(&server).await;
    let mut connection = server.welcome().await;

    // Long enough to be put into a group; then a daemon without name or parent.
    let text = "sleep 0.3; (env -i setsid sh -c 'echo $$; exec sleep 987' &); sleep 987";
    let ids = run_past_limit(&mut connection, "hidden", text, 1).await;

    wait_until_dead(&ids).await;
}

#[tokio::test]
async fn a_cancelled_run_ends_at_once_with_its_output_so_far() {
    let server = FakeServer::start().await;
    let _agent = TestAgent::start(&server).await;
    let mut connection = server.welcome().await;

    connection.order("cancelled", &command(RUNAWAYS)).await;
    let ids = ids(&read_lines(&mut connection, 5).await);
    connection.send(&ToAgent::Cancel { run_id: "cancelled".to_owned() }).await;
    let result = connection.finish("cancelled").await;

    let outcome = result.outcome.unwrap();
    assert_eq!(outcome.end, End::Cancelled);
    assert!(outcome.stdout > 0 && outcome.seconds < 30.0);
    wait_until_dead(&ids).await;
}

#[tokio::test]
async fn a_shell_whose_run_is_cancelled_does_not_tell_that_its_program_was_killed() {
    let server = FakeServer::start().await;
    let agent = TestAgent::start(&server).await;
    let mut connection = server.welcome().await;

    // The more there is to kill, the longer a shell has to speak of it.
    let text = "for number in $(seq 200); do sleep 60 & done; echo up; sleep 60; :";
    for number in 0..3 {
        let run_id = format!("quiet-{number}");
        connection.order(&run_id, &command(text)).await;
        read_lines(&mut connection, 1).await;
        connection.send(&ToAgent::Cancel { run_id: run_id.clone() }).await;
        let result = connection.finish(&run_id).await;
        assert_eq!(String::from_utf8_lossy(&result.stderr), "");
    }
    drop(connection);
    agent.stop().await;
}

#[tokio::test]
async fn a_run_that_waits_for_its_turn_can_be_cancelled() {
    let server = FakeServer::start().await;
    let agent = TestAgent::start(&server).await;
    let mut connection = server.welcome().await;

    // Fills every place, so that the last one waits.
    for number in 0..64 {
        connection.order(&format!("busy-{number}"), &command("sleep 60")).await;
    }
    connection.order("last", &command("echo ran")).await;
    for _ in 0..65 {
        connection.next().await;
    }
    connection.send(&ToAgent::Cancel { run_id: "last".to_owned() }).await;
    let result = connection.finish("last").await;

    assert_eq!(result.outcome.unwrap().end, End::Cancelled);
    assert_eq!(result.stdout, b"");
    drop(connection);
    agent.stop().await;
}

#[tokio::test]
async fn a_child_in_the_background_does_not_delay_the_answer_and_lives_on() {
    let server = FakeServer::start().await;
    let _agent = TestAgent::start(&server).await;
    let mut connection = server.welcome().await;

    let result = connection.run("background", &command("sleep 987 & echo $!; exit 5")).await;

    assert_eq!(result.outcome.unwrap().end, End::Exited { code: 5 });
    let child = ids(&result.stdout)[0];
    assert!(is_alive(&child));
    nix::sys::signal::kill(nix::unistd::Pid::from_raw(child), nix::sys::signal::SIGKILL).unwrap();
}

#[tokio::test]
async fn a_child_in_the_background_that_never_stops_printing_does_not_delay_the_answer() {
    let server = FakeServer::start().await;
    let _agent = TestAgent::start(&server).await;
    let mut connection = server.welcome().await;

    let result = connection.run("printing", &command("yes & exit 0")).await;

    assert_eq!(result.outcome.unwrap().end, End::Exited { code: 0 });
}

#[tokio::test]
async fn a_stopping_agent_ends_its_runs_and_says_so() {
    let server = FakeServer::start().await;
    let agent = TestAgent::start(&server).await;
    let mut connection = server.welcome().await;
    connection.order("stopped", &command(RUNAWAYS)).await;
    let ids = ids(&read_lines(&mut connection, 5).await);

    let stopping = tokio::spawn(agent.stop());
    let result = connection.finish("stopped").await;
    assert_eq!(result.outcome.unwrap().end, End::Interrupted);
    connection.close_run("stopped").await;
    assert!(connection.is_hung_up().await);

    tokio::time::timeout(LIMIT, stopping).await.unwrap().unwrap();
    wait_until_dead(&ids).await;
}
