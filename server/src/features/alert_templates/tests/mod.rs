//! Alert templates, through the API.

mod actions;
mod applying;
mod saving;
mod scope;
mod trying;

use serde_json::{Value, json};

use crate::testing::{Client, TestServer};

const TEMPLATES: &str = "/alerts/templates/";

/// Adds a template with a name and these fields.
async fn add(server: &TestServer, name: &str, mut body: Value) -> Value {
    body["name"] = json!(name);
    server.admin.post(TEMPLATES, body).await.ok()
}

fn path(template: &Value) -> String {
    format!("{TEMPLATES}{}/", template["id"])
}

async fn put(caller: &Client, path: &str, body: Value) -> Value {
    caller.put(path, body).await.ok()
}
