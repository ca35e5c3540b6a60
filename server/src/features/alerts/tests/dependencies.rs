//! Agents and checks behind one that is away or fails.

use muster_alerting::Severity;
use serde_json::{Value, json};

use super::network::{MINUTE, Network, change_agents};
use super::{add_check, happens, list, pick, settled};
use crate::clock;
use crate::domain::alert_events::{Happening, Source};
use crate::testing::until_equal;

#[tokio::test]
async fn agents_behind_one_that_is_away_are_listed_in_its_alert_and_send_nothing() {
    let network = Network::new().await;
    network.leave(&[network.pc(), network.switch.1, network.router.1]).await;
    assert_eq!(network.open().await, [] as [&str; 0]);
    network.pass(2).await;

    let message = "router was not seen for 30 minutes\nunreachable behind it: pc-1, switch";
    assert_eq!(network.open().await, [message]);
    assert_eq!(network.scene.subjects(), ["router is unreachable"]);
    let mail = network.scene.smtp.delivered().remove(0).content;
    assert!(mail.contains("unreachable behind it: pc-1, switch"), "{mail}");
    let alert = network.scene.alerts().await.remove(0);
    let context = format!("/alerts/{}/context/", alert["id"]);
    let covers = network.scene.server.admin.get(&context).await.ok()["covers"].clone();
    let names = ["hostname", "suppressed", "covered_by"];
    let covers: Vec<Value> =
        covers.as_array().unwrap().iter().map(|one| pick(one, &names)).collect();
    let covered =
        |name: &str| json!({ "hostname": name, "suppressed": true, "covered_by": alert["id"] });
    assert_eq!(covers, [covered("pc-1"), covered("switch")]);
    assert_eq!(network.is_unreachable(&network.scene.agent).await, true);
}

#[tokio::test]
async fn after_the_return_of_the_parent_only_what_stays_away_alerts() {
    let network = Network::new().await;
    network.leave(&[network.pc(), network.switch.1, network.router.1]).await;
    network.pass(2).await;
    network.returns(network.switch.1).await;
    let message = "router was not seen for 30 minutes\nunreachable behind it: pc-1";
    assert_eq!(network.open().await, [message]);
    network.returns(network.router.1).await;
    assert_eq!(network.open().await, [] as [&str; 0]);
    assert_eq!(network.is_unreachable(&network.scene.agent).await, false);

    network.pass(30).await;
    assert_eq!(network.open().await, [] as [&str; 0], "others may follow");
    network.pass(2).await;

    assert_eq!(network.open().await, ["pc-1 was not seen for 30 minutes"]);
    let subjects = ["router is unreachable", "Re: router is unreachable", "pc-1 is unreachable"];
    assert_eq!(network.scene.subjects(), subjects);
}

#[tokio::test]
async fn an_agent_that_is_overdue_before_its_parent_waits_for_it() {
    let network = Network::new().await;
    change_agents(&network.scene.server, "presence = 'offline'", &[network.router.1]).await;
    network.leave(&[network.pc()]).await;
    network.pass(2).await;
    assert_eq!(network.open().await, [] as [&str; 0]);
    assert_eq!(network.is_unreachable(&network.scene.agent).await, true);

    network.leave(&[network.router.1]).await;
    network.pass(2).await;

    let message = "router was not seen for 30 minutes\nunreachable behind it: pc-1";
    assert_eq!(network.open().await, [message]);
    assert_eq!(network.scene.subjects(), ["router is unreachable"]);
}

#[tokio::test]
async fn a_parent_that_returns_before_it_is_overdue_leaves_agents_to_their_own_alerts() {
    let network = Network::new().await;
    change_agents(&network.scene.server, "presence = 'offline'", &[network.router.1]).await;
    network.leave(&[network.pc()]).await;
    let back = "presence = 'online', last_seen = 9000000000000000";
    change_agents(&network.scene.server, back, &[network.router.1]).await;

    network.pass(30).await;
    network.pass(2).await;

    assert_eq!(network.open().await, ["pc-1 was not seen for 30 minutes"]);
    assert_eq!(network.scene.subjects(), ["pc-1 is unreachable"]);
}

