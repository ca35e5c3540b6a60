//! Valid requests for the routes about remote sessions.

use serde_json::{Value, json};

use super::TestServer;
use super::endpoints::Endpoint;
use super::examples::World;

/// Whether the example of this route is made here.
pub fn knows(endpoint: &Endpoint) -> bool {
    endpoint.path.starts_with("/remote/v1/") || endpoint.path.contains("{port}")
}

/// A request that works: path and body. The agent agrees to every session.
pub async fn example(world: &World, server: &TestServer, endpoint: &Endpoint) -> (String, Value) {
    let path = endpoint.path.replace("{agent_id}", &world.agent.agent_id).replace("{port}", "5900");
    if endpoint.path.contains("{port}") {
        return (path, Value::Null);
    }
    if path == "/remote/v1/links/check/" {
        return (path, link(world, server).await);
    }
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

/// A link of the administrator's, with the fields of its address.
async fn link(world: &World, server: &TestServer) -> Value {
    let path = format!("/agents/{}/remote/", world.agent.agent_id);
    let links = server.admin.get(&path).await.ok();
    link_fields(&links["file"])
}

/// The fields of a link, as the page that it opens sends them.
pub fn link_fields(link: &Value) -> Value {
    let address = reqwest::Url::parse(link.as_str().expect("a link")).expect("an address");
    let pairs = address.query_pairs().into_owned();
    Value::Object(pairs.map(|(name, text)| (name, Value::String(text))).collect())
}
