//! Valid requests for the routes about saved views.

use serde_json::{Value, json};

use super::TestServer;
use super::endpoints::Endpoint;

/// Whether the example of this route is made here.
pub fn knows(endpoint: &Endpoint) -> bool {
    endpoint.path.starts_with("/core/views/")
}

/// A request that works: path and body.
pub async fn example(server: &TestServer, endpoint: &Endpoint, name: &str) -> (String, Value) {
    let path = endpoint.path.to_owned();
    let view = json!({ "page": "agents", "name": name });
    match endpoint.method {
        "GET" => (path, Value::Null),
        "POST" => (path, view),
        _ => {
            let made = server.admin.post("/core/views/", view).await.ok();
            (path.replace("{id}", &made["id"].to_string()), json!({ "shared": true }))
        }
    }
}
