//! Valid requests for the routes of checks.

use serde_json::{Value, json};

use super::TestServer;
use super::check_result_examples;
use super::endpoints::Endpoint;
use super::examples::World;
use crate::auth::Right;

/// Whether the example of this route is made here.
pub fn knows(endpoint: &Endpoint) -> bool {
    let path = endpoint.path;
    let is_own = matches!(path, "/checks/" | "/checks/{id}/" | "/automation/policies/basic/")
        || path.ends_with("/depends-on/");
    let is_about_results = check_result_examples::knows(endpoint);
    is_own
        || is_about_results
        || path.starts_with("/automation/checks/")
        || path.ends_with("/checks/")
}

/// A request that works: path and body.
pub async fn example(
    world: &World,
    server: &TestServer,
    endpoint: &Endpoint,
    name: &str,
) -> (String, Value) {
    if check_result_examples::knows(endpoint) {
        return check_result_examples::example(world, server, endpoint, name).await;
    }
    let check = json!({
        "agent": world.agent.agent_id, "check_type": "ping", "ip": format!("{name}.example"),
        "name": name,
    });
    let path = endpoint.path.replace("{agent_id}", &world.agent.agent_id);
    match (endpoint.method, endpoint.path) {
        (_, "/automation/policies/basic/") => {
            // Its scripts are there already: adding them leaves rows of their own.
            let first = json!({ "kind": "server", "name": format!("{name} before") });
            let maker = server.caller_with(Right::ALL).await;
            maker.post("/automation/policies/basic/", first).await.ok();
            (path, json!({ "kind": "workstation", "name": name }))
        }
        ("POST", _) => (path, check),
        ("PUT", "/agents/{agent_id}/depends-on/") => {
            (path, json!({ "agent": world.away.agent_id }))
        }
        (_, "/agents/{agent_id}/depends-on/") => (path, Value::Null),
        (_, "/automation/policies/{id}/checks/") => {
            let policy = server.add_policy(name).await;
            (path.replace("{id}", &policy.to_string()), Value::Null)
        }
        _ => {
            // Not by the admin, whose own actions are in each of their logs.
            let maker = server.caller_with(&[Right::ManageChecks]).await;
            let made = maker.post("/checks/", check).await.ok();
            let body = match (endpoint.method, endpoint.path) {
                ("PUT", "/checks/{id}/depends-on/") => json!({ "agent": world.away.agent_id }),
                ("PUT", _) => json!({ "name": "another name" }),
                _ => Value::Null,
            };
            let id = made["id"].to_string();
            (path.replace("{id}", &id).replace("{check}", &id), body)
        }
    }
}
