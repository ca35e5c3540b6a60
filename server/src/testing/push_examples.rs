//! Valid requests for the routes about notifications in browsers.

use serde_json::{Value, json};

use super::endpoints::Endpoint;
use super::{PushService, TestServer};

/// Whether the example of this route is made here.
pub fn knows(endpoint: &Endpoint) -> bool {
    endpoint.path.starts_with("/accounts/push/")
}

/// A request that works: path and body.
pub async fn example(server: &TestServer, endpoint: &Endpoint, name: &str) -> (String, Value) {
    let path = endpoint.path.to_owned();
    let browser = PushService::start().await.browser(name);
    match (endpoint.method, path.contains("{id}")) {
        ("POST", false) => (path, browser.subscription()),
        (method, true) => {
            // The administrator has at most 20, and every test of routes adds some.
            let all = server.admin.get("/accounts/push/").await.ok();
            for known in all["subscriptions"].as_array().unwrap() {
                server.admin.delete(&format!("/accounts/push/{}/", known["id"])).await.ok();
            }
            let made = server.admin.post("/accounts/push/", browser.subscription()).await.ok();
            let body = if method == "PUT" { json!({ "label": "other" }) } else { Value::Null };
            (path.replace("{id}", &made["id"].to_string()), body)
        }
        _ => (path, Value::Null),
    }
}
