//! Bulk actions, tested over HTTP.

mod batches;
mod ending;
mod instant;
mod modes;
mod previews;
mod publisher;
mod results;
mod scope;
mod starting;
mod tasks;
mod upkeep;

use serde_json::{Value, json};

use crate::storage::sql;
use crate::testing::{self, FakeAgent, Location, TestServer};

const BULK: &str = "/agents/actions/bulk/";

/// A server with this many connected agents, `pc-1` and so on.
async fn server_with_agents(count: usize) -> (TestServer, Location, Vec<FakeAgent>) {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agents = Vec::with_capacity(count);
    for number in 1..=count {
        agents.push(server.add_agent(location, &format!("pc-{number}")).await);
    }
    (server, location, agents)
}

fn command(target: Value) -> Value {
    with(target, json!({ "mode": "command", "shell": "sh", "cmd": "id", "timeout": 5 }))
}

/// One object with the keys of both.
fn with(one: Value, other: Value) -> Value {
    let (Value::Object(mut one), Value::Object(other)) = (one, other) else { panic!("objects") };
    one.extend(other);
    Value::Object(one)
}

/// Starts a bulk action, and returns it as it is right after.
async fn start(server: &TestServer, body: Value) -> Value {
    let reply = server.admin.post(&format!("{BULK}?detail=true"), body).await;
    let id = reply.header("x-bulk-id").to_owned();
    let bulk = reply.ok();
    assert_eq!(bulk["id"].to_string(), id);
    bulk
}

async fn read(server: &TestServer, bulk: &Value) -> Value {
    server.admin.get(&format!("{BULK}{}/", bulk["id"])).await.ok()
}

/// Counts without those that are zero.
fn counts(bulk: &Value) -> Value {
    let counts = bulk["counts"].as_object().unwrap().iter();
    counts.filter(|(_, count)| **count != 0).map(|(n, c)| (n.clone(), c.clone())).collect()
}

/// Waits until a bulk action matches a condition.
async fn until(server: &TestServer, bulk: &Value, holds: impl Fn(&Value) -> bool) -> Value {
    let look = async || Some(read(server, bulk).await).filter(&holds);
    testing::until("the bulk action becomes as wanted", look).await
}

async fn until_status(server: &TestServer, bulk: &Value, status: &str) -> Value {
    until(server, bulk, |bulk| bulk["status"] == status && bulk["finished"] != Value::Null).await
}

/// `hostname status` of each agent of a bulk action, and why it was skipped.
async fn results(server: &TestServer, bulk: &Value) -> Vec<String> {
    let list = server.admin.get(&format!("{BULK}{}/results/", bulk["id"])).await.ok();
    let text = |row: &Value, name: &str| row[name].as_str().unwrap_or_default().to_owned();
    let line = |row: &Value| {
        let problem = text(row, "reason") + &text(row, "problem");
        format!("{} {} {problem}", text(row, "hostname"), text(row, "status")).trim().to_owned()
    };
    list.as_array().unwrap().iter().map(line).collect()
}

/// Changes rows directly in the database.
async fn change(server: &TestServer, text: &str) {
    let write = server.app.db.begin().await.unwrap();
    sql::execute(&write, text, []).await.unwrap();
    write.commit().await.unwrap();
}
