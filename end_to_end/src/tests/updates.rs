//! Agents become another release, or stay what they are and say why.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use crate::agent::Agent;
use crate::process::{Ended, finish, program, program_path};
use crate::server::{Server, last_line};
use crate::turn;
use crate::waiting::{PATIENCE, until, until_within};

pub(super) const NEWER: &str = "9.9.9";

/// Puts a program where the server hands it out from.
fn hand_out(server: &Server, program: &[u8]) {
    put(&server.handed_out(), program);
}

pub(super) fn put(path: &Path, program: &[u8]) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, program).unwrap();
}

/// The agent's own program, which says it is another release.
fn newer() -> Vec<u8> {
    newer_than(&program_path("muster-agent"))
}

/// An agent program as another release.
pub(super) fn newer_than(program: &Path) -> Vec<u8> {
    let mut program = std::fs::read(program).unwrap();
    let beginning = b"muster-agent release ";
    let at = program.windows(beginning.len()).position(|bytes| bytes == beginning).unwrap();
    let record = format!("muster-agent release {NEWER};");
    program[at..at + record.len()].copy_from_slice(record.as_bytes());
    program
}

pub(super) async fn muster_sign(arguments: &[&str]) -> Ended {
    let mut command = program("muster-sign");
    command.args(arguments);
    finish(command).await
}

pub(super) async fn version(server: &Server) -> Value {
    server.api.get("/agents/versions/").await.json["agents"][0]["version"].clone()
}

/// Waits for the end of the newest run of a kind.
pub(super) async fn ended(server: &Server, kind: &str) -> Value {
    ended_within(PATIENCE, server, kind).await
}

/// The same with a limit of its own.
pub(super) async fn ended_within(limit: Duration, server: &Server, kind: &str) -> Value {
    until_within(limit, &format!("a run of {kind} is over"), async || {
        let runs = server.api.get(&format!("/runs/?type={kind}")).await.json;
        let run = runs[0].clone();
        (!matches!(run["status"].as_str(), Some("queued" | "running") | None)).then_some(run)
    })
    .await
}

#[tokio::test]
async fn an_agent_becomes_the_release_the_server_hands_out_and_loses_nothing_on_the_way() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let mut agent = Agent::join_with_own_program(&server, "pc-1").await;
    let (pid, before) = (agent.pid(), version(&server).await);
    hand_out(&server, &newer());
    let newest = server.api.get("/agents/versions/").await.json["versions"].clone();
    assert_eq!(newest, json!([NEWER]));
    let go = tempfile::tempdir().unwrap();
    let waiting =
        format!("until [ -e {}/go ]; do sleep 0.05; done; echo done", go.path().display());
    let bulk = json!({
        "mode": "command", "target": "all", "shell": "sh", "cmd": waiting, "timeout": 60,
    });
    assert_eq!(server.api.post("/agents/actions/bulk/", bulk).await.status, 200);
    until("the command runs", async || {
        let runs = server.api.get("/runs/?type=cmd_run").await.json;
        (runs[0]["status"] == "running").then_some(())
    })
    .await;

    let update = server.api.post("/agents/update/", json!({ "agent_ids": [agent.id] })).await;
    assert_eq!(update.json, "update was started on 1 agents");
    agent.logged("fetching a new program").await;
    assert_eq!(version(&server).await, before);
    std::fs::write(go.path().join("go"), "").unwrap();

    let update = ended(&server, "agent_update").await;
    assert_eq!(update["status"], "passed", "{update}");
    let command = ended(&server, "cmd_run").await;
    assert_eq!((&command["status"], &command["results"]), (&json!("passed"), &json!("done\n")));
    assert_eq!(version(&server).await, NEWER);
    agent.connected().await;
    assert_eq!(agent.pid(), pid);
    assert!(std::fs::read(agent.own_program()).unwrap() == newer());
    let ran = server.api.run(&agent.id, "sh", "echo here", 10).await;
    assert_eq!(ran.json["stdout"], "here\n");
}

#[tokio::test]
async fn an_agent_whose_new_program_does_not_work_comes_back_as_it_was_and_says_why() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let mut agent = Agent::join_with_own_program(&server, "pc-1").await;
    let before = version(&server).await;
    let program = format!(
        "#!/bin/sh\n# muster-agent release {NEWER};\n\
         [ \"$1\" = --version ] && exec echo muster-agent {NEWER}\necho it hurts >&2\nexit 1\n"
    );
    hand_out(&server, program.as_bytes());

    server.api.post("/agents/update/", json!({ "agent_ids": [agent.id] })).await;

    let update = ended(&server, "agent_update").await;
    assert_eq!(update["status"], "failed", "{update}");
    let text = update.to_string();
    assert!(text.contains("the new program did not reach the server: it hurts"), "{text}");
    assert_eq!(version(&server).await, before);
    agent.connected().await;
    let path = format!("/agents/{}/recover/", agent.id);
    let recovered = server.api.post(&path, json!({})).await;
    assert_eq!(recovered.json, "The agent on pc-1 is restarting.");
    agent.logged("the agent restarts").await;
    agent.connected().await;
    let ran = server.api.run(&agent.id, "sh", "echo here", 10).await;
    assert_eq!(ran.json["stdout"], "here\n");
}

#[tokio::test]
async fn an_agent_with_a_publisher_takes_only_what_was_signed_offline() {
    let _turn = turn::shared().await;
    let offline = tempfile::tempdir().unwrap();
    let key = offline.path().join("publisher.key").display().to_string();
    let publisher = last_line(&muster_sign(&["keygen", &key]).await).to_owned();
    // Without the setting the server orders what nobody signed, like one in
    // other hands.
    let server = Server::start().await;
    let mut agent = Agent::join_with_own_program(&server, "pc-1").await;
    agent.take_programs_of(&server, &publisher).await;
    hand_out(&server, &newer());
    let before = version(&server).await;

    server.api.post("/agents/update/", json!({ "agent_ids": [agent.id] })).await;
    let update = ended(&server, "agent_update").await;
    assert_eq!(update["status"], "failed", "{update}");
    let text = update.to_string();
    assert!(text.contains("the program is not signed by this agent's publisher"), "{text}");
    assert_eq!(version(&server).await, before);

    let program = server.handed_out().display().to_string();
    let goarch = if cfg!(target_arch = "aarch64") { "arm64" } else { "amd64" };
    let sign = ["sign", "--key", &key, "--plat", "linux", "--arch", goarch, &program];
    let signed = muster_sign(&sign).await;
    assert_eq!(signed.code, Some(0), "{}", signed.stderr);
    server.api.post("/agents/update/", json!({ "agent_ids": [agent.id] })).await;
    let update = ended(&server, "agent_update").await;
    assert_eq!(update["status"], "passed", "{update}");
    assert_eq!(version(&server).await, NEWER);
    agent.connected().await;
}
