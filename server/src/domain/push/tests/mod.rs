//! Alerts for browsers, sent to a push service of the test's own.

mod recipients;
mod sending;

use muster_alerting::Severity;
use serde_json::json;

use super::{Notification, PushAlert, push_alert};
use crate::ids::AgentKey;
use crate::storage::sql;
use crate::testing::{Client, Identity, PushService, TestServer, until_equal};

/// An alert about an agent.
fn about(agent: AgentKey, title: &str) -> PushAlert {
    let notification = Notification {
        title: title.to_owned(),
        body: "C: has 1 GB left".to_owned(),
        url: "/ui/alerts/7".to_owned(),
        tag: title.to_owned(),
    };
    let severity = Severity::Error;
    PushAlert { agent: Some(agent), client: None, site: None, severity, user: None, notification }
}

async fn key_of(server: &TestServer, agent: &Identity) -> AgentKey {
    let text = "select id from agents where agent_id = $1";
    let id = sql::number(server.app.db.read(), text, [agent.agent_id.clone().into()]).await;
    AgentKey(id.unwrap())
}

/// A browser of this caller at the service; returns the key of its subscription.
async fn subscribe(caller: &Client, service: &PushService, name: &str, severity: &str) -> i64 {
    let mut body = service.browser(name).subscription();
    body["min_severity"] = json!(severity);
    caller.post("/accounts/push/", body).await.ok()["id"].as_i64().unwrap()
}

async fn enqueue(server: &TestServer, alert: &PushAlert) {
    let write = server.app.db.begin().await.unwrap();
    push_alert(&server.app, &write, alert).await.unwrap();
    write.commit().await.unwrap();
    server.app.jobs.wake().await;
}

/// Sends an alert, and waits until nothing is left to be sent.
async fn push(server: &TestServer, alert: &PushAlert) {
    enqueue(server, alert).await;
    until_sent(server).await;
}

async fn until_sent(server: &TestServer) {
    let count = "select count(*) from jobs where kind in ('push_alert', 'send_push')";
    until_equal(&0, async || sql::number(server.app.db.read(), count, []).await.unwrap()).await;
}

async fn change(server: &TestServer, text: &str) {
    let write = server.app.db.begin().await.unwrap();
    sql::execute(&write, text, []).await.unwrap();
    write.commit().await.unwrap();
}
