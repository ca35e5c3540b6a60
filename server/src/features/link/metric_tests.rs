//! Metrics on the link: stored, acknowledged, bounded.

use muster_metrics::{Block, Metric, Minute, SeriesKey, Step};
use muster_protocol::FromAgent;
use serde_json::{Value, json};

use crate::clock;
use crate::storage::sql;
use crate::testing::metrics::{cpu, minutes_ago, this_minute};
use crate::testing::{FakeAgent, TestServer};

const DAY: u32 = 24 * 60;
const PARTS: &str = "select count(*) from metric_parts";

async fn server_with_agent() -> (TestServer, FakeAgent) {
    clock::stop(); // Nothing is packed unless a test wants it.
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.add_agent(location, "pc-1").await;
    (server, agent)
}

async fn count(server: &TestServer, text: &str) -> i64 {
    sql::number(server.app.db.read(), text, []).await.unwrap()
}

/// The means of the processor from a minute on, as the API shows them.
async fn means(server: &TestServer, agent: &FakeAgent, from: Minute, minutes: u32) -> Value {
    let (from, to) = (from.unix_seconds(), from.plus(minutes).unix_seconds());
    let id = &agent.identity.agent_id;
    let path = format!("/agents/{id}/metrics/?names=cpu&from={from}&to={to}&points=2000");
    server.admin.get(&path).await.ok()["series"][0]["mean"].clone()
}

/// Waits until the server has closed the connection.
async fn until_closed(agent: &mut FakeAgent) {
    while agent.receive().await.is_some() {}
}

#[tokio::test]
async fn metrics_are_acknowledged_with_their_last_minute_once_they_are_stored() {
    let (server, mut agent) = server_with_agent().await;
    let start = minutes_ago(9);

    let through = agent.report_metrics(&cpu(start, &[1.0, 2.5, 100.0])).await;

    assert_eq!(through, start.plus(2));
    assert_eq!(means(&server, &agent, start, 3).await, json!([1.0, 2.5, 100.0]));
    let next = start.plus(3);
    assert_eq!(agent.report_metrics(&cpu(next, &[7.0])).await, next);
    assert_eq!(means(&server, &agent, start, 4).await, json!([1.0, 2.5, 100.0, 7.0]));
}

#[tokio::test]
async fn metrics_that_come_again_change_nothing_and_longer_ones_add_to_them() {
    let (server, mut agent) = server_with_agent().await;
    let start = Minute(minutes_ago(720).0 / 360 * 360);
    let (short, long) = (cpu(start, &[1.0, 2.0]), cpu(start, &[1.0, 2.0, 3.0]));

    for _ in 0..2 {
        assert_eq!(agent.report_metrics(&short).await, start.plus(1));
        assert_eq!(means(&server, &agent, start, 3).await, json!([1.0, 2.0, null]));
    }
    for block in [&long, &short, &long] {
        agent.report_metrics(block).await;
        assert_eq!(means(&server, &agent, start, 3).await, json!([1.0, 2.0, 3.0]));
    }

    assert_eq!(count(&server, PARTS).await, 1);
}

#[tokio::test]
async fn a_message_over_two_windows_is_stored_in_both() {
    let (server, mut agent) = server_with_agent().await;
    let window = Minute(minutes_ago(720).0 / 360 * 360);
    let start = Minute(window.0 - 2);

    agent.report_metrics(&cpu(start, &[1.0, 2.0, 3.0])).await;

    assert_eq!(count(&server, PARTS).await, 2);
    assert_eq!(means(&server, &agent, start, 3).await, json!([1.0, 2.0, 3.0]));
}

#[tokio::test]
async fn metrics_of_many_connections_are_stored_for_each() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let (mut agents, start) = (Vec::new(), minutes_ago(5));
    for number in 0..5 {
        agents.push(server.add_agent(location, &format!("pc-{number}")).await);
    }

    // Until all have come, nothing can be stored.
    let storing = &server.app.agent_link.storing;
    let turns = storing.all_turns(!server.app.db.is_shared()).await;
    for (number, agent) in agents.iter_mut().enumerate() {
        agent.send_metrics(&cpu(start, &[number as f64])).await;
    }
    drop(turns);

    for (number, agent) in agents.iter_mut().enumerate() {
        assert_eq!(agent.metrics_stored().await, start);
        assert_eq!(means(&server, agent, start, 1).await, json!([number as f64]));
    }
}

#[tokio::test]
async fn a_frozen_agent_goes_on_reporting() {
    let (server, mut agent) = server_with_agent().await;
    server.admin.post("/core/freeze/", json!({ "client": null })).await.ok();
    let start = minutes_ago(3);

    assert_eq!(agent.report_metrics(&cpu(start, &[5.0])).await, start);

    assert_eq!(means(&server, &agent, start, 1).await, json!([5.0]));
}

