//! The newest values of the fleet, and the same for Prometheus.

use std::time::Duration;

use muster_metrics::Metric;
use serde_json::{Value, json};

use super::shown;
use crate::auth::Right;
use crate::clock;
use crate::testing::metrics::{cpu, minutes_ago, series, this_minute};
use crate::testing::{Client, Location, TestServer};

const CPU: &str = "/metrics/fleet/?name=cpu";

/// Two tenants with an agent each that has measured something, and one more that
/// has not.
struct Fleet {
    server: TestServer,
    acme: Location,
    other: Location,
    /// Identifiers of `pc-1` and `pc-2` at Acme, and of `pc-3`.
    ids: [String; 3],
}

async fn fleet() -> Fleet {
    clock::stop();
    let server = TestServer::start().await;
    let acme = server.add_site("Acme", "Main").await;
    let other = server.add_site("Other", "Branch").await;
    let mut ids = Vec::new();
    for (location, hostname) in [(acme, "pc-1"), (acme, "pc-2"), (other, "pc-3")] {
        ids.push(server.enrol(location, hostname).await.agent_id);
    }
    let now = this_minute();
    let mut block = cpu(minutes_ago(6), &[90.0, 12.34]);
    block.merge(&series(Metric::DiskFree, "/", now, &[1_048_576.0 * 5000.0])).unwrap();
    block.merge(&series(Metric::DiskFree, "/boot", now, &[1_048_576.0 * 30.0])).unwrap();
    block.merge(&series(Metric::DiskUsed, "/", now, &[60.0])).unwrap();
    block.merge(&series(Metric::DiskUsed, "/boot", now, &[95.0])).unwrap();
    server.add_metrics(&ids[0], &block).await;
    server.add_metrics(&ids[2], &cpu(now, &[50.0])).await;
    Fleet { server, acme, other, ids: ids.try_into().unwrap() }
}

impl Fleet {
    /// A row of the list, by the number of the agent.
    fn row(&self, number: usize, label: &str, time: Value, value: Value) -> Value {
        let (client, site) = if number == 2 { ("Other", "Branch") } else { ("Acme", "Main") };
        json!({
            "agent_id": self.ids[number], "hostname": format!("pc-{}", number + 1),
            "client": client, "site": site, "label": label, "time": time, "value": value,
        })
    }

    fn unknown(&self, number: usize) -> Value {
        self.row(number, "", Value::Null, Value::Null)
    }

    async fn stranger(&self) -> Client {
        self.server.scoped_caller(&[Right::ListAgents], &[self.other.client], &[]).await
    }
}

#[tokio::test]
async fn the_newest_value_of_every_agent_is_listed_and_null_where_none_is_known() {
    let fleet = fleet().await;
    let measured = fleet.row(0, "", shown(minutes_ago(5)), json!(12.3));
    let third = fleet.row(2, "", shown(this_minute()), json!(50.0));

    let reply = fleet.server.admin.get(CPU).await;

    assert_eq!(reply.header("x-total-count"), "3");
    assert_eq!(reply.ok(), json!([measured, fleet.unknown(1), third]));

    clock::advance(Duration::from_secs(11 * 60));
    let answer = fleet.server.admin.get(CPU).await.ok();
    assert_eq!(answer, json!([fleet.unknown(0), fleet.unknown(1), third]), "old is unknown");
}

#[tokio::test]
async fn without_a_label_the_value_that_says_most_is_listed() {
    let fleet = fleet().await;
    let now = shown(this_minute());
    let shown_first = async |query: &str| {
        let answer = fleet.server.admin.get(&format!("/metrics/fleet/?{query}")).await.ok();
        answer[0].clone()
    };

    let fullest = fleet.row(0, "/boot", now.clone(), json!(95.0));
    assert_eq!(shown_first("name=disk_used").await, fullest);
    let smallest = fleet.row(0, "/boot", now.clone(), json!(31_457_280.0));
    assert_eq!(shown_first("name=disk_free").await, smallest);
    let named = fleet.row(0, "/", now, json!(60.0));
    assert_eq!(shown_first("name=disk_used&label=/").await, named);
    assert_eq!(shown_first("name=disk_used&label=/home").await, fleet.unknown(0));
}

