//! Remote sessions, through the API, on the link and at the relay.

mod connecting;
mod cutting;
mod defaults;
mod links;
mod links_refused;
mod opening;
mod policies;
mod programs;
mod programs_refused;
mod recording;
mod refusing;
mod reporting;
mod second_factor;
mod tickets;
mod watching;

use muster_protocol::{OpenRemote, OpenedRemote};
use serde_json::{Value, json};

use crate::auth::Right;
use crate::domain::remote::SWEEP;
use crate::storage::sql;
use crate::testing::{Client, FakeAgent, TestServer, TestSocket, data};

const SESSIONS: &str = "/remote/v1/sessions/";
const CONNECT: &str = "/remote/v1/connect/";

async fn server_with_agent() -> (TestServer, FakeAgent) {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.add_agent(location, "pc-1").await;
    (server, agent)
}

/// The key of a viewer, as it is sent.
fn key() -> String {
    "ab".repeat(32)
}

fn terminal(agent: &FakeAgent) -> Value {
    json!({ "agent_id": agent.identity.agent_id, "kind": "terminal", "public_key": key() })
}

fn tunnel(agent: &FakeAgent, host: &str) -> Value {
    json!({
        "agent_id": agent.identity.agent_id, "kind": "tunnel", "public_key": key(),
        "host": host, "port": 22,
    })
}

/// Opens a session on an agent that agrees; returns the answer, and what it was asked.
async fn open(caller: &Client, agent: &mut FakeAgent, body: Value) -> (Value, OpenRemote) {
    let (reply, question) = tokio::join!(
        caller.post(SESSIONS, body),
        agent.answer_next(data(&OpenedRemote::default()))
    );
    (reply.ok(), question.read().unwrap())
}

/// Joins a session the same way.
async fn join(caller: &Client, agent: &mut FakeAgent, session: &Value) -> (Value, OpenRemote) {
    join_with(caller, agent, session, json!({ "public_key": key() })).await
}

async fn join_with(
    caller: &Client,
    agent: &mut FakeAgent,
    session: &Value,
    body: Value,
) -> (Value, OpenRemote) {
    let path = format!("{SESSIONS}{}/viewers/", session.as_str().unwrap());
    let (reply, question) =
        tokio::join!(caller.post(&path, body), agent.answer_next(data(&OpenedRemote::default())));
    (reply.ok(), question.read().unwrap())
}

/// Opens a socket at the relay, and shows a ticket.
async fn show(server: &TestServer, ticket: &str) -> TestSocket {
    let mut socket = server.dial(CONNECT, &[]).await.unwrap();
    socket.send(json!({ "ticket": ticket })).await;
    socket
}

/// Connects both sides of a session: the viewer, and the agent.
async fn pair(server: &TestServer, opened: &Value, asked: &OpenRemote) -> (TestSocket, TestSocket) {
    let mut viewer = show(server, opened["ticket"].as_str().unwrap()).await;
    let mut agent = show(server, &asked.ticket).await;
    assert_eq!(viewer.receive().await, json!({ "type": "paired" }));
    assert_eq!(agent.receive().await, json!({ "type": "paired" }));
    (viewer, agent)
}

/// The last code of a socket that was closed, and the number of its close frame.
async fn end_of(socket: &mut TestSocket) -> (String, u16) {
    let (last, number) = socket.end().await;
    assert_eq!(last["type"], "closed", "{last}");
    (last["code"].as_str().unwrap().to_owned(), number)
}

fn closed(code: &str, number: u16) -> (String, u16) {
    (code.to_owned(), number)
}

/// A session as the API shows it.
async fn read(server: &TestServer, opened: &Value) -> Value {
    let path = format!("{SESSIONS}{}/", opened["session"].as_str().unwrap());
    server.admin.get(&path).await.ok()
}

async fn sweep(server: &TestServer) {
    (SWEEP.handler)(server.app.clone()).await.unwrap();
}

async fn change(server: &TestServer, text: &str) {
    let write = server.app.db.begin().await.unwrap();
    sql::execute(&write, text, []).await.unwrap();
    write.commit().await.unwrap();
}

/// Rows of the audit log about sessions, without who made them.
async fn audited(server: &TestServer) -> Vec<String> {
    let lines = server.audit_lines().await;
    lines.into_iter().filter(|line| line.contains(" remote_session agent ")).collect()
}

/// A caller with these rights, everywhere.
async fn caller(server: &TestServer, rights: &[Right]) -> Client {
    server.caller_with(rights).await
}
