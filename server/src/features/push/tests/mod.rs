//! Notifications in one's own browsers, through the front door.

mod refusals;

use serde_json::{Value, json};

use crate::auth::Right;
use crate::clock;
use crate::hex::hex_digits;
use crate::storage::sql;
use crate::testing::{Client, PushService, TestServer};
use crate::time::Timestamp;

async fn list(caller: &Client) -> Value {
    caller.get("/accounts/push/").await.ok()["subscriptions"].clone()
}

fn path(browser: &Value) -> String {
    format!("/accounts/push/{}/", browser["id"])
}

#[tokio::test]
async fn a_browser_is_added_listed_changed_and_removed_by_its_owner() {
    clock::stop();
    let (server, service) = (TestServer::start().await, PushService::start().await);
    assert_eq!(list(&server.admin).await, json!([]));
    let browser = service.browser(" Firefox on Linux ");
    let added = server.admin.post("/accounts/push/", browser.subscription()).await.ok();
    let hash = ring::digest::digest(&ring::digest::SHA256, browser.endpoint.as_bytes());
    let mut expected = json!({
        "id": added["id"], "label": "Firefox on Linux", "min_severity": "warning",
        "endpoint_host": service.url.strip_prefix("http://").unwrap(),
        "endpoint_hash": hex_digits(hash.as_ref()),
        "created": Timestamp::now().to_string(), "last_sent": null, "last_error": "",
    });
    assert_eq!(added, expected);
    assert_eq!(list(&server.admin).await, json!([expected]));

    let form = json!({ "label": "Work", "min_severity": "error" });
    let changed = server.admin.put(&path(&added), form).await.ok();
    (expected["label"], expected["min_severity"]) = (json!("Work"), json!("error"));
    assert_eq!(changed, expected);
    let changed = server.admin.put(&path(&added), json!({ "label": null })).await.ok();
    expected["label"] = json!("");
    assert_eq!(changed, expected);
    assert_eq!(list(&server.admin).await, json!([expected]));

    let host = expected["endpoint_host"].as_str().unwrap();
    let sentence = format!("ended the notifications in a browser at {host}");
    assert_eq!(server.admin.delete(&path(&added)).await.ok(), json!(sentence));
    assert_eq!(list(&server.admin).await, json!([]));
    let expected = [
        "admin add user user admin gets notifications in browser Firefox on Linux".to_owned(),
        "admin modify user changed the notifications in browser Work".to_owned(),
        format!("admin modify user changed the notifications in a browser at {host}"),
        format!("admin delete user {sentence}"),
    ];
    assert_eq!(server.audit_lines().await, expected);
}

#[tokio::test]
async fn the_same_browser_again_replaces_what_is_stored_of_it() {
    let (server, service) = (TestServer::start().await, PushService::start().await);
    let mut body = service.browser("firefox").subscription();
    let first = server.admin.post("/accounts/push/", body.clone()).await.ok();
    (body["label"], body["min_severity"]) = (json!("other"), json!("info"));
    let second = server.admin.post("/accounts/push/", body.clone()).await.ok();
    assert_eq!((&second["id"], &second["label"]), (&first["id"], &json!("other")));
    assert_eq!(list(&server.admin).await, json!([second]));

    // Somebody else signs in there: they take it over, under another key.
    let other = server.caller_with(&[Right::ListAlerts]).await;
    let third = other.post("/accounts/push/", body).await.ok();
    assert_ne!(third["id"], first["id"]);
    assert_eq!((list(&server.admin).await, list(&other).await), (json!([]), json!([third])));
    let name = other.get("/accounts/me/").await.ok()["username"].clone();
    let name = name.as_str().unwrap();
    let expected = [
        format!("{name} add user user {name} gets notifications in browser other"),
        format!("{name} delete user browser other notifies user {name} from now on"),
    ];
    assert_eq!(server.audit_lines().await[2..], expected);
}

#[tokio::test]
async fn a_test_shows_what_the_push_service_answered() {
    let (server, service) = (TestServer::start().await, PushService::start().await);
    let body = service.browser("firefox").subscription();
    let test = format!("{}test/", path(&server.admin.post("/accounts/push/", body).await.ok()));
    service.answer(202, "queued");
    let answer = server.admin.post(&test, Value::Null).await.ok();
    assert_eq!(answer, json!({ "status": 202, "answer": "queued" }));
    let expected = json!({
        "title": "Muster", "body": "Notifications work in this browser.", "url": "/ui/account",
        "tag": "test",
    });
    assert_eq!(service.received()[0].content, expected);
    assert!(list(&server.admin).await[0]["last_sent"].is_string());

    service.answer(403, "wrong key");
    let refusal = server.admin.post(&test, Value::Null).await.refused(400, "push_failed");
    let sentence = "the push service answered: 403: wrong key";
    assert_eq!(refusal["detail"], sentence);
    assert_eq!(list(&server.admin).await[0]["last_error"], sentence);

    service.answer(410, "");
    let refusal = server.admin.post(&test, Value::Null).await.refused(400, "push_failed");
    let sentence = "the push service answered: 410; the browser was removed: switch \
                    notifications on again";
    assert_eq!(refusal["detail"], sentence);
    assert_eq!(list(&server.admin).await, json!([]));
    server.admin.post(&test, Value::Null).await.refused(404, "not_found");
}

#[tokio::test]
async fn the_address_of_a_browser_is_nowhere_to_be_read() {
    let (server, service) = (TestServer::start().await, PushService::start().await);
    let browser = service.browser("firefox");
    let secret = browser.endpoint.rsplit('/').next().unwrap();
    let added = server.admin.post("/accounts/push/", browser.subscription()).await;
    let id = serde_json::from_str::<Value>(&added.text).unwrap()["id"].clone();
    service.answer(400, &format!("{} is wrong", browser.endpoint));
    let test = format!("/accounts/push/{id}/test/");
    let tested = server.admin.post(&test, Value::Null).await;
    let listed = server.admin.get("/accounts/push/").await;
    let audit = server.admin.patch("/logs/audit/", json!({})).await;
    for reply in [added, tested, listed, audit] {
        assert!(!reply.text.contains(secret), "{}", reply.text);
    }
    let text = "select sealed from push_subscriptions";
    let sealed: Option<Vec<u8>> = sql::value(server.app.db.read(), text, []).await.unwrap();
    assert!(!String::from_utf8_lossy(&sealed.unwrap()).contains(secret));
}

#[tokio::test]
async fn browsers_of_a_deleted_user_are_deleted() {
    let (server, service) = (TestServer::start().await, PushService::start().await);
    let other = server.caller_with(&[]).await;
    other.post("/accounts/push/", service.browser("x").subscription()).await.ok();
    let id = other.get("/accounts/me/").await.ok()["id"].clone();
    server.admin.delete(&format!("/accounts/{id}/users/")).await.ok();
    let count = "select count(*) from push_subscriptions";
    assert_eq!(sql::number(server.app.db.read(), count, []).await.unwrap(), 0);
}
