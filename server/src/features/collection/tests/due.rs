//! When agents are asked again.

use std::time::Duration;

use muster_protocol::{FromAgent, ScanUpdates, Update, UpdateScan};
use serde_json::json;

use super::{
    HOUR, answer_all, answer_scan, answer_software, round, wait_for_scans, wait_for_software,
};
use crate::clock;
use crate::storage::sql;
use crate::testing::{FakeAgent, TestServer, until_equal, until_true};
use crate::time::Timestamp;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Moves the clock to the next midnight: the moment of the first agent, at which
/// it is due for software, is in the afternoon. A test that began shortly before
/// it would find the agent due for both.
fn midnight() -> Timestamp {
    let now = Timestamp::now();
    let passed = now.since(Timestamp::from_micros(0)).as_secs() % DAY.as_secs();
    clock::advance(DAY - Duration::from_secs(passed));
    Timestamp::now()
}

/// An agent that was asked for everything at this time.
async fn collected(server: &TestServer, now: Timestamp) -> FakeAgent {
    let location = server.add_site("Acme", "Main").await;
    let mut identity = server.enrol(location, "pc-1").await;
    identity.packages = "p1".to_owned();
    let mut agent = server.connect(&identity).await;
    round(server, now).await;
    answer_all(&mut agent, &["vim"]).await;
    wait_for_software(server, &agent, &["vim"]).await;
    wait_for_scans(server, 1).await;
    agent
}

/// When the only agent is due, in whole minutes after a time.
async fn due(server: &TestServer, what: &str, after: Timestamp) -> i64 {
    let text = format!("select {what}_due from collections");
    let due = sql::number(server.app.db.read(), &text, []).await.unwrap();
    (due - after.micros()) / 60_000_000
}

/// The minute after an agent is due for the first time: its own moment of the
/// period, which may be seconds or hours away, as the clock has it.
async fn first_due(server: &TestServer, what: &str, now: Timestamp) -> (i64, Timestamp) {
    let minutes = due(server, what, now).await;
    (minutes, now.plus(Duration::from_secs(60) * (u32::try_from(minutes).unwrap() + 1)))
}

#[tokio::test]
async fn scans_come_every_eight_hours() {
    let server = TestServer::start().await;
    let now = midnight();
    let mut agent = collected(&server, now).await;
    let (before, later) = first_due(&server, "scan", now).await;
    assert!((0..=480).contains(&before), "{before}");

    round(&server, later).await;
    let order = agent.next_order().await;
    answer_scan(&mut agent, &order).await;

    assert_eq!(due(&server, "scan", now).await - before, 480);
}

#[tokio::test]
async fn software_is_listed_every_day() {
    let server = TestServer::start().await;
    let now = Timestamp::now();
    let mut agent = collected(&server, now).await;
    let (before, later) = first_due(&server, "software", now).await;
    assert!((0..=1440).contains(&before), "{before}");

    round(&server, later).await;
    answer_software(&mut agent, &["emacs"]).await;
    wait_for_software(&server, &agent, &["emacs"]).await;

    assert_eq!(due(&server, "software", now).await - before, 1440);
}

#[tokio::test]
async fn an_agent_whose_packages_changed_is_asked_soon_but_not_again_and_again() {
    let server = TestServer::start().await;
    let now = midnight();
    let mut agent = collected(&server, now).await;

    agent.send(FromAgent::PackagesChanged { digest: "p2".to_owned() }).await;
    until_true("most were asked", async || due(&server, "software", now).await <= 5).await;
    assert!((4..=5).contains(&due(&server, "software", now).await));
    assert!(due(&server, "scan", now).await <= 60);
    round(&server, now.plus(HOUR / 10)).await;
    answer_software(&mut agent, &["emacs", "vim"]).await;
    wait_for_software(&server, &agent, &["emacs", "vim"]).await;

    // The same digest changes nothing, neither on this connection nor on the next.
    agent.send(FromAgent::PackagesChanged { digest: "p2".to_owned() }).await;
    agent.catch_up().await;
    let mut identity = agent.identity.clone();
    drop(agent);
    identity.packages = "p2".to_owned();
    let agent = server.connect(&identity).await;
    assert!(due(&server, "software", now).await > 6);
    drop(agent);

    // A change while it was offline does.
    identity.packages = "p3".to_owned();
    let _agent = server.connect(&identity).await;
    assert!(due(&server, "software", now).await <= 11);
}

#[tokio::test]
async fn an_agent_that_is_offline_when_it_is_due_is_asked_when_it_reconnects() {
    let server = TestServer::start().await;
    let now = midnight();
    let agent = collected(&server, now).await;
    let identity = agent.identity.clone();
    drop(agent);
    until_equal(&0, async || server.app.presence.count()).await;

    let later = now.plus(HOUR * 25);
    round(&server, later).await;
    until_true("every collection is over", async || {
        let text = "select count(*) from jobs where kind = 'software_collection'";
        sql::number(server.app.db.read(), text, []).await.unwrap() == 0
    })
    .await;
    let scans = server.admin.get("/runs/?type=patch_scan&status=queued").await.ok();
    assert_eq!(scans, json!([]));
    assert_eq!(server.admin.get("/logs/pendingactions/").await.ok(), json!([]));

    let mut agent = server.connect(&identity).await;
    round(&server, later).await;
    answer_all(&mut agent, &["emacs"]).await;
    wait_for_software(&server, &agent, &["emacs"]).await;
}

#[tokio::test]
async fn a_restart_of_the_server_neither_repeats_nor_forgets() {
    let server = TestServer::start().await;
    let now = midnight();
    let agent = collected(&server, now).await;
    let identity = agent.identity.clone();
    let before = (due(&server, "scan", now).await, due(&server, "software", now).await);
    drop(agent);
    let (settings, folder) = server.stop().await;

    let server = TestServer::start_on(settings, folder).await;
    let mut agent = server.connect(&identity).await;
    assert_eq!((due(&server, "scan", now).await, due(&server, "software", now).await), before);
    round(&server, now.plus(HOUR * 25)).await;
    answer_all(&mut agent, &["emacs"]).await;
    wait_for_software(&server, &agent, &["emacs"]).await;
}

#[tokio::test]
async fn of_agents_that_are_due_together_one_hides_what_is_ignored_there() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut one = server.add_agent(location, "pc-1").await;
    let mut two = server.add_agent(location, "pc-2").await;
    let path = format!("/winupdate/{}/", one.identity.agent_id);
    server.admin.post(&format!("{path}scan/"), json!({})).await.ok();
    let order = one.next_order().await;
    let update = Update { guid: "a".to_owned(), ..Update::default() };
    let scan = UpdateScan { updates: vec![update], ..UpdateScan::default() };
    one.finish(&order.run_id, &serde_json::to_string(&scan).unwrap(), "", 0).await;
    wait_for_scans(&server, 1).await;
    server.admin.put("/winupdate/1/", json!({ "action": "ignore" })).await.ok();

    let due = "update collections set scan_due = 0, software_due = 9000000000000000";
    let write = server.app.db.begin().await.unwrap();
    sql::execute(&write, due, []).await.unwrap();
    write.commit().await.unwrap();
    round(&server, Timestamp::now()).await;

    for (agent, hide) in [(&mut one, vec!["a".to_owned()]), (&mut two, Vec::new())] {
        let order: ScanUpdates = agent.next_order().await.read().unwrap();
        assert_eq!((order.hide, order.refresh), (hide, true));
    }
}
