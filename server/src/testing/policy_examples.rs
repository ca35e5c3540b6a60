//! Valid requests for the routes about policies.

use serde_json::{Value, json};

use super::TestServer;
use super::endpoints::Endpoint;
use super::examples::World;

/// A request that works: path and body. The tenant's client has the policy.
pub async fn example(
    world: &World,
    server: &TestServer,
    endpoint: &Endpoint,
    name: &str,
) -> (String, Value) {
    let admin = &server.admin;
    let path = endpoint.path.to_owned();
    if (endpoint.method, endpoint.path) == ("POST", "/automation/policies/") {
        return (path, json!({ "name": name }));
    }
    let policy = admin.post("/automation/policies/", json!({ "name": name })).await.ok();
    let policy = policy["id"].clone();
    let with = |id: &Value| path.replace("{id}", &id.to_string());
    match (endpoint.method, endpoint.path) {
        ("PUT", "/automation/policies/{id}/") => (with(&policy), json!({ "active": true })),
        ("POST", "/automation/patchpolicy/") => (path, json!({ "policy": policy })),
        (_, "/automation/patchpolicy/{id}/") => {
            let patch = admin.post("/automation/patchpolicy/", json!({ "policy": policy }));
            let id = patch.await.ok()["id"].clone();
            (with(&id), json!({ "critical": "approve" }))
        }
        ("GET", _) => {
            let client = format!("/clients/{}/", world.location.client);
            admin.put(&client, json!({ "server_policy": policy })).await.ok();
            (with(&policy), Value::Null)
        }
        _ => (with(&policy), Value::Null),
    }
}
