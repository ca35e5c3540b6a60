//! Commands with an idempotency key.

use std::time::Duration;

use muster_protocol::FromAgent;
use serde_json::json;

use super::commands::{command, runs, server_with_agent};
use crate::clock;
use crate::testing::until_equal;

#[tokio::test]
async fn the_same_idempotency_key_starts_nothing_twice() {
    let (server, agent, path) = server_with_agent().await;
    agent.obey();
    let caller = server.admin.with_header("Idempotency-Key", "order 66");

    let first = caller.post(&path, command("one")).await;
    let second = caller.post(&path, command("two")).await;
    let other_key = server.admin.with_header("Idempotency-Key", "67");
    let other = other_key.post(&path, command("three")).await;

    assert_eq!(first.header("x-run-id"), second.header("x-run-id"));
    assert_eq!((first.ok(), second.ok(), other.ok()), (json!("one"), json!("one"), json!("three")));
    assert_eq!(runs(&server).await.len(), 2);
    let commands = server.audit().await;
    let commands = commands.iter().filter(|row| row["action"] == "execute_command");
    assert_eq!(commands.count(), 2);
}

#[tokio::test]
async fn two_requests_with_one_idempotency_key_at_once_start_one_run() {
    let (server, agent, path) = server_with_agent().await;
    agent.obey();
    let caller = server.admin.with_header("Idempotency-Key", "same");

    let calls = (0..8).map(|_| caller.post(&path, command("once")));
    let replies = futures_util::future::join_all(calls).await;

    for reply in replies {
        assert_eq!(reply.ok(), json!("once"));
    }
    assert_eq!(runs(&server).await, ["passed "]);
}

#[tokio::test]
async fn the_same_idempotency_key_of_another_credential_is_another_request() {
    let (server, agent, path) = server_with_agent().await;
    agent.obey();
    let made = server.admin.post("/accounts/apikeys/", json!({ "name": "second" })).await.ok();
    let second = server.anonymous().with_key(made["key"].as_str().unwrap());
    let first = server.admin.with_header("Idempotency-Key", "1");
    let second = second.with_header("Idempotency-Key", "1");

    assert_eq!(first.post(&path, command("one")).await.ok(), json!("one"));
    assert_eq!(second.post(&path, command("two")).await.ok(), json!("two"));
    assert_eq!(second.post(&path, command("three")).await.ok(), json!("two"));
    assert_eq!(first.post(&path, command("four")).await.ok(), json!("one"));

    assert_eq!(runs(&server).await, ["passed "; 2]);
}

#[tokio::test]
async fn a_key_whose_run_was_not_waited_for_is_refused_on_another_path() {
    let (server, mut agent, path) = server_with_agent().await;
    let elsewhere = server.add_site("Other", "Main").await;
    let other = server.enrol(elsewhere, "pc-2").await;
    let caller = server.admin.with_header("Idempotency-Key", "1");
    let body = json!({ "shell": "bash", "cmd": "id", "timeout": 1 });
    let (reply, run_id) = tokio::join!(caller.post(&path, body), async {
        let run_id = agent.next_order().await.run_id;
        agent.send(FromAgent::Accepted { run_id: run_id.clone() }).await;
        until_equal(["running "].as_slice(), async || runs(&server).await).await;
        clock::advance(Duration::from_secs(1 + 10));
        run_id
    });
    reply.refused(504, "agent_timeout");
    agent.finish(&run_id, "late", "", 0).await;
    until_equal(["passed "].as_slice(), async || runs(&server).await).await;

    let elsewhere = format!("/agents/{}/cmd/", other.agent_id);
    let refusal = caller.post(&elsewhere, command("id")).await.refused(409, "conflict");
    let sentence = "This Idempotency-Key was used on another path within the last day.";
    assert_eq!(refusal["detail"], sentence);
    assert_eq!(caller.post(&path, command("id")).await.ok(), json!("late"));
    assert_eq!(runs(&server).await, ["passed "]);
}

#[tokio::test]
async fn an_idempotency_key_must_be_short_and_not_empty() {
    let (server, _agent, path) = server_with_agent().await;

    let caller = server.admin.with_header("Idempotency-Key", &"k".repeat(256));
    let problems = caller.post(&path, command("id")).await.problems();

    assert_eq!(problems, json!({ "Idempotency-Key": ["Must be 1 to 255 printable characters."] }));
    assert!(runs(&server).await.is_empty());
}
