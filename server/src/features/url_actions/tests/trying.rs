//! Trying out webhooks: what the other side answers.

use serde_json::{Value, json};

use super::{SECRET, add, audit_lines, verified};
use crate::auth::Right;
use crate::testing::{Client, Reply, TestServer, WebhookReceiver};

async fn try_out(caller: &Client, body: Value) -> Reply {
    caller.post("/core/urlaction/run/test/", body).await
}

/// A test about nothing, with these fields on top.
fn about_nothing(pattern: &str, more: Value) -> Value {
    let mut body = json!({
        "pattern": pattern, "rest_method": "post", "rest_body": "", "rest_headers": "",
        "run_instance_type": "none", "run_instance_id": null,
    });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

#[tokio::test]
async fn a_test_shows_address_body_status_and_answer() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.enrol(location, "pc-1").await.agent_id;
    let receiver = WebhookReceiver::start().await;
    receiver.answer(418, "I am a teapot");
    let body = json!({
        "pattern": format!("{}/{{{{site.name}}}}", receiver.url), "rest_method": "put",
        "rest_body": "{\"m\": \"{{alert.message}}\", \"h\": \"{{agent.hostname}}\"}",
        "rest_headers": "{\"X-Severity\": \"{{alert.severity}}\"}",
        "run_instance_type": "agent", "run_instance_id": agent,
    });
    let sent = "{\"m\": \"Test alert from Muster\", \"h\": \"pc-1\"}";
    let expected = json!({
        "url": format!("{}/Main", receiver.url), "result": "I am a teapot", "body": sent,
        "status": 418,
    });
    assert_eq!(try_out(&server.admin, body).await.ok(), expected);
    let received = receiver.received().remove(0);
    assert_eq!((received.method.as_str(), received.body.as_str()), ("PUT", sent));
    assert_eq!(received.header("x-severity"), "info");
    assert_eq!(received.header("x-muster-signature"), "");
    let expected = ["admin url_action urlaction tried out a webhook on pc-1"];
    assert_eq!(audit_lines(&server).await, expected);

    for (kind, id, name) in
        [("client", location.client, "Acme"), ("site", location.site, "Acme"), ("none", 0, "")]
    {
        let text = if name.is_empty() { "" } else { "{{client.name}}" };
        let more = json!({ "run_instance_type": kind, "run_instance_id": id, "rest_body": text });
        let tried = try_out(&server.admin, about_nothing(&receiver.url, more)).await.ok();
        assert_eq!((&tried["body"], &tried["status"]), (&json!(name), &json!(200)), "{kind}");
    }
}

#[tokio::test]
async fn a_server_that_cannot_be_reached_is_a_result_and_an_internal_one_is_refused() {
    let server = TestServer::start().await;
    let tried = try_out(&server.admin, about_nothing("http://127.0.0.1:1/", json!({}))).await.ok();
    assert_eq!(tried["status"], Value::Null);
    assert!(!tried["result"].as_str().unwrap().is_empty());
    let receiver = WebhookReceiver::start().await;
    receiver.redirect(307, "http://10.0.0.1/");
    let tried = try_out(&server.admin, about_nothing(&receiver.url, json!({}))).await.ok();
    let expected = "10.0.0.1 is on the server's own machine or in a private network, and the \
                    setting OUTBOUND_ALLOW does not name it";
    assert_eq!((&tried["status"], &tried["result"]), (&Value::Null, &json!(expected)));

    let strict = TestServer::start_with(|settings| settings.outbound_allow.clear()).await;
    for inside in [receiver.url.as_str(), "http://localhost/", "http://[::1]/", "http://10.1.2.3/"]
    {
        let problems = try_out(&strict.admin, about_nothing(inside, json!({}))).await.problems();
        let sentence = problems["pattern"][0].as_str().unwrap();
        assert!(sentence.contains("OUTBOUND_ALLOW"), "{inside}: {sentence}");
    }
    assert_eq!(receiver.received().len(), 1);
    assert!(audit_lines(&strict).await.is_empty());
}

#[tokio::test]
async fn secrets_are_sent_and_not_shown() {
    let server = TestServer::start().await;
    let key = json!({ "name": "token", "value": "kanarienvogel", "secret": true });
    server.admin.post("/core/keystore/", key).await.ok();
    let receiver = WebhookReceiver::start().await;
    receiver.answer(200, "you sent kanarienvogel and Bearer 14142135");
    let more = json!({
        "rest_body": "{{global.token}}", "rest_headers": { "Authorization": "Bearer 14142135" },
    });
    let pattern = format!("{}/{{{{global.token}}}}", receiver.url);
    let tried = try_out(&server.admin, about_nothing(&pattern, more)).await.ok();
    let expected = json!({
        "url": format!("{}/********", receiver.url), "body": "********", "status": 200,
        "result": "you sent ************* and ***************",
    });
    assert_eq!(tried, expected);
    let received = receiver.received().remove(0);
    assert_eq!(
        (received.path.as_str(), received.body.as_str()),
        ("/kanarienvogel", "kanarienvogel")
    );
    assert_eq!(received.header("authorization"), "Bearer 14142135");
}

