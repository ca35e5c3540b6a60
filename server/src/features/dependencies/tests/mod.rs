//! Dependencies, through the API. What becomes of alerts: `features/alerts/tests`.

mod refusing;
mod saving;

use serde_json::{Value, json};

use crate::testing::{Location, TestServer};

/// Agents by name, and a check on one of them.
async fn add_agents(server: &TestServer, location: Location, names: &[&str]) -> Vec<String> {
    let mut agents = Vec::new();
    for name in names {
        agents.push(server.enrol(location, name).await.agent_id);
    }
    agents
}

async fn add_ping(server: &TestServer, owner: Value, name: &str) -> i64 {
    let mut body = json!({ "check_type": "ping", "ip": "192.0.2.1", "name": name });
    for (field, value) in owner.as_object().unwrap() {
        body[field] = value.clone();
    }
    server.admin.post("/checks/", body).await.ok()["id"].as_i64().unwrap()
}

fn of_agent(agent: &str) -> String {
    format!("/agents/{agent}/depends-on/")
}

fn of_check(check: i64) -> String {
    format!("/checks/{check}/depends-on/")
}

/// The answer for something that depends on nothing.
fn nothing() -> Value {
    json!({
        "agent": null, "hostname": null, "check": null, "check_name": null, "failing": false,
        "unreachable": false, "dependents": [],
    })
}
