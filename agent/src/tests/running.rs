//! What a command's caller sees.

use muster_protocol::End;

use super::fake_server::{FakeServer, command};
use super::test_agent::TestAgent;

#[tokio::test]
async fn output_error_output_and_code_arrive_apart() {
    let server = FakeServer::start().await;
    let _agent = TestAgent::start(&server).await;
    let mut line = server.welcome().await;

    let result = line.run("run-1", &command("echo out; echo err >&2; exit 3")).await;

    assert_eq!(result.accepted, 1);
    assert_eq!(result.stdout, b"out\n");
    assert_eq!(result.stderr, b"err\n");
    let outcome = result.outcome.unwrap();
    assert_eq!(outcome.end, End::Exited { code: 3 });
    assert_eq!((outcome.stdout, outcome.stderr, outcome.truncated), (4, 4, false));
}
