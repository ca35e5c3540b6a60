//! Valid requests for the routes about watches.

use serde_json::{Value, json};

use super::TestServer;
use super::endpoints::Endpoint;
use super::examples::World;

/// Whether the example of this route is made here.
pub fn knows(endpoint: &Endpoint) -> bool {
    endpoint.path.starts_with("/accounts/watches/")
}

/// A request that works: path and body. Each watches another agent: the same watch
/// again changes nothing.
pub async fn example(
    world: &World,
    server: &TestServer,
    endpoint: &Endpoint,
    name: &str,
) -> (String, Value) {
    let path = endpoint.path.to_owned();
    if endpoint.method == "GET" {
        return (path, Value::Null);
    }
    let agent = server.enrol(world.location, name).await.agent_id;
    let body = json!({ "agent": agent, "event": "online" });
    if endpoint.method == "POST" {
        return (path, body);
    }
    let made = server.admin.post("/accounts/watches/", body).await.ok();
    (path.replace("{id}", &made["id"].to_string()), Value::Null)
}
