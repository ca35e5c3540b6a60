//! What a caller gets back of a command on Windows.

use serde_json::json;

use crate::server::Server;
use crate::turn;
use crate::windows::WindowsAgent;

#[tokio::test]
async fn a_command_returns_both_streams_and_its_code() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let agent = WindowsAgent::join(&server).await;

    let command = "echo Grüße& echo err>&2& exit 3";
    let mut detail = server.api.run(&agent.id, "cmd", command, 60).await.json;
    let seconds = detail["execution_time"].take().as_f64().expect("a time");
    assert!((0.0..60.0).contains(&seconds), "{seconds}");
    assert_eq!(
        detail,
        json!({
            "id": 1, "stdout": "Grüße\r\n", "stderr": "err\r\n", "retcode": 3,
            "timed_out": false, "execution_time": null, "truncated": false,
        })
    );

    // A batch file, with the codes of Windows' own errors.
    let lines = "@echo off\nset word=two\necho one\necho %word%\nexit /b -1073741819";
    let reply = server.api.run(&agent.id, "cmd", lines, 60).await;
    let found = (&reply.json["stdout"], &reply.json["retcode"]);
    assert_eq!(found, (&json!("one\r\ntwo\r\n"), &json!(-1_073_741_819)), "{}", reply.text);

    let reply = server.api.run(&agent.id, "bash", "echo", 60).await;
    assert_eq!((reply.status, reply.code()), (400, "agent_error"));
    assert!(reply.detail().contains("bash (Git has one)"), "{}", reply.detail());
}
