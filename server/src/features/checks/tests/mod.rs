//! Checks, through the front door.

mod basic;
mod changing;
mod creating;
mod inheriting;
mod pushing;
mod referring;
mod refusing;
mod results;

use serde_json::{Value, json};

use crate::storage::sql;
use crate::testing::{FakeAgent, Identity, TestServer, until_equal};

/// A server with one connected agent of platform linux.
async fn server_with_agent() -> (TestServer, FakeAgent) {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.add_agent(location, "pc-1").await;
    (server, agent)
}

/// A server with one agent that is offline.
async fn server_with_absent_agent() -> (TestServer, Identity) {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let identity = server.enrol(location, "pc-1").await;
    (server, identity)
}

/// A check of an agent that measures a disk.
fn disk(agent_id: &str, disk: &str) -> Value {
    json!({ "agent": agent_id, "check_type": "diskspace", "disk": disk, "error_threshold": 10 })
}

/// A check with some fields changed.
fn with(mut body: Value, changes: Value) -> Value {
    for (name, value) in changes.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

fn path(check: &Value) -> String {
    format!("/checks/{}/", check["id"])
}

fn checks_path(identity: &Identity) -> String {
    format!("/agents/{}/checks/", identity.agent_id)
}

/// One field of each check in the agent's list.
async fn fields(server: &TestServer, identity: &Identity, field: &str) -> Vec<Value> {
    let list = server.admin.get(&checks_path(identity)).await.ok();
    list.as_array().unwrap().iter().map(|check| check[field].clone()).collect()
}

/// Waits until no document is left to be made.
async fn until_pushed(server: &TestServer) {
    let text = "select count(*) from agent_definitions where wanted > built";
    until_equal(&0, async || sql::number(server.app.db.read(), text, []).await.unwrap()).await;
}

/// The keys of the checks that agents should run: those with a result.
async fn wanted(server: &TestServer) -> Vec<i64> {
    let text = "select check_id from check_results order by agent_id, check_id";
    sql::values(server.app.db.read(), text, []).await.unwrap()
}
