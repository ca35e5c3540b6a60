//! Every field of every body that the document describes, with invalid values:
//! no route fails with an internal error, and refused requests change nothing.
//!
//! Each field gets one value; `MUSTER_TEST_HOSTILE_ROUNDS=25` tries all.

use serde_json::{Value, json};

use super::TestServer;
use super::endpoints::{Endpoint, all};
use super::examples::{Example, World};
use super::walk::{send, server};
use crate::router;
use crate::storage::sql;

/// How far into a body the document is followed.
const DEPTH: usize = 3;

/// Runs what it is sent on the machine of the tests.
const LEFT_OUT: &[&str] = &["/core/serverscript/test/"];

/// Tables that a request may add a row to.
const TABLES: &[&str] = &[
    "audit_log",
    "users",
    "roles",
    "api_keys",
    "clients",
    "sites",
    "agents",
    "runs",
    "custom_fields",
    "custom_field_values",
    "scripts",
    "script_versions",
    "snippets",
    "notes",
    "key_store",
    "policies",
    "patch_policies",
    "tasks",
    "checks",
    "dependencies",
    "bulk_actions",
    "deployments",
    "pending_enrolments",
    "saved_views",
    "url_actions",
    "webhook_deliveries",
    "alert_templates",
    "maintenance_windows",
    "alert_causes",
    "alerts",
    "watches",
    "remote_sessions",
    "remote_viewers",
    "remote_tickets",
    "remote_policies",
    "remote_recordings",
    "recording_parts",
];

/// Values that some fields do not expect.
fn values() -> Vec<Value> {
    let deep = (0..60).fold(json!([]), |inner, _| json!([inner]));
    vec![
        Value::Null,
        json!(true),
        json!(-1),
        json!(0),
        json!(i64::MAX),
        json!(i64::MIN),
        json!(u64::MAX),
        json!(1e308),
        json!(0.5),
        json!(""),
        json!(" \t\n"),
        json!("\0"),
        json!("a\0b"),
        json!("\u{1}\u{7f}\u{202e}\u{feff}"),
        json!("x".repeat(70_000)),
        json!("\u{1f980}".repeat(300)),
        json!("'; drop table agents;--"),
        json!("%s%n{{agent.hostname}}${x}`id`"),
        json!("9999-12-31T23:59:59.999999999Z"),
        json!("0000-01-01T00:00:00Z"),
        json!("../../etc/passwd"),
        json!([]),
        json!({}),
        json!([null, -1, "x", [], {}, "\0"]),
        deep,
    ]
}

fn described<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    let reference = schema["$ref"].as_str().and_then(|text| text.strip_prefix('#'));
    reference.and_then(|pointer| document.pointer(pointer)).unwrap_or(schema)
}

/// Where the fields of a body are: `actions`, `0`, `timeout`.
fn paths(document: &Value, schema: &Value, depth: usize) -> Vec<Vec<String>> {
    let schema = described(document, schema);
    if depth == 0 {
        return Vec::new();
    }
    let mut found = Vec::new();
    for key in ["allOf", "oneOf", "anyOf"] {
        for part in schema[key].as_array().into_iter().flatten() {
            found.extend(paths(document, part, depth));
        }
    }
    let inside = |name: &str, inner: &Value, depth: usize| {
        let below = paths(document, inner, depth).into_iter();
        below.map(|path| [vec![name.to_owned()], path].concat()).collect::<Vec<_>>()
    };
    for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
        found.push(vec![name.clone()]);
        found.extend(inside(name, inner, depth - 1));
    }
    if schema["items"].is_object() {
        found.extend(inside("0", &schema["items"], depth - 1));
    }
    found.sort();
    found.dedup();
    found
}

/// Puts a value at a path, creating the objects on the way.
fn put(body: &mut Value, path: &[String], value: Value) {
    let Some((name, rest)) = path.split_first() else {
        *body = value;
        return;
    };
    if name != "0" {
        if !body.is_object() {
            *body = json!({});
        }
        return put(&mut body[name], rest, value);
    }
    if body.as_array().is_none_or(Vec::is_empty) {
        *body = json!([{}]);
    }
    put(&mut body[0], rest, value);
}

async fn rows(server: &TestServer) -> i64 {
    let counts: Vec<String> =
        TABLES.iter().map(|table| format!("(select count(*) from {table})")).collect();
    let text = format!("select {}", counts.join(" + "));
    sql::number(server.app.db.read(), &text, []).await.unwrap()
}

/// Sends one body; returns whether it was accepted, so that the example is used
/// up.
async fn sent(server: &TestServer, endpoint: &Endpoint, example: &Example) -> bool {
    let before = rows(server).await;
    let reply = send(&example.caller, endpoint, example).await;
    let shown: String = example.body.to_string().chars().take(300).collect();
    let what = format!("{} {}", endpoint.call(), shown);
    assert!(reply.status < 500, "{what}: {} {}", reply.status, reply.text);
    // A wrong password is recorded in the audit log.
    let is_guess = reply.json["errors"]["current_password"][0] == "This is not your password.";
    if reply.status == 400 && reply.json["code"] == "invalid" && !is_guess {
        assert_eq!(rows(server).await, before, "{what}: {}", reply.text);
    }
    reply.status < 300
}

/// Every route that takes a body, with the paths of its fields and the whole.
fn routes() -> Vec<(Endpoint, Vec<Vec<String>>)> {
    let document = serde_json::to_value(router::document()).unwrap();
    let mut routes = Vec::new();
    for endpoint in all() {
        let call = &document["paths"][endpoint.path][endpoint.method.to_lowercase()];
        let schema = &call["requestBody"]["content"]["application/json"]["schema"];
        if schema.is_null() || LEFT_OUT.contains(&endpoint.path) {
            continue;
        }
        let mut paths = paths(&document, schema, DEPTH);
        paths.push(Vec::new());
        routes.push((endpoint, paths));
    }
    // The first start deletes everyone, so it comes last.
    routes.sort_by_key(|(endpoint, _)| endpoint.path == "/setup/");
    routes
}

#[tokio::test]
async fn no_field_of_any_body_makes_a_route_fail_inside_or_change_something_by_half() {
    let server = server().await;
    let world = World::new(&server, "tenant").await;
    let rounds = std::env::var("MUSTER_TEST_HOSTILE_ROUNDS").ok();
    let rounds: usize = rounds.and_then(|text| text.parse().ok()).unwrap_or(1);
    let values = values();
    let mut turn = 0;
    for (endpoint, paths) in routes() {
        let mut example = world.example(&server, &endpoint).await;
        for path in paths.iter().flat_map(|path| std::iter::repeat_n(path, rounds)) {
            turn += 7;
            let good = example.body.clone();
            put(&mut example.body, path, values[turn % values.len()].clone());
            let is_used_up = sent(&server, &endpoint, &example).await;
            example.body = good;
            if is_used_up {
                example = world.example(&server, &endpoint).await;
            }
        }
    }
    assert!(turn > 7 * 300, "the document describes bodies: {turn}");
}
