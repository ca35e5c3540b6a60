//! Viewers who may only watch.

use muster_remote::Grant;

use super::*;
use crate::testing::until_equal;

/// Opens a terminal to watch it.
async fn open_to_watch(server: &TestServer, agent: &mut FakeAgent) -> (Value, OpenRemote) {
    let mut body = terminal(agent);
    body["view_only"] = json!(true);
    open(&server.admin, agent, body).await
}

#[tokio::test]
async fn who_opens_or_joins_to_watch_has_it_in_the_grant_the_list_and_the_audit_log() {
    let (server, mut agent) = server_with_agent().await;
    let (opened, first) = open_to_watch(&server, &mut agent).await;
    let other = caller(&server, &[Right::UseTerminal]).await;
    let session = &opened["session"];
    let body = json!({ "public_key": key(), "view_only": true });
    let (_, second) = join_with(&other, &mut agent, session, body).await;
    let (_, third) = join(&other, &mut agent, session).await;

    let expected = json!([true, true, false]);
    let granted = [first, second, third].map(|asked| {
        let grant: Grant = serde_json::from_str(&asked.grant).unwrap();
        grant.view_only
    });
    assert_eq!(json!(granted), expected);
    let listed = server.admin.get(SESSIONS).await.ok();
    let viewers = listed[0]["viewers"].as_array().unwrap();
    let shown: Vec<&Value> = viewers.iter().map(|viewer| &viewer["view_only"]).collect();
    assert_eq!(json!(shown), expected);
    let mut rows = server.audit().await;
    rows.retain(|row| row["action"] == "remote_session");
    let logged: Vec<&Value> = rows.iter().map(|row| &row["after_value"]["view_only"]).collect();
    assert_eq!(json!(logged), expected);
}

#[tokio::test]
async fn who_only_watches_is_no_driver_whatever_an_agent_reports() {
    let (server, mut agent) = server_with_agent().await;
    let (opened, asked) = open_to_watch(&server, &mut agent).await;
    let (_viewer, mut helper) = pair(&server, &opened, &asked).await;
    helper.send(json!({ "type": "event", "event": "driver", "viewer": opened["viewer"] })).await;
    // Reports are recorded in their order.
    helper.send(json!({ "type": "event", "event": "consent", "answer": "granted" })).await;
    let shown = async || read(&server, &opened).await["consent_answer"].clone();
    until_equal(&json!("granted"), shown).await;
    assert_eq!(read(&server, &opened).await["viewers"][0]["is_driver"], false);
}
