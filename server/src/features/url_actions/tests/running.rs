//! Running URL actions: what the caller is answered.

use serde_json::{Value, json};

use super::{SECRET, add, add_webhook, audit_lines, deliveries, run, until_finished, verified};
use crate::auth::Right;
use crate::testing::{Client, Reply, TestServer, WebhookReceiver};

async fn run_by(caller: &Client, body: Value) -> Reply {
    caller.patch("/core/urlaction/run/", body).await
}

#[tokio::test]
async fn an_address_is_answered_with_its_values_encoded() {
    let server = TestServer::start().await;
    let location = server.add_site("Müller & Sons", "Main/1").await;
    let agent = server.enrol(location, "pc 1").await.agent_id;
    let field = json!({ "model": "client", "name": "asset tag", "default_value_string": "a?b" });
    server.admin.post("/core/customfields", field).await.ok();
    server.admin.post("/core/keystore/", json!({ "name": "wiki", "value": "w-1" })).await.ok();
    let pattern = "https://{{global.wiki}}/{{client.name}}/{{site.name}}?t={{client.asset tag}}";
    let page = add(&server, json!({ "name": "Wiki", "pattern": pattern })).await;
    let expected = "https://w-1/M%C3%BCller%20%26%20Sons/Main%2F1?t=a%3Fb";
    for body in [
        json!({ "action": page["id"], "agent_id": agent }),
        json!({ "action": page["id"], "site": location.site, "client": null }),
        json!({ "action": page["id"].to_string(), "site": location.site.to_string() }),
    ] {
        let reply = run_by(&server.admin, body).await;
        assert_eq!(reply.header("x-delivery-id"), "");
        assert_eq!(reply.ok(), expected);
    }
    let page =
        add(&server, json!({ "pattern": "ssh://{{agent.hostname}}/{{agent.agent_id}}" })).await;
    let body = json!({ "action": page["id"], "agent_id": agent });
    let opened = run_by(&server.admin, body).await.ok();
    assert_eq!(opened, format!("ssh://pc%201/{agent}"));

    let lines = audit_lines(&server).await;
    assert_eq!(lines[1], "admin url_action urlaction ran URL action Wiki on pc 1");
    assert_eq!(lines[2], "admin url_action urlaction ran URL action Wiki on site Main/1");
    let rows = server.audit().await;
    let row = rows.iter().rev().find(|row| row["action"] == "url_action").unwrap();
    assert_eq!((&row["agent_id"], &row["after_value"]), (&json!(agent), &json!({ "url": opened })));
}

#[tokio::test]
async fn what_cannot_be_run_is_refused_with_the_reason() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.enrol(location, "pc-1").await.agent_id;
    let key = json!({ "name": "token", "value": "kanarienvogel", "secret": true });
    server.admin.post("/core/keystore/", key).await.ok();
    let page =
        add(&server, json!({ "pattern": "https://h/{{agent.hostname}}{{global.token}}" })).await;
    let before = audit_lines(&server).await.len();
    let problems = async |body: Value| run_by(&server.admin, body).await.problems();

    let expected = json!({
        "action": ["This field is required."], "agent_id": ["Choose an agent, a site or a client."],
    });
    assert_eq!(problems(json!({})).await, expected);
    let both = json!({ "action": page["id"], "agent_id": agent, "site": location.site });
    let expected = json!({ "agent_id": ["Choose only one of agent_id, site and client."] });
    assert_eq!(problems(both).await, expected);
    let secret = "{{global.token}} is secret, and the address would show it.";
    let body = json!({ "action": page["id"], "agent_id": agent });
    assert_eq!(problems(body).await, json!({ "pattern": [secret] }));
    let client = json!({ "action": page["id"], "client": location.client });
    let expected = json!({ "pattern": ["{{agent.hostname}} has no value.", secret] });
    assert_eq!(problems(client).await, expected);

    for missing in [
        json!({ "action": 999_999, "agent_id": agent }),
        json!({ "action": page["id"], "agent_id": "nobody" }),
        json!({ "action": page["id"], "agent_id": "999999" }),
        json!({ "action": page["id"], "site": 999_999 }),
        json!({ "action": page["id"], "client": 999_999 }),
    ] {
        run_by(&server.admin, missing).await.refused(404, "not_found");
    }
    assert_eq!(audit_lines(&server).await.len(), before);
}

