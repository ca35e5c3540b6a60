//! Valid requests for the routes about results of checks.

use serde_json::{Value, json};

use super::TestServer;
use super::checks::disk_check;
use super::endpoints::Endpoint;
use super::examples::World;

const ENDINGS: &[&str] = &["/history/", "/reset/", "/resetall/", "/run/", "/csbulkrun/"];

/// Whether the example of this route is made here.
pub fn knows(endpoint: &Endpoint) -> bool {
    let path = endpoint.path;
    path.contains("/checks/") && ENDINGS.iter().any(|ending| path.ends_with(ending))
}

/// A request that works: path and body.
pub async fn example(
    world: &World,
    server: &TestServer,
    endpoint: &Endpoint,
    name: &str,
) -> (String, Value) {
    let mut settings = disk_check();
    settings["disk"] = json!(format!("/{name}"));
    let agent = &world.agent.agent_id;
    let check = server.add_check(agent, &settings).await;
    let id = match endpoint.path {
        "/checks/{id}/history/" | "/checks/{id}/reset/" => {
            server.result_of(check).await.to_string()
        }
        "/checks/client/{id}/csbulkrun/" => world.location.client.to_string(),
        "/checks/site/{id}/csbulkrun/" => world.location.site.to_string(),
        _ => agent.clone(),
    };
    let path = endpoint.path.replace("{agent_id}", agent).replace("{id}", &id);
    let body = if endpoint.method == "PATCH" { json!({ "timeFilter": 7 }) } else { Value::Null };
    (path.replace("{check_id}", &check.to_string()), body)
}
