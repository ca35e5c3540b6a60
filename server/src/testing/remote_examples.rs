//! Valid requests for the routes about remote sessions.

use serde_json::{Value, json};

use super::TestServer;
use super::endpoints::Endpoint;
use super::examples::World;

/// Whether the example of this route is made here.
pub fn knows(endpoint: &Endpoint) -> bool {
    endpoint.path.starts_with("/remote/v1/")
}

/// A request that works: path and body. The agent agrees to every session.
pub async fn example(world: &World, server: &TestServer, endpoint: &Endpoint) -> (String, Value) {
    let path = endpoint.path.to_owned();
    let rules = json!({ "server": { "terminal": { "idle_seconds": 600 } } });
    let body = |body: Value| if endpoint.method == "GET" { Value::Null } else { body };
    if path == "/remote/v1/policy/" {
        return (path, body(rules));
    }
    if path.starts_with("/remote/v1/policy/") {
        let path = path.replace("{level}", "agent").replace("{id}", &world.agent.agent_id);
        return (path, body(rules));
    }
    let key = "ab".repeat(32);
    let new = json!({
        "agent_id": world.agent.agent_id, "kind": "terminal", "public_key": key,
    });
    if path == "/remote/v1/sessions/" && endpoint.method == "POST" {
        return (path, new);
    }
    let made = server.admin.post("/remote/v1/sessions/", new).await.ok();
    let path = path.replace("{id}", made["session"].as_str().unwrap());
    let body = match path.ends_with("/viewers/") {
        true => json!({ "public_key": key }),
        false => Value::Null,
    };
    (path, body)
}
