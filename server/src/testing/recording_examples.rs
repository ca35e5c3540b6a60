//! Valid requests for the routes about recordings.

use muster_remote::Kind;
use serde_json::{Value, json};

use super::endpoints::Endpoint;
use super::examples::World;
use super::{TestRecording, TestServer};
use crate::domain::recordings::store_soon;
use crate::ids::AgentKey;
use crate::storage::sql;

/// Whether the example of this route is made here.
pub fn knows(endpoint: &Endpoint) -> bool {
    endpoint.path.starts_with("/remote/v1/recordings/")
}

/// A request that works: path and body, on a recording of its own.
pub async fn example(world: &World, server: &TestServer, endpoint: &Endpoint) -> (String, Value) {
    let agent_id = &world.agent.agent_id;
    let new = json!({
        "agent_id": agent_id, "kind": "terminal", "public_key": "ab".repeat(32),
    });
    let made = server.admin.post("/remote/v1/sessions/", new).await.ok();
    let session = made["session"].as_str().unwrap();
    server.must_record(session, "on").await;
    let mut recording = TestRecording::begin(server, &world.agent, session, Kind::Terminal);
    let part = recording.heading().print(5, "$ ls\r\n").last_part();
    let db = server.app.db.read();
    let text = "select id from agents where agent_id = $1";
    let agent = sql::number(db, text, [agent_id.as_str().into()]).await.unwrap();
    let receipt = store_soon(&server.app, AgentKey(agent), part).stored().await.unwrap();
    assert_eq!(receipt.code, "");
    let text = "select id from remote_recordings where session_uid = $1";
    let id = sql::number(db, text, [session.into()]).await.unwrap();
    let path = endpoint.path.replace("{id}", &id.to_string()).replace("{part}", "0");
    let query = if path.ends_with("/text/") { "?search=ls" } else { "" };
    (path + query, Value::Null)
}
