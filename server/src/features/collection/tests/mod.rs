//! Collection, through the link and the API.

mod due;
mod first_contact;

use std::time::Duration;

use muster_protocol::{Order, Software, UpdateScan, order_name, question_name};
use serde_json::Value;

use super::round::begin_round;
use crate::storage::sql;
use crate::testing::{FakeAgent, TestServer, data, until_equal, until_true};
use crate::time::Timestamp;

const HOUR: Duration = Duration::from_secs(3600);

/// A round as if it were this time.
async fn round(server: &TestServer, now: Timestamp) {
    begin_round(&server.app, now).await.unwrap();
}

/// How many scans were started, and how many agents asked for software.
async fn asked(server: &TestServer) -> (i64, i64) {
    let count = async |what: &str| {
        let text = format!("select count(*) from collections where {what} is not null");
        sql::number(server.app.db.read(), &text, []).await.unwrap()
    };
    (count("scan_asked").await, count("software_asked").await)
}

/// Answers the first questions of a round that finds the agent due for both.
async fn answer_all(agent: &mut FakeAgent, programs: &[&str]) {
    let order = agent.next_order().await;
    answer_scan(agent, &order).await;
    answer_software(agent, programs).await;
}

async fn answer_scan(agent: &mut FakeAgent, order: &Order) {
    assert_eq!(order.name, order_name::SCAN_UPDATES);
    let scan = UpdateScan { source: "apt".to_owned(), ..UpdateScan::default() };
    agent.finish(&order.run_id, &serde_json::to_string(&scan).unwrap(), "", 0).await;
}

async fn answer_software(agent: &mut FakeAgent, programs: &[&str]) {
    let program = |name: &&str| Software { name: (*name).to_owned(), ..Software::default() };
    let programs: Vec<Software> = programs.iter().map(program).collect();
    let question = agent.answer_next(data(&programs)).await;
    assert_eq!(question.name, question_name::LIST_SOFTWARE);
}

/// Waits until the stored software of an agent has these names.
async fn wait_for_software(server: &TestServer, agent: &FakeAgent, names: &[&str]) {
    let path = format!("/software/{}/", agent.identity.agent_id);
    until_true("the software is collected", async || {
        let answer = server.admin.get(&path).await.ok();
        let name = |item: &Value| item["name"].as_str().unwrap().to_owned();
        let found: Vec<String> = answer["software"].as_array().unwrap().iter().map(name).collect();
        !answer["collected_at"].is_null() && found == names
    })
    .await;
}

/// Waits until so many scans are stored.
async fn wait_for_scans(server: &TestServer, count: i64) {
    let text = "select count(*) from update_scans";
    until_equal(&count, async || sql::number(server.app.db.read(), text, []).await.unwrap()).await;
}
