//! URL actions, through the front door, with a server that receives webhooks.

mod delivering;
mod log;
mod running;
mod saving;
mod trying;

use ring::hmac;
use serde_json::{Value, json};

use crate::hex::hex_bytes;
use crate::storage::sql;
use crate::testing::{ReceivedWebhook, TestServer, WebhookReceiver, until, until_equal};

const SECRET: &str = "a signing secret of a test";

fn path(action: &Value) -> String {
    format!("/core/urlaction/{}/", action["id"])
}

/// Adds a URL action; a name need not be said.
async fn add(server: &TestServer, mut body: Value) -> Value {
    if body["name"].is_null() {
        body["name"] = json!("hook");
    }
    server.admin.post("/core/urlaction/", body).await.ok()
}

/// Adds a webhook that sends the name of an agent to a receiver.
async fn add_webhook(server: &TestServer, receiver: &WebhookReceiver) -> Value {
    let body = json!({
        "pattern": format!("{}/in?h={{{{agent.hostname}}}}", receiver.url), "action_type": "rest",
        "rest_body": r#"{"host": "{{agent.hostname}}"}"#, "signing_secret": SECRET,
    });
    add(server, body).await
}

/// Runs a URL action for an agent; returns the key of the delivery.
async fn run(server: &TestServer, action: &Value, agent_id: &str) -> String {
    let body = json!({ "action": action["id"], "agent_id": agent_id });
    let reply = server.admin.patch("/core/urlaction/run/", body).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.header("x-delivery-id").to_owned()
}

async fn deliveries(server: &TestServer, action: &Value) -> Vec<Value> {
    let list = server.admin.get(&format!("{}deliveries/", path(action))).await.ok();
    list.as_array().unwrap().clone()
}

/// Waits until the newest delivery was tried so often, and returns it. Its job is done
/// then: one in hand would lose its lease as time passes, and send everything twice.
async fn until_tried(server: &TestServer, action: &Value, attempts: i64) -> Value {
    let tried = until("the webhook was tried", async || {
        let newest = deliveries(server, action).await.into_iter().next();
        newest.filter(|newest| newest["attempts"] == attempts)
    })
    .await;
    let in_hand = "select count(*) from jobs where kind = 'deliver_webhooks' and leased_by <> ''";
    until_equal(&0, async || sql::number(server.app.db.read(), in_hand, []).await.unwrap()).await;
    tried
}

/// Waits until the newest delivery is finished, and returns it.
async fn until_finished(server: &TestServer, action: &Value) -> Value {
    until("the webhook is finished", async || {
        let newest = deliveries(server, action).await.into_iter().next();
        newest.filter(|newest| newest["state"] != "pending")
    })
    .await
}

/// Checks a signature as a receiver does; returns its time.
#[track_caller]
fn verified(received: &ReceivedWebhook, secret: &str) -> i64 {
    let header = received.header("x-muster-signature");
    let (time, digest) = header.strip_prefix("t=").unwrap().split_once(",v1=").unwrap();
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    let signed = format!("{time}.{}", received.body);
    let digest = hex_bytes(digest, 32).unwrap();
    assert!(hmac::verify(&key, signed.as_bytes(), &digest).is_ok(), "{header}");
    time.parse().unwrap()
}

/// The audit log about URL actions, as lines.
async fn audit_lines(server: &TestServer) -> Vec<String> {
    let mut lines = server.audit_lines().await;
    lines.retain(|line| line.contains(" urlaction "));
    lines
}
