//! Valid requests for the routes about alerts.

use serde_json::{Value, json};

use super::TestServer;
use super::endpoints::Endpoint;
use super::examples::World;

/// Whether the example of this route is made here.
pub fn knows(endpoint: &Endpoint) -> bool {
    endpoint.path.starts_with("/alerts/") && !endpoint.path.starts_with("/alerts/templates/")
}

/// A request that works: path and body.
pub async fn example(
    world: &World,
    server: &TestServer,
    endpoint: &Endpoint,
    name: &str,
) -> (String, Value) {
    let path = endpoint.path.to_owned();
    // Not the agent of the world, which the example of a window may have silenced.
    let agent = server.enrol(world.location, &format!("{name} of an alert")).await.agent_id;
    let new = json!({ "message": name, "severity": "error", "agent": agent });
    if (endpoint.method, endpoint.path) == ("POST", "/alerts/") {
        return (path, new);
    }
    let made = server.admin.post("/alerts/", new).await.ok()["id"].clone();
    let body = match (endpoint.method, endpoint.path) {
        ("POST", _) => json!({ "bulk_action": "resolve", "alerts": [made] }),
        ("PUT", _) => json!({ "type": "acknowledge", "note": name }),
        ("PATCH", _) => json!({ "top": 1000 }),
        _ => Value::Null,
    };
    (path.replace("{id}", &made.to_string()), body)
}
