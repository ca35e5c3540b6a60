//! Results: where each agent is, its output, and agents with the same output.

use serde_json::{Value, json};

use super::{BULK, command, server_with_agents, start, until_status, with};
use crate::testing::TestServer;

/// Four agents with output, and one that was skipped.
async fn printed() -> (TestServer, Value) {
    let (server, _, mut agents) = server_with_agents(4).await;
    let location = server.add_site("Other", "Branch").await;
    server.enrol(location, "pc-5").await;
    let body = with(command(json!({ "target": "all" })), json!({ "offline": "skip" }));
    let bulk = start(&server, body).await;
    let outputs = [
        ("10.0.1\n", "", 0),
        ("10.0.2\n", "", 0),
        ("", "Größe: access denied\n", 5),
        ("10.0.1\n", "", 0),
    ];
    for (agent, (stdout, stderr, code)) in agents.iter_mut().zip(outputs) {
        let order = agent.next_order().await;
        agent.finish(&order.run_id, stdout, stderr, code).await;
    }
    let bulk = until_status(&server, &bulk, "finished").await;
    (server, bulk)
}

async fn hosts(server: &TestServer, bulk: &Value, query: &str) -> Vec<String> {
    let rows = server.admin.get(&format!("{BULK}{}/results/{query}", bulk["id"])).await.ok();
    let rows = rows.as_array().or_else(|| rows["results"].as_array()).unwrap().clone();
    rows.iter().map(|row| row["hostname"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_result_shows_client_and_site_and_the_output_of_each_stream() {
    let (server, bulk) = printed().await;
    let rows = server.admin.get(&format!("{BULK}{}/results/", bulk["id"])).await.ok();

    let told = |row: &Value| {
        ["hostname", "client", "site", "status", "stdout", "stderr"].map(|key| row[key].clone())
    };
    let denied = "Größe: access denied\n";
    assert_eq!(told(&rows[0]), ["pc-1", "Acme", "Main", "passed", "10.0.1\n", ""]);
    assert_eq!(told(&rows[2]), ["pc-3", "Acme", "Main", "failed", "", denied]);
    assert_eq!(rows[2]["results"], denied, "as before");
    let skipped = json!({
        "agent": 5, "agent_id": rows[4]["agent_id"], "hostname": "pc-5", "client": "Other",
        "site": "Branch", "outcome": "skip", "status": "skipped", "reason": "it is offline",
    });
    assert_eq!(rows[4], skipped);
}

#[tokio::test]
async fn results_are_searched_by_name_client_site_reason_and_output() {
    let (server, bulk) = printed().await;
    for (search, found) in [
        ("10.0", &["pc-1", "pc-2", "pc-4"][..]),
        ("10.0.1", &["pc-1", "pc-4"]),
        ("GRÖSSE denied", &[]),
        ("größe%20DENIED", &["pc-3"]),
        ("stderr:denied", &["pc-3"]),
        ("stdout:denied", &[]),
        ("pc-2", &["pc-2"]),
        ("client:other", &["pc-5"]),
        ("offline", &["pc-5"]),
        ("-acme", &["pc-5"]),
    ] {
        assert_eq!(hosts(&server, &bulk, &format!("?search={search}")).await, found, "{search}");
    }
    let second = "?search=10.0&status=passed&page=2&page_size=2";
    assert_eq!(hosts(&server, &bulk, second).await, ["pc-4"]);
    let path = format!("{BULK}{}/results/?format=csv&search=denied", bulk["id"]);
    let file = server.admin.get(&path).await;
    assert_eq!(file.text.matches("\r\n").count(), 2, "the head and one row");
    assert!(file.text.contains(",pc-3,failed,5,"), "{}", file.text);
}

#[tokio::test]
async fn equal_results_are_one_group_and_the_largest_comes_first() {
    let (server, bulk) = printed().await;
    let path = format!("{BULK}{}/groups/", bulk["id"]);
    let rows = server.admin.get(&format!("{BULK}{}/results/", bulk["id"])).await.ok();
    let id = |row: usize| json!({ "agent_id": rows[row]["agent_id"], "hostname": rows[row]["hostname"] });
    let group = |agents: &[usize], status: &str, retcode: Value, stdout: &str| {
        let agents: Vec<Value> = agents.iter().map(|row| id(*row)).collect();
        json!({ "count": agents.len(), "status": status, "retcode": retcode, "reason": "",
                "stdout": stdout, "stderr": "", "agents": agents })
    };

    let answer = server.admin.get(&path).await.ok();

    assert_eq!((&answer["count"], &answer["different"]), (&json!(5), &json!(4)));
    assert_eq!(answer["groups"][0], group(&[0, 3], "passed", json!(0), "10.0.1\n"));
    let others = answer["groups"].as_array().unwrap();
    assert!(others.contains(&group(&[1], "passed", json!(0), "10.0.2\n")));
    let denied = json!({ "stderr": "Größe: access denied\n" });
    assert!(others.contains(&with(group(&[2], "failed", json!(5), ""), denied)));
    let why = json!({ "reason": "it is offline" });
    assert!(others.contains(&with(group(&[4], "skipped", Value::Null, ""), why)));

    let failed = server.admin.get(&format!("{path}?status=failed")).await.ok();
    assert_eq!((&failed["count"], &failed["groups"][0]["agents"]), (&json!(1), &json!([id(2)])));
    let found = server.admin.get(&format!("{path}?search=10.0.2")).await.ok();
    assert_eq!(found["groups"][0]["agents"], json!([id(1)]));
}

#[tokio::test]
async fn outputs_that_differ_only_in_length_or_stream_are_not_equal() {
    let (server, _, mut agents) = server_with_agents(3).await;
    let long = "x".repeat(20 * 1024);
    let longer = "x".repeat(20 * 1024 + 1);
    let bulk = start(&server, command(json!({ "target": "all" }))).await;
    let outputs = [(long.as_str(), ""), (longer.as_str(), ""), ("", long.as_str())];
    for (agent, (stdout, stderr)) in agents.iter_mut().zip(outputs) {
        let order = agent.next_order().await;
        agent.finish(&order.run_id, stdout, stderr, 0).await;
    }
    let bulk = until_status(&server, &bulk, "finished").await;

    let answer = server.admin.get(&format!("{BULK}{}/groups/", bulk["id"])).await.ok();

    assert_eq!(answer["different"], 3);
    let shown = answer["groups"][0]["stdout"].as_str().unwrap();
    assert!(shown.len() <= 4096, "{}", shown.len());
}
