//! Processes of this very machine, asked for on the real connection.
#![cfg(unix)]

use std::process::Stdio;

use muster_protocol::{EndProcess, Process, question_name};
use tokio::process::{Child, Command};

use super::asking::{ask, failed, unpack};
use super::fake_server::{FakeServer, LIMIT};
use super::test_agent::TestAgent;

fn spawn(script: &str) -> Child {
    let mut command = Command::new("sh");
    command.args(["-c", script]).stdin(Stdio::piped()).stdout(Stdio::piped());
    command.kill_on_drop(true).spawn().unwrap()
}

/// Waits until a process has said something.
async fn hear(child: &mut Child) {
    use tokio::io::AsyncReadExt;
    child.stdout.as_mut().unwrap().read_u8().await.unwrap();
}

#[tokio::test]
async fn processes_are_listed_with_what_they_take() {
    let mut busy = spawn("echo; while :; do :; done");
    hear(&mut busy).await;
    let server = FakeServer::start().await;
    let _agent = TestAgent::start(&server).await;
    let mut connection = server.welcome().await;
    let is_busy = |process: &Process| Some(process.pid) == busy.id() && process.cpu_percent > 1.0;
    let listing = async {
        loop {
            let answer = ask(&mut connection, question_name::LIST_PROCESSES, &()).await;
            let listed: Vec<Process> = unpack(answer);
            // One that stood still for as long as it was measured took nothing.
            if listed.iter().any(is_busy) {
                return listed;
            }
        }
    };
    let listed = tokio::time::timeout(LIMIT, listing).await.expect("it takes nothing");

    let own = listed.iter().find(|process| process.pid == std::process::id()).unwrap();
    assert!(own.memory_bytes > 1_000_000 && !own.username.is_empty());
    assert!(own.command_line.contains("muster_agent"), "{}", own.command_line);
    let busy = listed.iter().find(|process| Some(process.pid) == busy.id()).unwrap();
    assert_eq!((busy.ppid, busy.name.as_str()), (std::process::id(), "sh"));
    assert_eq!(busy.command_line, "sh -c echo; while :; do :; done");
}

#[tokio::test]
async fn a_process_is_ended_with_force_when_it_does_not_listen() {
    let server = FakeServer::start().await;
    let _agent = TestAgent::start(&server).await;
    let mut connection = server.welcome().await;
    for script in ["echo; read x", "trap '' TERM; echo; read x"] {
        let mut child = spawn(script);
        hear(&mut child).await;
        let request = EndProcess { pid: child.id().unwrap() };
        unpack::<()>(ask(&mut connection, question_name::END_PROCESS, &request).await);
        assert!(!child.wait().await.unwrap().success());
    }
    for (pid, reason) in [
        (1, "process 1 is not one to end"),
        (0, "process 0 is not one to end"),
        (u32::MAX, "process 4294967295 is not one to end"),
        (std::process::id(), "the agent does not end itself"),
        (0x7fff_fff0, "there is no process 2147483632"),
    ] {
        let answer = ask(&mut connection, question_name::END_PROCESS, &EndProcess { pid }).await;
        assert_eq!(answer, failed(reason));
    }
}

#[tokio::test]
async fn a_process_that_is_only_asked_to_end_may_go_on() {
    let server = FakeServer::start().await;
    let _agent = TestAgent::start(&server).await;
    let mut connection = server.welcome().await;
    let mut polite = spawn("echo; read x");
    let mut deaf = spawn("trap 'echo heard' TERM; echo; read x; read x");
    for child in [&mut polite, &mut deaf] {
        hear(child).await;
        let request = EndProcess { pid: child.id().unwrap() };
        unpack::<()>(ask(&mut connection, question_name::TERMINATE_PROCESS, &request).await);
    }
    assert!(!polite.wait().await.unwrap().success());
    hear(&mut deaf).await;
    assert!(deaf.try_wait().unwrap().is_none(), "it was ended by force");
    let itself = EndProcess { pid: std::process::id() };
    let answer = ask(&mut connection, question_name::TERMINATE_PROCESS, &itself).await;
    assert_eq!(answer, failed("the agent does not end itself"));
}