#[tokio::test]
async fn what_is_out_of_scope_is_not_found() {
    let server = TestServer::start().await;
    let (own, other) = (server.add_site("A", "Main").await, server.add_site("B", "Main").await);
    let (mine, theirs) = (server.enrol(own, "mine").await, server.enrol(other, "theirs").await);
    let page = add(&server, json!({ "pattern": "https://h/{{client.name}}" })).await;
    let caller = server.scoped_caller(&[Right::RunUrlactions], &[own.client], &[]).await;
    let body = json!({ "action": page["id"], "agent_id": mine.agent_id });
    assert_eq!(run_by(&caller, body).await.ok(), "https://h/A");
    let key = server.admin.get(&format!("/agents/{}/", theirs.agent_id)).await.ok()["id"].clone();
    for (name, value) in [
        ("agent_id", json!(theirs.agent_id)),
        ("agent_id", key),
        ("site", json!(other.site)),
        ("client", json!(other.client)),
    ] {
        let mut body = json!({ "action": page["id"] });
        body[name] = value;
        run_by(&caller, body).await.refused(404, "not_found");
    }
}

#[tokio::test]
async fn a_webhook_is_sent_signed_in_the_background() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.enrol(location, "pc \"1\"").await.agent_id;
    let receiver = WebhookReceiver::start().await;
    let hook = add_webhook(&server, &receiver).await;

    let id = run(&server, &hook, &agent).await;

    let received = receiver.wait_for(1).await.remove(0);
    assert_eq!((received.method.as_str(), received.path.as_str()), ("POST", "/in?h=pc%20%221%22"));
    assert_eq!(received.body, r#"{"host": "pc \"1\""}"#);
    assert_eq!(received.header("content-type"), "application/json");
    assert_eq!(received.header("x-muster-delivery"), id);
    verified(&received, SECRET);
    let delivery = until_finished(&server, &hook).await;
    let agent_key = server.admin.get(&format!("/agents/{agent}/")).await.ok()["id"].clone();
    let expected = json!({
        "id": id.parse::<i64>().unwrap(), "action": hook["id"], "cause": "run by admin",
        "username": "admin", "agent": agent_key, "agent_id": agent, "hostname": "pc \"1\"",
        "state": "delivered", "url": format!("{}/in?h=pc%20%221%22", receiver.url),
        "status": 200, "error": "", "answer": "ok", "attempts": 1, "next_attempt": null,
        "created": delivery["created"], "finished": delivery["finished"],
    });
    assert_eq!(delivery, expected);
    let line = "admin url_action urlaction ran URL action hook on pc \"1\"";
    assert_eq!(audit_lines(&server).await.last().unwrap(), line);
}

#[tokio::test]
async fn a_webhook_without_all_its_values_is_not_sent() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.enrol(location, "pc-1").await.agent_id;
    let receiver = WebhookReceiver::start().await;
    let hook = json!({
        "pattern": receiver.url, "action_type": "rest", "rest_body": "{{alert.message}}",
        "rest_headers": { "X": "{{agent.none}}" },
    });
    let hook = add(&server, hook).await;
    let body = json!({ "action": hook["id"], "agent_id": agent });
    let expected = json!({
        "rest_body": ["{{alert.message}} has no value."],
        "rest_headers": ["{{agent.none}} has no value."],
    });
    assert_eq!(run_by(&server.admin, body).await.problems(), expected);
    assert!(deliveries(&server, &hook).await.is_empty() && receiver.received().is_empty());
}
