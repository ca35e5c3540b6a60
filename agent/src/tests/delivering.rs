//! Nothing is lost, nothing runs twice.

use std::fs;

use muster_protocol::{End, FromAgent, KnownRun, Stream, ToAgent, WelcomeRun};

use super::fake_server::{FakeServer, LIMIT, command};
use super::test_agent::TestAgent;

fn known(run_id: &str, finished: bool) -> KnownRun {
    KnownRun { run_id: run_id.to_owned(), finished, task: None }
}

fn stored(run_id: &str, stdout: u64, stderr: u64) -> WelcomeRun {
    WelcomeRun { run_id: run_id.to_owned(), stdout, stderr, closed: false }
}

/// Waits until the agent has forgotten the output of a run.
async fn wait_until_gone(path: std::path::PathBuf) {
    let gone = async {
        while path.exists() {
            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(LIMIT, gone).await.expect("the output is still there");
}

#[tokio::test]
async fn an_order_delivered_twice_runs_once() {
    let server = FakeServer::start().await;
    let agent = TestAgent::start(&server).await;
    let mut connection = server.welcome().await;
    let witness = agent.data.root().join("witness");
    let order = command(&format!("echo ran >> {}; echo said", witness.display()));

    connection.order("run-1", &order).await;
    let first = connection.run("run-1", &order).await;
    assert_eq!(first.stdout, b"said\n");
    let FromAgent::Accepted { .. } = line_after(&mut connection, "run-1", &order).await else {
        panic!("a known order is accepted again");
    };
    let FromAgent::Finished { outcome, .. } = connection.next().await else {
        panic!("the outcome comes again");
    };
    assert_eq!(outcome.end, End::Exited { code: 0 });

    connection.close_run("run-1").await;
    wait_until_gone(agent.data.runs().join("run-1")).await;
    let third = connection.run("run-1", &order).await;
    assert_eq!((third.accepted, third.outcome.unwrap().end), (1, End::Exited { code: 0 }));

    assert_eq!(fs::read_to_string(witness).unwrap(), "ran\n");
}

async fn line_after(
    connection: &mut super::fake_server::FakeConnection,
    run_id: &str,
    order: &muster_protocol::RunCommand,
) -> FromAgent {
    connection.order(run_id, order).await;
    connection.next().await
}

#[tokio::test]
async fn a_result_is_delivered_again_after_each_reconnect_until_it_is_closed() {
    let server = FakeServer::start().await;
    let agent = TestAgent::start(&server).await;
    let mut connection = server.welcome().await;
    connection.run("run-1", &command("echo kept")).await;
    drop(connection);

    let mut connection = server.accept().await;
    assert_eq!(connection.hello.runs, [known("run-1", true)]);
    connection.welcome(vec![stored("run-1", 0, 0)], false).await;
    let again = connection.finish("run-1").await;
    assert_eq!((again.accepted, again.stdout.as_slice()), (0, b"kept\n".as_slice()));
    drop(connection);

    let agent = agent.restart().await;
    let mut connection = server.accept().await;
    assert_eq!(connection.hello.runs, [known("run-1", true)]);
    connection.welcome(vec![stored("run-1", 5, 0)], false).await;
    let again = connection.finish("run-1").await;
    assert_eq!(again.stdout, b"");
    connection.close_run("run-1").await;
    wait_until_gone(agent.data.runs().join("run-1")).await;
    drop(connection);

    assert_eq!(server.accept().await.hello.runs, []);
}

#[tokio::test]
async fn a_run_continues_without_a_connection_and_its_output_resumes_where_the_server_is() {
    let server = FakeServer::start().await;
    let agent = TestAgent::start(&server).await;
    let gate = agent.data.root().join("gate");
    let mut connection = server.welcome().await;
    let text = format!(
        "printf 12345; while [ ! -e {} ]; do sleep 0.01; done; printf 67890; echo err >&2",
        gate.display()
    );
    connection.order("run-1", &command(&text)).await;
    loop {
        if let FromAgent::Output { offset: 0, data, .. } = connection.next().await {
            assert_eq!(data, b"12345");
            break;
        }
    }
    drop(connection);

    let mut connection = server.accept().await;
    assert_eq!(connection.hello.runs, [known("run-1", false)]);
    connection.welcome(vec![stored("run-1", 3, 0)], false).await;
    fs::write(gate, "").unwrap();
    let (mut stdout, mut stderr) = (b"123".to_vec(), Vec::new());
    let outcome = loop {
        match connection.next().await {
            FromAgent::Output { stream: Stream::Stdout, offset, data, .. } => {
                assert_eq!(offset, stdout.len() as u64);
                stdout.extend(data);
            }
            FromAgent::Output { stream: Stream::Stderr, data, .. } => stderr.extend(data),
            FromAgent::Finished { outcome, .. } => break outcome,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(
        (stdout.as_slice(), stderr.as_slice()),
        (b"1234567890".as_slice(), b"err\n".as_slice())
    );
    assert_eq!(outcome.end, End::Exited { code: 0 });
}

#[tokio::test]
async fn a_run_the_server_wants_nothing_more_of_is_forgotten() {
    let server = FakeServer::start().await;
    let agent = TestAgent::start(&server).await;
    let mut connection = server.welcome().await;
    connection.run("run-1", &command("echo kept")).await;
    drop(connection);

    let mut connection = server.accept().await;
    let closed = WelcomeRun { closed: true, ..stored("run-1", 0, 0) };
    connection.welcome(vec![closed], false).await;
    wait_until_gone(agent.data.runs().join("run-1")).await;
    let other = connection.run("run-2", &command("echo next")).await;
    assert_eq!(other.stdout, b"next\n");
}

#[tokio::test]
async fn no_more_than_a_window_of_output_is_on_the_way() {
    let server = FakeServer::start().await;
    let _agent = TestAgent::start(&server).await;
    let mut connection = server.welcome().await;
    connection.order("run-1", &command("head -c 3000000 /dev/zero")).await;

    let mut received = 0;
    while received < muster_protocol::OUTPUT_WINDOW_BYTES {
        if let FromAgent::Output { data, .. } = connection.next().await {
            received += data.len() as u64;
        }
    }
    assert_eq!(received, muster_protocol::OUTPUT_WINDOW_BYTES);
    // Another run is not held up by the one that waits for the server.
    let other = connection.run("run-2", &command("echo through")).await;
    assert_eq!(other.stdout, b"through\n");

    connection
        .send(&ToAgent::Stored { run_id: "run-1".to_owned(), stdout: received, stderr: 0 })
        .await;
    let FromAgent::Output { offset, .. } = connection.next().await else { panic!("no output") };
    assert_eq!(offset, received);
}

#[tokio::test]
async fn a_thousand_orders_at_once_are_all_carried_out() {
    let server = FakeServer::start().await;
    let _agent = TestAgent::start(&server).await;
    let mut connection = server.welcome().await;
    for number in 0..1000 {
        connection.order(&format!("run-{number}"), &command("true")).await;
    }
    let (mut accepted, mut finished) = (0, 0);
    while finished < 1000 {
        match connection.next().await {
            FromAgent::Accepted { .. } => accepted += 1,
            FromAgent::Finished { outcome, .. } => {
                assert_eq!(outcome.end, End::Exited { code: 0 });
                finished += 1;
            }
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(accepted, 1000);
}
