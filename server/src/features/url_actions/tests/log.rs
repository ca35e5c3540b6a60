//! The log of deliveries, who sees it, and sending again.

use serde_json::{Value, json};

use super::{
    SECRET, add, add_webhook, audit_lines, deliveries, path, run, until_finished, verified,
};
use crate::auth::Right;
use crate::clock;
use crate::testing::{TestServer, WebhookReceiver};

fn resend(delivery: &Value) -> String {
    format!("/core/urlaction/deliveries/{}/resend/", delivery["id"])
}

#[tokio::test]
async fn a_delivery_is_sent_again_by_the_action_as_it_is_now() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.enrol(location, "pc-1").await.agent_id;
    let receiver = WebhookReceiver::start().await;
    receiver.answer(401, "who are you?");
    let hook = add_webhook(&server, &receiver).await;
    run(&server, &hook, &agent).await;
    let old = until_finished(&server, &hook).await;
    assert_eq!((&old["state"], &old["answer"]), (&json!("failed"), &json!("who are you?")));

    let header = json!({ "rest_headers": { "Authorization": "Bearer x" } });
    server.admin.put(&path(&hook), header).await.ok();
    let new = server.admin.post(&resend(&old), json!({})).await.ok();

    assert_eq!(new["cause"], format!("delivery {} sent again by admin", old["id"]));
    assert_eq!((&new["agent_id"], &new["action"]), (&json!(agent), &hook["id"]));
    let delivered = until_finished(&server, &hook).await;
    let seen = (&delivered["id"], &delivered["state"]);
    assert_eq!(seen, (&new["id"], &json!("delivered")));
    let received = receiver.received();
    assert_eq!(received[0].body, received[1].body);
    assert_eq!(received[1].header("authorization"), "Bearer x");
    assert_eq!(received[1].header("x-muster-delivery"), new["id"].to_string());
    verified(&received[1], SECRET);
    let line =
        format!("admin url_action urlaction sent webhook delivery {} again on pc-1", old["id"]);
    assert_eq!(audit_lines(&server).await.last().unwrap(), &line);
    let ids: Vec<Value> =
        deliveries(&server, &hook).await.iter().map(|one| one["id"].clone()).collect();
    assert_eq!(ids, [new["id"].clone(), old["id"].clone()]);
}

#[tokio::test]
async fn what_is_still_tried_or_not_there_is_not_sent_again() {
    // The second try, which works, would come after ten seconds.
    clock::stop();
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.enrol(location, "pc-1").await.agent_id;
    let receiver = WebhookReceiver::start().await;
    receiver.answer(500, "");
    let hook = add_webhook(&server, &receiver).await;
    run(&server, &hook, &agent).await;
    let open = super::until_tried(&server, &hook, 1).await;
    let refusal = server.admin.post(&resend(&open), json!({})).await.refused(409, "conflict");
    assert_eq!(refusal["detail"], "It is still being tried.");
    let missing = json!({ "id": 999_999 });
    server.admin.post(&resend(&missing), json!({})).await.refused(404, "not_found");
    let path = "/core/urlaction/999999/deliveries/";
    server.admin.get(path).await.refused(404, "not_found");
}

#[tokio::test]
async fn a_caller_with_a_scope_sees_and_sends_only_what_is_in_it() {
    let server = TestServer::start().await;
    let (own, other) = (server.add_site("A", "Main").await, server.add_site("B", "Main").await);
    let (mine, theirs) = (server.enrol(own, "mine").await, server.enrol(other, "theirs").await);
    let receiver = WebhookReceiver::start().await;
    let hook = json!({ "pattern": receiver.url, "action_type": "rest" });
    let hook = add(&server, hook).await;
    let rights = [Right::RunUrlactions];
    let by_client = server.scoped_caller(&rights, &[own.client], &[]).await;
    let by_site = server.scoped_caller(&rights, &[], &[own.site]).await;
    let subjects = [
        ("agent_id", json!(mine.agent_id)),
        ("agent_id", json!(theirs.agent_id)),
        ("site", json!(own.site)),
        ("site", json!(other.site)),
        ("client", json!(own.client)),
        ("client", json!(other.client)),
    ];
    for (name, value) in &subjects {
        let mut body = json!({ "action": hook["id"] });
        body[*name] = value.clone();
        server.admin.patch("/core/urlaction/run/", body).await.ok();
        until_finished(&server, &hook).await;
    }
    let all = deliveries(&server, &hook).await;
    let list = format!("{}deliveries/", path(&hook));
    let seen = |list: &Value| list.as_array().unwrap().clone();
    for caller in [&by_client, &by_site] {
        let expected = [all[1].clone(), all[3].clone(), all[5].clone()];
        assert_eq!(seen(&caller.get(&list).await.ok()), expected);
        for hidden in [&all[0], &all[2], &all[4]] {
            caller.post(&resend(hidden), json!({})).await.refused(404, "not_found");
        }
    }
    by_site.post(&resend(&all[5]), json!({})).await.ok();
    until_finished(&server, &hook).await;

    server.admin.delete(&format!("/agents/{}/", theirs.agent_id)).await.ok();
    let left = deliveries(&server, &hook).await;
    assert!(left.iter().all(|one| one["hostname"] != "theirs"), "{left:?}");
    server.admin.post(&resend(&all[4]), json!({})).await.refused(404, "not_found");
}

#[tokio::test]
async fn the_log_goes_with_its_url_action() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.enrol(location, "pc-1").await.agent_id;
    let receiver = WebhookReceiver::start().await;
    let hook = add_webhook(&server, &receiver).await;
    run(&server, &hook, &agent).await;
    let delivery = until_finished(&server, &hook).await;
    server.admin.delete(&path(&hook)).await.ok();
    server.admin.get(&format!("{}deliveries/", path(&hook))).await.refused(404, "not_found");
    server.admin.post(&resend(&delivery), json!({})).await.refused(404, "not_found");
}
