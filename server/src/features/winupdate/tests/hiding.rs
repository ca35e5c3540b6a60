//! Updates that agents hide because they are ignored, and show again.

use muster_protocol::{Order, ScanUpdates, Update, capability};
use serde_json::json;

use super::of_windows::{found, list, scan, server_with_windows, windows_update};
use super::print_whole_scan;
use crate::storage::sql;
use crate::testing::{FakeAgent, TestServer, until_true};
use crate::time::Timestamp;

/// Asks for a scan.
async fn next_scan(server: &TestServer, agent: &mut FakeAgent) -> Order {
    let path = format!("/winupdate/{}/scan/", agent.identity.agent_id);
    server.admin.post(&path, json!({})).await.ok();
    agent.next_order().await
}

/// What a scan is to hide and to show.
fn wishes(order: &Order) -> (Vec<String>, Vec<String>) {
    let ScanUpdates { hide, show, .. } = order.read().unwrap();
    (hide, show)
}

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
}

async fn decide(server: &TestServer, guid: &str, action: &str) {
    let body = json!({ "guid": guid, "action": action });
    server.admin.post("/winupdate/bulk/", body).await.ok();
}

/// Whether the only agent is asked for a scan in the next round.
async fn is_due(server: &TestServer) -> bool {
    let text = "select count(*) from collections where scan_due <= $1";
    let now = Timestamp::now();
    sql::number(server.app.db.read(), text, [now.into()]).await.unwrap() == 1
}

fn hidden(update: &Update) -> Update {
    Update { is_held: true, ..update.clone() }
}

#[tokio::test]
async fn an_ignored_update_is_hidden_and_shown_again_when_that_is_decided_otherwise() {
    let (server, mut agent, _) = server_with_windows().await;
    let update = windows_update("a", "KB1", "First (KB1)");
    let other = windows_update("b", "KB2", "Second (KB2)");
    scan(&server, &mut agent, &found(&[update.clone(), other.clone()], false)).await;
    assert!(!is_due(&server).await);

    decide(&server, "a", "ignore").await;
    assert!(is_due(&server).await);
    let order = next_scan(&server, &mut agent).await;
    assert_eq!(wishes(&order), (texts(&["a"]), texts(&[])));
    let now = found(&[hidden(&update), other.clone()], false);
    print_whole_scan(&server, &mut agent, order, &now).await;
    let shown = &list(&server, &agent).await[0];
    assert_eq!((&shown["hidden"], &shown["action"]), (&json!(true), &json!("ignore")));
    let order = next_scan(&server, &mut agent).await;
    assert_eq!(wishes(&order), (texts(&[]), texts(&[])));
    print_whole_scan(&server, &mut agent, order, &now).await;

    decide(&server, "a", "nothing").await;
    assert!(is_due(&server).await);
    let order = next_scan(&server, &mut agent).await;
    assert_eq!(wishes(&order), (texts(&[]), texts(&["a"])));
    print_whole_scan(&server, &mut agent, order, &found(&[update, other], false)).await;
    assert_eq!(list(&server, &agent).await[0]["hidden"], false);
    let order = next_scan(&server, &mut agent).await;
    assert_eq!(wishes(&order), (texts(&[]), texts(&[])));
}

#[tokio::test]
async fn what_somebody_hid_at_the_computer_is_shown_only_when_it_is_approved() {
    let (server, mut agent, _) = server_with_windows().await;
    let update = hidden(&windows_update("a", "KB1", "First (KB1)"));
    scan(&server, &mut agent, &found(std::slice::from_ref(&update), false)).await;
    for action in ["ignore", "nothing", "inherit"] {
        decide(&server, "a", action).await;
        assert!(!is_due(&server).await, "{action}");
        let order = next_scan(&server, &mut agent).await;
        assert_eq!(wishes(&order), (texts(&[]), texts(&[])), "{action}");
        let now = found(std::slice::from_ref(&update), false);
        print_whole_scan(&server, &mut agent, order, &now).await;
    }

    let answer = server.admin.put("/winupdate/1/", json!({ "action": "approve" })).await.ok();
    assert_eq!(answer["hidden"], true);
    assert!(is_due(&server).await);
    let order = next_scan(&server, &mut agent).await;
    assert_eq!(wishes(&order), (texts(&[]), texts(&["a"])));
    let shown = Update { is_held: false, ..update };
    print_whole_scan(&server, &mut agent, order, &found(&[shown], false)).await;
    assert_eq!(server.admin.get("/agents/").await.ok()[0]["has_patches_pending"], true);
}

#[tokio::test]
async fn an_agent_that_cannot_hide_is_asked_for_nothing() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut identity = server.enrol(location, "pc-1").await;
    identity.capabilities.retain(|name| name != capability::HIDE_UPDATES);
    let mut agent = server.connect(&identity).await;
    let update = windows_update("a", "KB1", "First (KB1)");
    scan(&server, &mut agent, &found(&[update], false)).await;

    decide(&server, "a", "ignore").await;
    assert!(!is_due(&server).await);
    let order = next_scan(&server, &mut agent).await;
    assert_eq!(wishes(&order), (texts(&[]), texts(&[])));
}

#[tokio::test]
async fn a_patch_policy_that_ignores_a_severity_hides_nothing() {
    let (server, mut agent, _) = server_with_windows().await;
    let update = windows_update("a", "KB1", "First (KB1)");
    scan(&server, &mut agent, &found(&[update], false)).await;
    let path = format!("/agents/{}/", agent.identity.agent_id);
    let body = json!({ "winupdatepolicy": [{ "other": "ignore" }] });
    server.admin.put(&path, body).await.ok();

    until_true("the policy ignores it", async || {
        list(&server, &agent).await[0]["action"] == "ignore"
    })
    .await;
    let order = next_scan(&server, &mut agent).await;
    assert_eq!(wishes(&order), (texts(&[]), texts(&[])));
}
