//! Recordings, from the link of an agent to the people who watch them.

mod commands;
mod damaged;
mod deleting;
mod files;
mod listing;
mod refusing;
mod storing;
mod watching;

use muster_protocol::OpenedRemote;
use muster_remote::Kind;
use serde_json::{Value, json};

use crate::storage::sql;
use crate::testing::{Client, FakeAgent, TestRecording, TestServer, data};

const RECORDINGS: &str = "/remote/v1/recordings/";
const SESSIONS: &str = "/remote/v1/sessions/";
const POLICY: &str = "/remote/v1/policy/";

async fn server_with_agent() -> (TestServer, FakeAgent) {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.add_agent(location, "pc-1").await;
    (server, agent)
}

/// Opens a session that a policy has recorded: `on` or `strict`. Returns its id.
async fn session(server: &TestServer, agent: &mut FakeAgent, kind: Kind, mode: &str) -> String {
    let name = kind.as_str();
    let policy = json!({ "server": { name: { "recording": mode } } });
    server.admin.put(POLICY, policy).await.ok();
    open(server, agent, kind).await
}

async fn open(server: &TestServer, agent: &mut FakeAgent, kind: Kind) -> String {
    let mut body = json!({
        "agent_id": agent.identity.agent_id, "kind": kind.as_str(),
        "public_key": "ab".repeat(32), "reason": "ticket 7",
    });
    if kind == Kind::Tunnel {
        body["host"] = json!("127.0.0.1");
        body["port"] = json!(22);
    }
    let (reply, _) = tokio::join!(
        server.admin.post(SESSIONS, body),
        agent.answer_next(data(&OpenedRemote::default()))
    );
    reply.ok()["session"].as_str().unwrap().to_owned()
}

/// A recording of a new terminal, of which the agent has sent nothing yet.
async fn terminal(server: &TestServer, agent: &mut FakeAgent) -> TestRecording {
    let session = session(server, agent, Kind::Terminal, "on").await;
    TestRecording::begin(server, &agent.identity, &session, Kind::Terminal)
}

/// A complete recording of a terminal that printed this, in one part. Returns its key.
async fn recorded(server: &TestServer, agent: &mut FakeAgent, text: &str) -> i64 {
    let mut recording = terminal(server, agent).await;
    let part = recording.heading().print(1500, text).last_part();
    assert_eq!(agent.record(part).await, "");
    newest(&server.admin).await["id"].as_i64().unwrap()
}

/// The newest recording in the list.
async fn newest(caller: &Client) -> Value {
    caller.get(&format!("{RECORDINGS}?ordering=-id")).await.ok()[0].clone()
}

async fn read(server: &TestServer, id: i64) -> Value {
    server.admin.get(&format!("{RECORDINGS}{id}/")).await.ok()
}

async fn number(server: &TestServer, text: &str) -> i64 {
    sql::number(server.app.db.read(), text, []).await.unwrap()
}

async fn change(server: &TestServer, text: &str) {
    let write = server.app.db.begin().await.unwrap();
    sql::execute(&write, text, []).await.unwrap();
    write.commit().await.unwrap();
}

/// Rows of the audit log about recordings.
async fn audited(server: &TestServer) -> Vec<String> {
    let lines = server.audit_lines().await;
    lines.into_iter().filter(|line| line.contains(" recording ")).collect()
}
