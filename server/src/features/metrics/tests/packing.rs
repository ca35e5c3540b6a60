//! What is packed, kept and deleted, as it is read before and after.

use muster_metrics::{Metric, Minute};
use serde_json::{Value, json};

use super::{DAY, between, compact, count, prune, read, server_with_agent};
use crate::domain::metrics::COMPACTION;
use crate::testing::metrics::{cpu, minutes_ago, series};
use crate::testing::{FakeAgent, TestServer};

const PARTS: &str = "select count(*) from metric_parts";
const MINUTES: &str = "select count(*) from metric_blocks where step = 1";
const HOURS: &str = "select count(*) from metric_blocks where step = 60";

/// The beginning of a window of six hours that ended some hours ago.
fn ended_window() -> Minute {
    Minute(minutes_ago(720).0 / 360 * 360)
}

async fn rows(server: &TestServer) -> (i64, i64, i64) {
    (count(server, PARTS).await, count(server, MINUTES).await, count(server, HOURS).await)
}

/// A window by the minute, and by the hour.
async fn both(server: &TestServer, agent: &FakeAgent, window: Minute) -> [Value; 2] {
    let range = between(window, window.plus(360));
    [
        read(server, agent, &format!("{range}&points=360")).await,
        read(server, agent, &format!("{range}&points=6")).await,
    ]
}

/// The means of the first series of a range.
async fn mean(server: &TestServer, agent: &FakeAgent, range: &str) -> Value {
    read(server, agent, range).await["series"][0]["mean"].clone()
}

#[tokio::test]
async fn packing_changes_no_answer() {
    let (server, mut agent) = server_with_agent().await;
    let window = ended_window();
    let mut first = cpu(window.plus(50), &[10.0, 20.0, 30.0]);
    first.merge(&series(Metric::NetSent, "eth0", window, &[0.0; 120])).unwrap();
    agent.report_metrics(&first).await;
    agent.report_metrics(&cpu(window.plus(59), &[40.0, 50.0])).await;
    let before = both(&server, &agent, window).await;
    assert_eq!(rows(&server).await, (2, 0, 0));

    compact(&server).await;

    assert_eq!(rows(&server).await, (0, 1, 1));
    assert_eq!(both(&server, &agent, window).await, before);
    let hours = &before[1]["series"][0];
    assert_eq!(before[1]["bucket_seconds"], 3600);
    assert_eq!(hours["mean"], json!([25.0, 50.0, null, null, null, null]));
    assert_eq!(hours["min"], json!([10.0, 50.0, null, null, null, null]));
    assert_eq!(hours["max"], json!([40.0, 50.0, null, null, null, null]));
}

#[tokio::test]
async fn what_comes_late_is_added_to_what_is_packed() {
    let (server, mut agent) = server_with_agent().await;
    let window = ended_window();
    agent.report_metrics(&cpu(window, &[10.0])).await;
    compact(&server).await;

    agent.report_metrics(&cpu(window.plus(1), &[20.0])).await;
    let means = async || {
        let [minutes, hours] = both(&server, &agent, window).await;
        let first = &minutes["series"][0]["mean"];
        (json!([first[0], first[1], first[2]]), hours["series"][0]["mean"][0].clone())
    };
    assert_eq!(means().await, (json!([10.0, 20.0, null]), json!(10.0)));
    compact(&server).await;

    assert_eq!(means().await, (json!([10.0, 20.0, null]), json!(15.0)));
    assert_eq!(rows(&server).await, (0, 1, 1));
}

#[tokio::test]
async fn the_open_window_is_not_packed_and_the_days_before_are_all() {
    let (server, mut agent) = server_with_agent().await;
    let start = minutes_ago(3 * DAY);
    for day in 0..3 {
        agent.report_metrics(&cpu(start.plus(day * DAY), &[5.0; 1440])).await;
    }

    compact(&server).await;

    let (parts, minutes, hours) = rows(&server).await;
    assert!((1..=2).contains(&parts), "{parts} of the open window");
    assert!((11..=13).contains(&minutes) && (3..=4).contains(&hours), "{minutes}, {hours}");
    let answer = read(&server, &agent, &between(start, start.plus(3 * DAY))).await;
    let means = answer["series"][0]["mean"].as_array().unwrap();
    assert!(means.iter().all(|mean| *mean == 5.0), "{means:?}");
}

#[tokio::test]
async fn all_days_that_an_agent_was_away_are_packed_in_one_turn() {
    let (server, mut agent) = server_with_agent().await;
    let window = Minute(minutes_ago(9 * DAY).0 / DAY * DAY);
    for day in 0..7 {
        agent.report_metrics(&cpu(window.plus(day * DAY), &[5.0; 60])).await;
    }

    (COMPACTION.handler)(server.app.clone()).await.unwrap();

    assert_eq!(rows(&server).await, (0, 7, 7));
}

#[tokio::test]
async fn hours_are_read_where_the_minutes_are_deleted() {
    let (server, mut agent) = server_with_agent().await;
    let old = Minute(minutes_ago(40 * DAY).0 / 360 * 360);
    agent.report_metrics(&cpu(old, &[10.0, 30.0])).await;
    agent.report_metrics(&cpu(minutes_ago(1), &[1.0])).await;
    compact(&server).await;
    let range = between(old, old.plus(60));
    assert_eq!(mean(&server, &agent, &range).await[1], 30.0);

    prune(&server).await;

    assert_eq!(rows(&server).await, (1, 0, 1));
    assert_eq!(mean(&server, &agent, &range).await, json!([20.0]));
    let answer = read(&server, &agent, &range).await;
    assert_eq!(answer["bucket_seconds"], 3600);
    assert_eq!(answer["series"][0]["max"], json!([30.0]));
    // Minutes that come again then add nothing to hours that were made of all.
    agent.report_metrics(&cpu(old, &[10.0])).await;
    compact(&server).await;
    prune(&server).await;
    assert_eq!(mean(&server, &agent, &range).await, json!([20.0]));
}

#[tokio::test]
async fn the_settings_say_how_long_metrics_are_kept_and_zero_is_for_ever() {
    let (server, mut agent) = server_with_agent().await;
    for days in [2, 200] {
        agent.report_metrics(&cpu(minutes_ago(days * DAY), &[1.0])).await;
    }
    compact(&server).await;
    let keep = async |minutes: u32, hours: u32| {
        let body = json!({
            "metrics_minutes_prune_days": minutes, "metrics_hours_prune_days": hours,
        });
        server.admin.put("/core/settings/", body).await.ok();
        prune(&server).await;
        rows(&server).await
    };

    assert_eq!(keep(0, 0).await, (0, 2, 2));
    assert_eq!(keep(100, 0).await, (0, 1, 2));
    assert_eq!(keep(1, 100).await, (0, 0, 1));
    agent.report_metrics(&cpu(minutes_ago(150 * DAY), &[1.0])).await;
    assert_eq!(rows(&server).await, (0, 0, 1), "nobody keeps what is that old");
}

#[tokio::test]
async fn pruning_by_hand_deletes_what_is_older_than_the_settings_say() {
    let (server, mut agent) = server_with_agent().await;
    for days in [2, 40] {
        agent.report_metrics(&cpu(minutes_ago(days * DAY), &[1.0])).await;
    }
    compact(&server).await;

    let body = json!({ "action": "prune_db", "prune_tables": ["metrics"] });
    let answer = server.admin.post("/core/servermaintenance/", body).await.ok();

    assert_eq!(answer, "Rows deleted: metrics 1.");
    assert_eq!(rows(&server).await, (0, 1, 2));
}
