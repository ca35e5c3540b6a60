//! Valid requests for the routes about alert templates and maintenance windows.

use serde_json::{Value, json};

use super::TestServer;
use super::endpoints::Endpoint;
use super::examples::World;

/// Whether the example of this route is made here.
pub fn knows(endpoint: &Endpoint) -> bool {
    endpoint.path.starts_with("/alerts/templates/")
        || endpoint.path.starts_with("/maintenance/windows/")
        || endpoint.path == "/maintenance/calendar/"
}

/// A request that works: path and body. The tenant's client has the template, and
/// its agent the window.
pub async fn example(
    world: &World,
    server: &TestServer,
    endpoint: &Endpoint,
    name: &str,
) -> (String, Value) {
    match endpoint.path.starts_with("/alerts/") {
        true => template_example(world, server, endpoint, name).await,
        false => window_example(world, server, endpoint, name).await,
    }
}

async fn template_example(
    world: &World,
    server: &TestServer,
    endpoint: &Endpoint,
    name: &str,
) -> (String, Value) {
    let admin = &server.admin;
    let path = endpoint.path.to_owned();
    if !endpoint.path.contains("{id}") {
        let body = if endpoint.method == "POST" { json!({ "name": name }) } else { Value::Null };
        return (path, body);
    }
    let made = admin.post("/alerts/templates/", json!({ "name": name })).await.ok();
    let with = path.replace("{id}", &made["id"].to_string());
    match (endpoint.method, endpoint.path) {
        ("PUT", _) => (with, json!({ "is_active": false })),
        ("POST", _) => (with, json!({ "kind": "agent" })),
        ("GET", "/alerts/templates/{id}/related/") => {
            let client = format!("/clients/{}/", world.location.client);
            admin.put(&client, json!({ "alert_template": made["id"] })).await.ok();
            (with, Value::Null)
        }
        _ => (with, Value::Null),
    }
}

async fn window_example(
    world: &World,
    server: &TestServer,
    endpoint: &Endpoint,
    name: &str,
) -> (String, Value) {
    let path = endpoint.path.to_owned();
    let body = json!({
        "name": name, "start": "2026-01-31T22:00", "minutes": 60, "rrule": "FREQ=DAILY",
        "target_type": "agent", "target": world.agent.agent_id,
    });
    if (endpoint.method, endpoint.path) == ("POST", "/maintenance/windows/") {
        return (path, body);
    }
    let made = server.admin.post("/maintenance/windows/", body).await.ok();
    let with = path.replace("{id}", &made["id"].to_string());
    match endpoint.method {
        "PUT" => (with, json!({ "reason": "a new disk" })),
        _ => (with, Value::Null),
    }
}
