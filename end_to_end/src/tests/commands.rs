//! What a caller gets back of a command.

use serde_json::json;

use crate::agent::Agent;
use crate::server::Server;
use crate::turn;
use crate::waiting::PATIENCE;

#[tokio::test]
async fn a_command_gives_back_its_output_its_errors_and_its_code() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let agent = Agent::join(&server, "pc-1").await;

    let mut detail =
        server.api.run(&agent.id, "bash", "echo out; echo err >&2; exit 3", 10).await.json;
    let seconds = detail["execution_time"].take().as_f64().expect("a time");
    assert!((0.0..10.0).contains(&seconds), "{seconds}");
    assert_eq!(
        detail,
        json!({
            "id": 1, "stdout": "out\n", "stderr": "err\n", "retcode": 3,
            "timed_out": false, "execution_time": null, "truncated": false,
        })
    );

    let command = json!({ "shell": "bash", "cmd": "echo out; echo err >&2", "timeout": 10 });
    let reply = server.api.post(&format!("/agents/{}/cmd/", agent.id), command).await;
    assert_eq!((reply.status, reply.json), (200, json!("out\nerr\n")));
}

#[tokio::test]
async fn a_command_runs_in_the_shell_it_names_or_not_at_all() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let agent = Agent::join(&server, "pc-1").await;

    let reply = server.api.run(&agent.id, "python", "print(6 * 7)", 10).await;
    assert_eq!((reply.status, &reply.json["stdout"]), (200, &json!("42\n")), "{}", reply.text);
    let reply = server.api.run(&agent.id, "sh", "echo $0", 10).await;
    assert_eq!(reply.status, 200);
    assert!(reply.json["stdout"].as_str().unwrap().contains("sh"), "{}", reply.text);

    let reply = server.api.run(&agent.id, "cmd", "dir", 10).await;
    assert_eq!((reply.status, reply.code()), (400, "agent_error"));
    assert!(reply.detail().contains("cmd"), "it names what is missing: {}", reply.detail());
}

#[tokio::test]
async fn an_agent_that_is_away_is_answered_for_at_once() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let mut agent = Agent::join(&server, "pc-1").await;
    agent.kill9().await;

    let reply = server.api.run(&agent.id, "sh", "echo", 10).await;
    println!("an agent that died this moment: {} after {:?}", reply.status, reply.took);
    let reply = server.api.run(&agent.id, "sh", "echo", 600).await;
    println!("an agent that is offline: {} after {:?}", reply.status, reply.took);
    assert_eq!((reply.status, reply.code()), (409, "agent_offline"));
    assert!(reply.took < PATIENCE, "{:?}", reply.took);
}
