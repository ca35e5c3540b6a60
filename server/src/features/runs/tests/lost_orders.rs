//! Orders that got lost between a server and an agent.

use std::time::Duration;

use muster_protocol::{FromAgent, ToAgent};
use serde_json::json;

use super::{change, run_script_path, runs as shown, server_with_agent, until_all};
use crate::domain::runs;
use crate::testing::{as_time_passes, until_equal};

#[tokio::test]
async fn an_unconfirmed_order_is_sent_again_while_its_caller_waits() {
    let (server, mut agent) = server_with_agent().await;
    let path = format!("/agents/{}/cmd/", agent.identity.agent_id);
    let body = json!({ "shell": "bash", "cmd": "uptime", "timeout": 86_400 });
    let admin = server.admin.clone();
    let waiting = tokio::spawn(async move { admin.post(&path, body).await.ok() });
    let first = agent.next_order().await;
    // Minutes may pass before it is sent again: then it would be given up.
    change(&server, "update runs set time = time + 86400000000").await;

    let again = as_time_passes(Duration::from_secs(10), agent.receive()).await;
    assert_eq!(again, Some(ToAgent::Order(first.clone())));
    agent.send(FromAgent::Accepted { run_id: first.run_id.clone() }).await;
    agent.finish(&first.run_id, "up", "", 0).await;

    assert_eq!(waiting.await.unwrap(), "up");
}

#[tokio::test]
async fn a_lost_order_that_nobody_waits_for_is_given_up_within_minutes() {
    let (server, mut agent) = server_with_agent().await;
    let script = server.add_script("tidy").await;
    let body = json!({ "script": script, "output": "forget" });
    let path = run_script_path(&agent.identity);
    server.admin.post(&path, body.clone()).await.ok();
    let taken = agent.next_order().await;
    agent.send(FromAgent::Accepted { run_id: taken.run_id }).await;
    until_all(&server, "running").await;
    server.admin.post(&path, body).await.ok();
    let lost = agent.next_order().await;
    // The state that a server leaves behind if it is killed before it sends
    // them.
    change(&server, "update runs set expires = null, time = time - 60000000").await;
    (runs::REDELIVERY.handler)(server.app.clone()).await.unwrap(); // Too young.
    change(&server, "update runs set time = time - 60000000").await;
    (runs::REDELIVERY.handler)(server.app.clone()).await.unwrap();

    assert_eq!(agent.receive().await, Some(ToAgent::Cancel { run_id: lost.run_id }));
    let expected = ["running ", "failed the order never reached the agent"];
    assert_eq!(shown(&server).await, expected);
    let logged =
        ["warning agent_issues pc-1 run 2 was given up: the order never reached the agent"];
    until_equal(&logged, async || server.debug_lines().await).await;
}
