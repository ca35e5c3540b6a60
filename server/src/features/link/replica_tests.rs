//! Connections of several servers that share a database and a bus. A server
//! that is alone does none of this.

use muster_protocol::{Refusal, RunCommand, ToAgent, decode};
use serde_json::json;

use crate::storage::sql;
use crate::testing::{FakeAgent, TestServer, until, until_true};

/// Two servers of one installation; none where servers cannot share.
async fn two_servers() -> Option<(TestServer, TestServer)> {
    let first = TestServer::start().await;
    if !first.app.bus.is_shared() {
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let second = TestServer::start_on(first.app.settings.clone(), folder).await;
    Some((first, second))
}

/// Runs the next order of an agent, and returns its command line.
async fn run_next(agent: &mut FakeAgent) -> String {
    let order = agent.next_order().await;
    agent.finish(&order.run_id, "done", "", 0).await;
    let command: RunCommand = decode(&order.body).unwrap();
    command.command
}

fn command(line: &str) -> serde_json::Value {
    json!({ "shell": "sh", "cmd": line, "timeout": 10 })
}

#[tokio::test]
async fn an_agent_is_found_on_any_server() {
    let Some((first, second)) = two_servers().await else { return };
    let location = first.add_site("Acme", "Main").await;
    let mut agent = first.add_agent(location, "pc-1").await;
    let identity = agent.identity.clone();
    let path = format!("/agents/{}/cmd/", identity.agent_id);

    for (server, line) in [(&first, "here"), (&second, "from elsewhere")] {
        let (reply, ran) =
            tokio::join!(server.admin.post(&path, command(line)), run_next(&mut agent));
        assert_eq!((reply.ok(), ran.as_str()), (json!("done"), line));
    }
    drop(agent);
    let mut agent = second.connect(&identity).await;
    let (reply, ran) =
        tokio::join!(first.admin.post(&path, command("moved")), run_next(&mut agent));
    assert_eq!((reply.ok(), ran.as_str()), (json!("done"), "moved"));

    second.stop().await;
    first.admin.post(&path, command("nobody")).await.refused(409, "agent_offline");
}

#[tokio::test]
async fn a_bulk_action_reaches_the_agents_of_every_server() {
    let Some((first, second)) = two_servers().await else { return };
    let location = first.add_site("Acme", "Main").await;
    let mut agents = Vec::new();
    for (number, server) in [&first, &second, &first, &second].into_iter().enumerate() {
        agents.push(server.add_agent(location, &format!("pc-{number}")).await);
    }
    first.enrol(location, "away").await;

    let action = json!({ "mode": "command", "target": "all", "shell": "sh", "cmd": "id",
                         "timeout": 10, "offline": "skip" });
    let bulk = first.admin.post("/agents/actions/bulk/?detail=true", action).await.ok();
    for agent in &mut agents {
        assert_eq!(run_next(agent).await, "id");
    }

    let path = format!("/agents/actions/bulk/{}/results/", bulk["id"]);
    let is_open = |row: &serde_json::Value| {
        ["queued", "running"].contains(&row["status"].as_str().unwrap_or_default())
    };
    let results = until("all runs are over", async || {
        let results = first.admin.get(&path).await.ok();
        (!results.as_array().unwrap().iter().any(is_open)).then_some(results)
    })
    .await;
    let named = results.as_array().unwrap().iter().map(|row| (&row["hostname"], &row["status"]));
    let mut named: Vec<String> = named.map(|(name, status)| format!("{name} {status}")).collect();
    named.sort();
    let passed = (0..4).map(|number| format!("\"pc-{number}\" \"passed\""));
    let expected: Vec<String> =
        std::iter::once("\"away\" \"skipped\"".to_owned()).chain(passed).collect();
    assert_eq!(named, expected);
}

#[tokio::test]
async fn an_agent_that_is_deleted_loses_its_connection_to_another_server() {
    let Some((first, second)) = two_servers().await else { return };
    let location = first.add_site("Acme", "Main").await;
    let mut agent = second.add_agent(location, "pc-1").await;

    first.admin.delete(&format!("/agents/{}/", agent.identity.agent_id)).await.ok();

    while let Some(said) = agent.receive().await {
        assert!(!matches!(said, ToAgent::Order(_)), "{said:?}");
    }
}

#[tokio::test]
async fn an_agent_that_connected_elsewhere_meanwhile_is_refused() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let identity = server.enrol(location, "pc-1").await;
    let gate = &server.app.agent_link.gate;
    let mut turns = gate.take_all().await;

    let elsewhere = async {
        until_true("the agent waits at the gate", async || gate.waiting() > 0).await;
        let write = server.app.db.begin().await.unwrap();
        sql::execute(&write, "update agents set line = 'another.1'", []).await.unwrap();
        write.commit().await.unwrap();
        turns.clear();
    };
    let ((_socket, answer), ()) = tokio::join!(server.try_connect(&identity, &[]), elsewhere);

    let reason = "this agent opened another connection at the same moment".to_owned();
    let refusal = Refusal::TryLater;
    assert_eq!(answer, ToAgent::Refused { refusal, reason, retry_after_seconds: 0 });
    assert!(server.connect_if_admitted(&identity, &[]).await.is_some(), "the next time it gets in");
}

#[tokio::test]
async fn an_agent_that_is_removed_while_it_connects_is_not_admitted() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let identity = server.enrol(location, "pc-1").await;
    let gate = &server.app.agent_link.gate;
    let mut turns = gate.take_all().await;

    let removal = async {
        until_true("the agent waits at the gate", async || gate.waiting() > 0).await;
        server.admin.delete(&format!("/agents/{}/", identity.agent_id)).await.ok();
        turns.clear();
    };
    let ((_socket, answer), ()) = tokio::join!(server.try_connect(&identity, &[]), removal);

    assert!(matches!(answer, ToAgent::Refused { refusal: Refusal::TryLater, .. }), "{answer:?}");
    assert!(server.connect_if_admitted(&identity, &[]).await.is_none());
}
