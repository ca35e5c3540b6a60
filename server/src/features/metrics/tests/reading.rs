//! Reading the metrics of one agent.

use muster_metrics::{Metric, Minute};
use serde_json::{Value, json};

use super::{DAY, between, read, server_with_agent, shown};
use crate::auth::Right;
use crate::testing::metrics::{cpu, minutes_ago, series, this_minute};

#[tokio::test]
async fn a_range_shows_every_series_by_name_and_label_with_null_where_nothing_is_known() {
    let (server, mut agent) = server_with_agent().await;
    let start = minutes_ago(20);
    let mut block = series(Metric::DiskUsed, "/var", start, &[50.0, 50.1, 50.2]);
    block.merge(&series(Metric::DiskUsed, "/", start, &[1.0, 2.0])).unwrap();
    block.merge(&cpu(start.plus(2), &[12.34])).unwrap();
    agent.report_metrics(&block).await;

    let answer = read(&server, &agent, &between(start, start.plus(4))).await;

    let one = |name: &str, label: &str, unit: &str, values: Value| {
        json!({
            "name": name, "label": label, "unit": unit, "mean": values, "min": values,
            "max": values,
        })
    };
    let seconds: Vec<i64> = (0..4).map(|minute| start.plus(minute).unix_seconds()).collect();
    assert_eq!(
        answer,
        json!({
            "from": shown(start), "to": shown(start.plus(4)), "bucket_seconds": 60,
            "times": seconds,
            "series": [
                one("cpu", "", "percent", json!([null, null, 12.3, null])),
                one("disk_used", "/", "percent", json!([1.0, 2.0, null, null])),
                one("disk_used", "/var", "percent", json!([50.0, 50.1, 50.2, null])),
            ],
        })
    );
}

#[tokio::test]
async fn times_are_rfc_3339_or_seconds_and_the_last_day_if_not_said() {
    let (server, mut agent) = server_with_agent().await;
    let now = this_minute();
    agent.report_metrics(&cpu(now, &[10.0])).await;

    let answer = read(&server, &agent, "").await;
    assert_eq!(
        (&answer["from"], &answer["to"]),
        (&shown(minutes_ago(DAY - 1)), &shown(now.plus(1)))
    );
    assert_eq!(answer["bucket_seconds"], 180);
    assert_eq!(answer["series"][0]["mean"].as_array().unwrap().last().unwrap(), 10.0);

    let text = |minute: Minute| shown(minute).as_str().unwrap().to_owned();
    let query = format!("from={}&to={}", text(now), text(now.plus(1)));
    let answer = read(&server, &agent, &query).await;
    assert_eq!(answer["series"][0]["mean"], json!([10.0]));

    let answer = read(&server, &agent, &format!("to={}", now.unix_seconds())).await;
    assert_eq!((&answer["from"], &answer["series"]), (&shown(minutes_ago(DAY)), &json!([])));
}

#[tokio::test]
async fn only_the_metrics_that_are_named_are_shown() {
    let (server, mut agent) = server_with_agent().await;
    let start = minutes_ago(5);
    let mut block = cpu(start, &[1.0]);
    for metric in [Metric::Memory, Metric::Load1, Metric::Processes] {
        block.merge(&series(metric, "", start, &[2.0])).unwrap();
    }
    agent.report_metrics(&block).await;
    let names = async |query: &str| {
        let answer = read(&server, &agent, query).await;
        let series = answer["series"].as_array().unwrap().clone();
        series.iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };

    assert_eq!(names("names=processes,cpu").await, ["cpu", "processes"]);
    assert_eq!(names("names=swap").await, [] as [&str; 0]);
    assert_eq!(names("names=").await, ["cpu", "load1", "memory", "processes"]);
}

#[tokio::test]
async fn extremes_survive_thinning() {
    let (server, mut agent) = server_with_agent().await;
    let start = minutes_ago(1000);
    let mut values = [50.0; 1000];
    (values[333], values[777]) = (99.9, 0.1);
    agent.report_metrics(&cpu(start, &values)).await;

    let query = format!("points=10&{}", between(start, start.plus(1000)));
    let answer = read(&server, &agent, &query).await;

    // A hundred minutes are more than an hour, and hours are whole.
    assert_eq!(answer["bucket_seconds"], 7200);
    let series = &answer["series"][0];
    let extreme = |name: &str| {
        let values = series[name].as_array().unwrap().iter().filter_map(Value::as_f64);
        values.collect::<Vec<_>>()
    };
    assert_eq!(extreme("max").into_iter().fold(0.0, f64::max), 99.9);
    assert_eq!(extreme("min").into_iter().fold(100.0, f64::min), 0.1);
    assert!(extreme("mean").iter().all(|mean| (49.0..51.0).contains(mean)));

    let query = format!("points=50&{}", between(start, start.plus(1000)));
    let answer = read(&server, &agent, &query).await;
    let series = &answer["series"][0];
    assert_eq!((&answer["bucket_seconds"], &series["max"][16]), (&json!(1200), &json!(99.9)));
    assert_eq!((&series["min"][38], &series["min"][16]), (&json!(0.1), &json!(50.0)));
}

#[tokio::test]
async fn an_agent_of_another_tenant_does_not_exist() {
    let (server, mut agent) = server_with_agent().await;
    agent.report_metrics(&cpu(this_minute(), &[1.0])).await;
    let own = server.add_site("Own", "Main").await;
    let caller = server.scoped_caller(&[Right::ListAgents], &[own.client], &[]).await;

    let path = format!("/agents/{}/metrics/", agent.identity.agent_id);
    caller.get(&path).await.refused(404, "not_found");
    caller.get("/agents/nobody/metrics/").await.refused(404, "not_found");
    let without = server.caller_without(Right::ListAgents).await;
    without.get(&path).await.refused(403, "forbidden");
}
