//! Custom fields, through the API.

mod agent_values;
mod changes;
mod client_values;
mod conversions;
mod definitions;
mod deleting;
mod lists;
mod races;
mod scope;
mod storing;

use serde_json::{Value, json};

use crate::testing::TestServer;

/// Adds a definition and returns its key.
async fn define(server: &TestServer, body: Value) -> i64 {
    id_of(&server.admin.post("/core/customfields", body).await.ok())
}

fn id_of(object: &Value) -> i64 {
    object["id"].as_i64().unwrap()
}

fn field_path(id: i64) -> String {
    format!("/core/customfields/{id}/")
}

/// One entry that sets a field to a text.
fn entry(field: i64, text: &str) -> Value {
    json!({ "custom_fields": [{ "field": field, "string_value": text }] })
}

/// The values of an answer by name, from `value`.
fn values(object: &Value) -> Value {
    let fields = object["custom_fields"].as_array().unwrap();
    fields
        .iter()
        .map(|field| (field["name"].as_str().unwrap().to_owned(), field["value"].clone()))
        .collect()
}