#[tokio::test]
async fn one_that_nobody_is_notified_of_covers_nothing() {
    let network = Network::new().await;
    let silent = "overdue_email_alert = false, overdue_dashboard_alert = false";
    change_agents(&network.scene.server, silent, &[network.router.1]).await;
    network.leave(&[network.router.1, network.switch.1]).await;
    network.pass(2).await;
    assert_eq!(network.open().await, ["switch was not seen for 30 minutes"]);
}

#[tokio::test]
async fn an_alert_closed_by_hand_covers_nothing_any_more() {
    let network = Network::new().await;
    network.leave(&[network.switch.1, network.router.1]).await;
    network.pass(2).await;
    let alert = network.scene.alerts().await.remove(0);
    let path = format!("/alerts/{}/", alert["id"]);
    network.scene.server.admin.put(&path, json!({ "resolved": true })).await.ok();
    settled(&network.scene.server).await;
    assert_eq!(network.is_unreachable(&network.switch.0).await, false);

    network.pass(30).await;
    network.pass(2).await;

    assert_eq!(network.open().await, ["switch was not seen for 30 minutes"]);
}

#[tokio::test]
async fn an_alert_that_was_open_before_is_listed_until_it_recovers() {
    let network = Network::new().await;
    let body = json!({ "agent": network.router.0.agent_id });
    network.check_depends(network.scene.check, body).await;
    network.scene.fails(Severity::Error, "2 % free").await;
    network.leave(&[network.router.1]).await;
    network.pass(2).await;
    let listed = "router was not seen for 30 minutes\nunreachable behind it: pc-1: Disk C:";
    assert_eq!(network.open().await, ["2 % free", listed]);

    network.scene.recovers().await;

    assert_eq!(network.open().await, ["router was not seen for 30 minutes"]);
    let subjects = ["pc-1: check Disk C:", "router is unreachable"];
    assert_eq!(network.scene.subjects(), subjects);
}

#[tokio::test]
async fn a_check_behind_a_check_that_fails_alerts_with_its_next_failure_after_that() {
    let network = Network::new().await;
    let server = &network.scene.server;
    let internet = add_check(server, network.router.1, "Internet").await;
    let body = json!({ "agent": network.router.0.agent_id, "check": internet });
    network.check_depends(network.scene.check, body).await;
    let source = Source::Check { check: internet };
    let failed = Happening::failed(Severity::Error, "no answer");
    happens(server, network.router.1, source, failed).await;
    network.scene.fails(Severity::Error, "2 % free").await;
    assert_eq!(network.open().await, ["no answer\nunreachable behind it: pc-1: Disk C:"]);
    let suppressed = list(server, "/alerts/?suppressed=true").await;
    assert_eq!(suppressed.len(), 1);

    clock::advance(MINUTE);
    happens(server, network.router.1, source, Happening::recovered("answers")).await;
    assert_eq!(network.open().await, [] as [&str; 0]);
    clock::advance(MINUTE);
    network.scene.fails(Severity::Error, "1 % free").await;

    assert_eq!(network.open().await, ["1 % free"]);
    let subjects = ["router: check Internet", "pc-1: check Disk C:"];
    until_equal(&subjects[..], async || network.scene.subjects()).await;
}

#[tokio::test]
async fn a_dependency_that_is_removed_covers_nothing_any_more() {
    let network = Network::new().await;
    network.leave(&[network.switch.1, network.router.1]).await;
    network.pass(2).await;
    let path = format!("/agents/{}/depends-on/", network.switch.0.agent_id);
    network.scene.server.admin.put(&path, json!({ "agent": null })).await.ok();
    settled(&network.scene.server).await;

    assert_eq!(network.open().await, ["router was not seen for 30 minutes"]);
    network.pass(30).await;
    network.pass(2).await;
    let second = "switch was not seen for 30 minutes";
    assert_eq!(network.open().await, ["router was not seen for 30 minutes", second]);
}