#[tokio::test]
async fn points_of_the_future_and_those_that_nobody_keeps_are_dropped_and_acknowledged() {
    let (server, mut agent) = server_with_agent().await;
    let now = this_minute();
    let ahead: Vec<f64> = (0..14).map(f64::from).collect();

    assert_eq!(agent.report_metrics(&cpu(now, &ahead)).await, now.plus(13));
    let kept: Vec<Option<f64>> =
        (0..14).map(|minute| Some(f64::from(minute)).filter(|_| minute <= 10)).collect();
    assert_eq!(means(&server, &agent, now, 14).await, json!(kept));

    let year_ago = minutes_ago(365 * DAY);
    let before = Minute(year_ago.0 - 1);
    assert_eq!(agent.report_metrics(&cpu(before, &[1.0, 2.0])).await, year_ago);
    assert_eq!(means(&server, &agent, before, 2).await, json!([null, 2.0]));
}

#[tokio::test]
async fn an_agent_that_does_not_wait_for_the_acknowledgement_is_disconnected() {
    let (server, mut agent) = server_with_agent().await;
    let storing = &server.app.agent_link.storing;
    let turns = storing.all_turns(!server.app.db.is_shared()).await;

    agent.send_metrics(&cpu(minutes_ago(5), &[1.0])).await;
    // The server may have closed the connection meanwhile.
    let second = FromAgent::Metrics { block: cpu(minutes_ago(4), &[1.0]).encode() };
    agent.try_send(second).await;

    until_closed(&mut agent).await;
    drop(turns);
}

/// Blocks that no agent of ours sends.
fn hostile_blocks() -> Vec<Vec<u8>> {
    let now = this_minute();
    let mut cut = cpu(now, &[1.0, 50.0, 3.0]).encode();
    cut.pop();
    let mut longer = cpu(now, &[1.0]).encode();
    longer.push(0);
    let mut hour = Block::new(Step::Hour, Minute(now.0 / 60 * 60), 1).unwrap();
    hour.set(SeriesKey::mean(Metric::Cpu, ""), now, 1.0).unwrap();
    let too_long = cpu(minutes_ago(1441), &[1.0; 1441]);
    let mut too_many = Block::new(Step::Minute, now, 1).unwrap();
    for number in 0..1025 {
        let key = SeriesKey::mean(Metric::NetSent, format!("veth{number}"));
        too_many.set(key, now, 1.0).unwrap();
    }
    let packed = [hour.encode(), too_long.encode(), too_many.encode()];
    [vec![Vec::new(), vec![255; 100], cut, longer], packed.to_vec()].concat()
}

#[tokio::test]
async fn what_is_not_a_block_of_an_agent_is_refused_and_its_connection_closed() {
    let (server, agent) = server_with_agent().await;
    let identity = agent.identity.clone();
    drop(agent);

    for block in hostile_blocks() {
        let mut agent = server.connect(&identity).await;
        agent.send(FromAgent::Metrics { block }).await;
        until_closed(&mut agent).await;
    }

    assert_eq!(count(&server, PARTS).await, 0);
    let mut agent = server.connect(&identity).await;
    agent.report_metrics(&cpu(this_minute(), &[1.0])).await;
    assert_eq!(count(&server, PARTS).await, 1);
}

#[tokio::test]
async fn the_largest_message_is_stored() {
    let (server, mut agent) = server_with_agent().await;
    let start = minutes_ago(1439);
    let mut block = cpu(start, &[1.0; 1440]);
    for number in 1..1024 {
        let key = SeriesKey::mean(Metric::NetSent, format!("veth{number}"));
        block.set(key, start, 1.0).unwrap();
    }

    assert_eq!(agent.report_metrics(&block).await, start.plus(1439));

    assert_eq!(means(&server, &agent, start, 2).await, json!([1.0, 1.0]));
}

#[tokio::test]
async fn the_metrics_of_an_agent_that_is_removed_for_good_go_with_it() {
    let (server, mut agent) = server_with_agent().await;
    let id = agent.identity.agent_id.clone();
    agent.report_metrics(&cpu(minutes_ago(900), &[1.0; 900])).await;
    (crate::domain::metrics::COMPACTION.handler)(server.app.clone()).await.unwrap();
    let blocks = "select count(*) from metric_blocks";
    assert!(count(&server, blocks).await > 1 && count(&server, PARTS).await > 0);

    server.admin.put("/core/settings/", json!({ "removal_delay_minutes": 0 })).await.ok();
    server.admin.delete(&format!("/agents/{id}/")).await.ok();

    assert_eq!((count(&server, blocks).await, count(&server, PARTS).await), (0, 0));
}
