//! Policies, through the front door.

mod decisions;
mod owners;
mod patches;
mod policies;
mod reach;
mod usage;

use serde_json::{Value, json};

use crate::testing::{Client, Location, TestServer};

/// Adds an active policy and returns its key.
async fn add_policy(server: &TestServer, name: &str) -> i64 {
    let body = json!({ "name": name, "active": true });
    id_of(&server.admin.post("/automation/policies/", body).await.ok())
}

fn id_of(object: &Value) -> i64 {
    object["id"].as_i64().unwrap()
}

/// Enrols a server and returns its identifier.
async fn add_agent(server: &TestServer, location: Location, hostname: &str) -> String {
    server.enrol(location, hostname).await.agent_id
}

async fn put(caller: &Client, path: &str, body: Value) -> Value {
    caller.put(path, body).await.ok()
}

/// The policies set for an agent: level, name, state.
async fn effective(server: &TestServer, agent_id: &str) -> Vec<(i64, String, String)> {
    let shown = server.admin.get(&format!("/agents/{agent_id}/effective/")).await.ok();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let row =
        |row: &Value| (row["level"].as_i64().unwrap(), text(&row["name"]), text(&row["state"]));
    shown["policies"].as_array().unwrap().iter().map(row).collect()
}
