//! What becomes of a notification that was enqueued for a browser.

use std::time::Duration;

use serde_json::Value;

use super::super::{SEND_PUSH_KIND, make_key, read_key};
use super::*;
use crate::auth::Identity as Caller;
use crate::clock;
use crate::features::freeze::thaw_now;
use crate::testing::until;
use crate::time::Timestamp;

/// A server with an agent, and a browser of the administrator at a push service.
async fn stage() -> (TestServer, PushService, AgentKey, i64) {
    let (server, service) = (TestServer::start().await, PushService::start().await);
    let site = server.add_site("Acme", "Main").await;
    let agent = key_of(&server, &server.enrol(site, "pc-1").await).await;
    let id = subscribe(&server.admin, &service, "firefox", "info").await;
    (server, service, agent, id)
}

async fn browsers(server: &TestServer) -> Value {
    server.admin.get("/accounts/push/").await.ok()["subscriptions"].clone()
}

/// Waits until the job has failed so often; returns the error of the last try.
async fn until_failed(server: &TestServer, tries: i64) -> String {
    let text = "select last_error from jobs
                 where kind = 'send_push' and attempts = $1 and leased_by = ''";
    until("the job has failed", async || {
        let error = sql::value(server.app.db.read(), text, [tries.into()]).await.unwrap();
        error.filter(|error: &String| !error.is_empty())
    })
    .await
}

#[tokio::test]
async fn a_browser_gets_the_alert_signed_with_the_key_that_it_subscribed_with() {
    clock::stop();
    let (server, service, agent, _) = stage().await;
    let settings = json!({ "smtp_from_email": "muster@example.com" });
    server.admin.put("/core/settings/", settings).await.ok();

    push(&server, &about(agent, "Disk full")).await;

    let received = service.received();
    assert_eq!(received.len(), 1);
    let expected = json!({
        "title": "Disk full", "body": "C: has 1 GB left", "url": "/ui/alerts/7",
        "tag": "Disk full",
    });
    assert_eq!(received[0].content, expected);
    let own = server.admin.get("/accounts/push/").await.ok();
    assert_eq!(json!(received[0].signed_by), own["public_key"]);
    let expires = Timestamp::now().seconds() + 12 * 60 * 60;
    let claims = json!({ "aud": service.url, "exp": expires, "sub": "mailto:muster@example.com" });
    assert_eq!(received[0].claims, claims);
    assert_eq!(received[0].headers[..2], ["86400", "high"]);
    let browser = &own["subscriptions"][0];
    let now = Timestamp::now().to_string();
    assert_eq!((&browser["last_sent"], &browser["last_error"]), (&json!(now), &json!("")));
}

#[tokio::test]
async fn a_notification_is_tried_again_after_growing_pauses_until_it_is_accepted() {
    clock::stop();
    let (server, service, agent, _) = stage().await;
    service.answer(429, "slow down");
    service.answer(503, "");
    enqueue(&server, &about(agent, "Disk full")).await;
    let mut errors = Vec::new();
    for tries in 1..=2 {
        errors.push(until_failed(&server, tries).await);
        assert_eq!(browsers(&server).await[0]["last_error"], errors[errors.len() - 1]);
        clock::advance(Duration::from_secs(60));
    }
    until_sent(&server).await;

    let expected = ["the push service answered: 429: slow down", "the push service answered: 503"];
    assert_eq!(errors, expected);
    assert_eq!(service.titles(), ["firefox: Disk full"; 3]);
    assert_eq!(browsers(&server).await[0]["last_error"], "");
}

#[tokio::test]
async fn a_resolved_alert_takes_the_slot_of_the_failure_that_waits() {
    clock::stop();
    let (server, service, agent, _) = stage().await;
    service.answer(503, "");
    let failed = about(agent, "Disk full");
    enqueue(&server, &failed).await;
    until_failed(&server, 1).await;
    let mut resolved = failed;
    resolved.notification.title = "Resolved: Disk full".to_owned();
    enqueue(&server, &resolved).await;
    until_sent(&server).await;
    assert_eq!(service.titles(), ["firefox: Disk full", "firefox: Resolved: Disk full"]);
}