#[tokio::test]
async fn the_list_is_filtered_ordered_searched_and_paged() {
    let fleet = fleet().await;
    let names = async |query: String| {
        let answer = fleet.server.admin.get(&format!("{CPU}&{query}")).await.ok();
        let rows = answer.get("results").unwrap_or(&answer).as_array().unwrap().clone();
        rows.iter().map(|row| row["hostname"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };

    assert_eq!(names(format!("client={}", fleet.acme.client)).await, ["pc-1", "pc-2"]);
    assert_eq!(names(format!("client_id={}", fleet.other.client)).await, ["pc-3"]);
    assert_eq!(names(format!("site={}", fleet.other.site)).await, ["pc-3"]);
    assert_eq!(names("ordering=-value".to_owned()).await, ["pc-3", "pc-1", "pc-2"]);
    assert_eq!(names("search=branch".to_owned()).await, ["pc-3"]);
    assert_eq!(names("page=2&page_size=2".to_owned()).await, ["pc-3"]);
}

#[tokio::test]
async fn agents_of_another_tenant_are_in_neither_list() {
    let fleet = fleet().await;
    let caller = fleet.stranger().await;
    let third = fleet.row(2, "", shown(this_minute()), json!(50.0));

    assert_eq!(caller.get(CPU).await.ok(), json!([third]));
    let outside = format!("{CPU}&client={}", fleet.acme.client);
    assert_eq!(caller.get(&outside).await.ok(), json!([]));
    let text = caller.get("/metrics/agents").await.text;
    assert!(text.contains("pc-3") && !text.contains("pc-1") && !text.contains("Acme"), "{text}");

    let without = fleet.server.caller_without(Right::ListAgents).await;
    for path in [CPU, "/metrics/agents"] {
        without.get(path).await.refused(403, "forbidden");
        fleet.server.anonymous().get(path).await.refused(401, "not_authenticated");
    }
}

#[tokio::test]
async fn prometheus_gets_every_recent_value_of_every_agent() {
    let fleet = fleet().await;

    let reply = fleet.server.admin.get("/metrics/agents").await;

    assert_eq!(reply.status, 200);
    assert_eq!(reply.header("content-type"), "text/plain; version=0.0.4; charset=utf-8");
    let labels = |number: usize| {
        let row = fleet.unknown(number);
        let label = |name: &str| format!("{name}={}", row[name]);
        ["agent_id", "hostname", "client", "site"].map(label).join(",")
    };
    let (one, three) = (labels(0), labels(2));
    let lines: Vec<&str> = reply.text.lines().filter(|line| !line.starts_with('#')).collect();
    let expected = [
        format!("muster_agent_cpu_percent{{{one}}} 12.3"),
        format!("muster_agent_cpu_percent{{{three}}} 50"),
        format!("muster_agent_disk_used_percent{{{one},mount=\"/\"}} 60"),
        format!("muster_agent_disk_used_percent{{{one},mount=\"/boot\"}} 95"),
        format!("muster_agent_disk_free_bytes{{{one},mount=\"/\"}} 5242880000"),
        format!("muster_agent_disk_free_bytes{{{one},mount=\"/boot\"}} 31457280"),
    ];
    assert_eq!(lines, expected);
    let about = Metric::Cpu.describe();
    let head =
        format!("# HELP muster_agent_cpu_percent {about}\n# TYPE muster_agent_cpu_percent gauge\n");
    assert!(reply.text.starts_with(&head), "{}", reply.text);

    clock::advance(Duration::from_secs(30 * 60));
    assert_eq!(fleet.server.admin.get("/metrics/agents").await.text, "");
}
