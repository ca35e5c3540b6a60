//! Bodies that are barely JSON, or not at all.

use reqwest::Method;
use serde_json::json;

use super::{Reply, TestServer};

async fn post(server: &TestServer, body: impl Into<reqwest::Body>) -> Reply {
    let call = server.admin.call(Method::POST, "/clients/").body(body);
    call.header("content-type", "application/json").send().await
}

#[tokio::test]
async fn deep_bodies_are_refused_without_reaching_the_bottom() {
    let server = TestServer::start().await;
    let (open, close) = ("[".repeat(100_000), "]".repeat(100_000));
    let objects = "{\"a\":".repeat(100_000);
    for body in [
        open.clone(),
        format!("{open}{close}"),
        format!("{{\"name\": {open}{close}}}"),
        format!("{{\"name\": \"Acme\", \"unknown\": {open}{close}}}"),
        objects,
    ] {
        post(&server, body).await.refused(400, "invalid");
    }
    let keyed = server.admin.with_header("Idempotency-Key", "deep");
    let call = keyed.call(Method::POST, "/clients/").body(open);
    call.header("content-type", "application/json").send().await.refused(400, "invalid");
    assert_eq!(server.admin.get("/clients/").await.ok(), json!([]));
}

#[tokio::test]
async fn the_last_one_of_a_repeated_key_counts() {
    let server = TestServer::start().await;
    let made = post(&server, r#"{"name": "First", "name": 5, "name": "Last"}"#).await.ok();
    assert_eq!(made["name"], "Last");
}

#[tokio::test]
async fn numbers_and_texts_that_cannot_be_stored_are_problems_of_the_caller() {
    let server = TestServer::start().await;
    let digits = "9".repeat(100_000);
    let numbers =
        ["1e400", "-1e400", "99999999999999999999", "1.5", "-0.0", "1e5", digits.as_str()];
    for number in numbers {
        let body = format!(r#"{{"name": "Acme", "server_policy": {number}}}"#);
        post(&server, body).await.refused(400, "invalid");
    }
    for text in
        [r#""\u0000""#, r#""a\u0000b""#, r#""\ud800""#, "\"\u{1}\"", "NaN", "Infinity", "01"]
    {
        post(&server, format!(r#"{{"name": {text}}}"#)).await.refused(400, "invalid");
    }
    // An unknown key is ignored, whatever it is.
    let made = post(&server, r#"{"name": "Acme", "\u0000": 1e308, "": {"": []}}"#).await.ok();
    assert_eq!(made["name"], "Acme");
}