#[tokio::test]
async fn a_browser_that_its_push_service_has_forgotten_is_removed() {
    for status in [404, 410] {
        let (server, service, agent, _) = stage().await;
        service.answer(status, "unsubscribed");
        push(&server, &about(agent, "Disk full")).await;
        assert_eq!(browsers(&server).await, json!([]));
        let last = "system delete user removed browser firefox from notifications: its push \
                    service has forgotten it";
        assert_eq!(server.audit_lines().await.last().unwrap(), last);
        push(&server, &about(agent, "Still full")).await;
        assert_eq!(service.titles(), ["firefox: Disk full"]);
    }
}

#[tokio::test]
async fn a_notification_that_is_refused_is_not_tried_again_and_the_debug_log_has_the_reason() {
    let (server, service, agent, _) = stage().await;
    service.answer(403, "wrong key");
    push(&server, &about(agent, "Disk full")).await;
    assert_eq!(service.titles(), ["firefox: Disk full"]);
    let error = "the push service answered: 403: wrong key";
    assert_eq!(browsers(&server).await[0]["last_error"], error);
    let host = service.url.strip_prefix("http://").unwrap();
    let expected = format!("error: a notification for admin was not sent to {host}: {error}");
    let text = "select log_level || ': ' || message from debug_logs
                 where log_type = 'system_issues' and message like 'a notification %'";
    let logged = async || sql::values::<String>(server.app.db.read(), text, []).await.unwrap();
    until_equal(&vec![expected], logged).await;
}

#[tokio::test]
async fn rights_are_checked_again_when_a_notification_that_waited_is_sent() {
    clock::stop();
    let (server, service, agent, _) = stage().await;
    let rights = [crate::auth::Right::ListAlerts];
    let caller = server.caller_with(&rights).await;
    subscribe(&caller, &service, "chrome", "info").await;
    // Both browsers are told to wait.
    service.answer(503, "");
    service.answer(503, "");
    enqueue(&server, &about(agent, "Disk full")).await;
    let failed = "select count(*) from jobs
                   where kind = 'send_push' and attempts = 1 and leased_by = ''";
    until_equal(&2, async || sql::number(server.app.db.read(), failed, []).await.unwrap()).await;

    change(&server, "update roles set rights = '[]'").await;
    clock::advance(Duration::from_secs(60));
    until_sent(&server).await;
    let expected = ["chrome: Disk full", "firefox: Disk full", "firefox: Disk full"];
    assert_eq!(service.titles(), expected);
}

#[tokio::test]
async fn notifications_wait_while_everything_is_frozen() {
    clock::stop();
    let (server, service, agent, id) = stage().await;
    server.admin.post("/core/freeze/", json!({})).await.ok();
    let job = super::super::send::push_job(id, &about(agent, "Disk full"));
    assert_eq!(job.kind, SEND_PUSH_KIND);
    super::super::send_push(server.app.clone(), job.payload).await.unwrap();
    super::super::distribute(
        server.app.clone(),
        serde_json::to_value(about(agent, "Second")).unwrap(),
    )
    .await
    .unwrap();
    assert!(service.received().is_empty());

    thaw_now(&server.app, &Caller::console(), None).await.unwrap();
    // At once: a job that runs while time passes loses its lease, and runs again.
    clock::advance(Duration::from_secs(301));
    until_sent(&server).await;
    assert_eq!(service.titles(), ["firefox: Disk full", "firefox: Second"]);
}

#[tokio::test]
async fn the_key_of_the_installation_is_made_once_and_stored_sealed() {
    let server = TestServer::start().await;
    let read =
        async || read_key(server.app.db.read(), &server.app.vault).await.unwrap().public_key();
    let first = read().await;
    change(&server, "delete from push_keys").await;
    let (one, other) = tokio::join!(make_key(&server.app), make_key(&server.app));
    one.unwrap();
    other.unwrap();
    let second = read().await;
    make_key(&server.app).await.unwrap();
    assert_eq!(read().await, second);
    assert_ne!(first, second);
    let count = "select count(*) from push_keys";
    assert_eq!(sql::number(server.app.db.read(), count, []).await.unwrap(), 1);
}