#[tokio::test]
async fn stored_secrets_go_only_where_they_are_stored_for() {
    let server = TestServer::start().await;
    let receiver = WebhookReceiver::start().await;
    server.admin.post("/core/keystore/", json!({ "name": "k", "value": "v-1" })).await.ok();
    let body = json!({
        "pattern": receiver.url, "action_type": "rest", "signing_secret": SECRET,
        "rest_headers": { "X-Token": "kanarienvogel" }, "rest_body": "{{global.k}}",
    });
    let hook = add(&server, body).await;
    let technician = server.caller_with(&[Right::RunUrlactions]).await;
    let same = json!({
        "id": hook["id"], "rest_headers": hook["rest_headers"], "rest_body": "{{global.k}}",
    });
    try_out(&technician, about_nothing(&receiver.url, same.clone())).await.ok();
    let received = receiver.received().remove(0);
    assert_eq!((received.header("x-token"), received.body.as_str()), ("kanarienvogel", "v-1"));
    verified(&received, SECRET);

    let elsewhere = format!("{}/elsewhere", receiver.url);
    let refused = try_out(&technician, about_nothing(&elsewhere, same)).await.problems();
    let mask = "X-Token: this is the mask of a value: enter the value.";
    assert_eq!(refused, json!({ "rest_headers": [mask] }));
    let ad_hoc = json!({ "id": hook["id"], "rest_body": "{{global.k}} and more" });
    let refused = try_out(&technician, about_nothing(&receiver.url, ad_hoc)).await.problems();
    let sentence = "{{global.k}} can only be used by people who may see the key store.";
    assert_eq!(refused, json!({ "rest_body": [sentence] }));
    // Another secret for the test alone.
    let own = json!({ "id": hook["id"], "signing_secret": "another one for this test" });
    try_out(&technician, about_nothing(&elsewhere, own)).await.ok();
    verified(&receiver.received().remove(1), "another one for this test");
    assert_eq!(receiver.received().len(), 2);
}

#[tokio::test]
async fn all_problems_of_a_test_are_reported_at_once() {
    let server = TestServer::start().await;
    let required = json!(["This field is required."]);
    let expected = json!({
        "pattern": required, "rest_method": required, "rest_body": required,
        "rest_headers": required, "run_instance_type": required,
    });
    assert_eq!(try_out(&server.admin, json!({})).await.problems(), expected);
    let wrong = json!({
        "rest_method": "x", "rest_headers": "x", "run_instance_type": "fleet", "id": "x",
        "signing_secret": "short",
    });
    let expected = json!({
        "pattern": ["Must begin with https:// or http://."],
        "rest_method": ["Must be one of get, post, put, delete, patch."],
        "rest_headers": ["Must be a JSON object of texts."],
        "run_instance_type": ["Must be one of agent, client, site, none."],
        "id": ["Must be a whole number."],
        "signing_secret": ["Must have at least 16 characters."],
    });
    let problems = try_out(&server.admin, about_nothing("ftp://h/", wrong)).await.problems();
    assert_eq!(problems, expected);
    let cases = [
        ("agent", Value::Null, "Choose an agent."),
        ("site", json!(""), "Choose a site."),
        ("client", Value::Null, "Choose a client."),
        ("client", json!("x"), "Must be a whole number."),
    ];
    for (kind, id, sentence) in cases {
        let more = json!({ "run_instance_type": kind, "run_instance_id": id });
        let problems = try_out(&server.admin, about_nothing("https://h/", more)).await.problems();
        assert_eq!(problems, json!({ "run_instance_id": [sentence] }));
    }
    assert!(audit_lines(&server).await.is_empty());
}

#[tokio::test]
async fn while_everything_is_frozen_nothing_is_sent() {
    let server = TestServer::start().await;
    let receiver = WebhookReceiver::start().await;
    server.admin.post("/core/freeze/", json!({})).await.ok();
    let tried = try_out(&server.admin, about_nothing(&receiver.url, json!({}))).await;
    tried.refused(409, "frozen");
    assert!(receiver.received().is_empty());
}
