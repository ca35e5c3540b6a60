//! Tasks that a Windows agent runs by itself, without the server.

use std::time::Duration;

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::json;

use crate::server::Server;
use crate::turn;
use crate::waiting::{PATIENCE, now, until, until_within};
use crate::windows::WindowsAgent;

/// Long enough for the agent to receive the task on a busy machine that stalls for a while.
const AHEAD: Duration = Duration::from_secs(45);

#[tokio::test]
async fn a_task_that_ran_while_the_server_was_down_arrives_with_its_true_time() {
    let _turn = turn::shared().await;
    let mut server = Server::start().await;
    let agent = WindowsAgent::join(&server).await;
    let lines = agent.wine.path("lines.txt");
    let due = now() + AHEAD;
    let task = json!({
        "agent": agent.id, "name": "Daily", "task_type": "daily", "daily_interval": 1,
        "run_time_date": due.to_rfc3339_opts(SecondsFormat::Millis, true),
        "actions": [{
            "type": "cmd", "shell": "cmd", "timeout": 30,
            "command": r"echo ran>>C:\lines.txt& echo the result& exit 3",
        }],
    });
    assert_eq!(server.api.post("/tasks/", task).await.status, 200);
    let path = format!("/agents/{}/tasks/", agent.id);
    until("the agent has its task", async || {
        let tasks = server.api.get(&path).await.json;
        (tasks[0]["task_result"]["sync_status"] == "synced").then_some(())
    })
    .await;
    assert!(now() < due, "the machine was too slow for this test");

    server.terminate().await;
    let limit = AHEAD + PATIENCE;
    until_within(limit, "the task ran", async || lines.exists().then_some(())).await;
    let back = now();
    server.restart().await;

    let run = until("its result arrives", async || {
        let runs = server.api.get("/runs/?type=task_run").await.json;
        (!matches!(runs[0]["status"].as_str(), Some("queued" | "running") | None))
            .then(|| runs[0].clone())
    })
    .await;
    let started: DateTime<Utc> = run["started"].as_str().expect("a time").parse().unwrap();
    assert!(due <= started && started < back, "{due} ≤ {started} < {back}");
    let action = &run["actions"][0];
    assert_eq!((&action["stdout"], &action["retcode"]), (&json!("the result\r\n"), &json!(3)));
    assert_eq!((&run["status"], &run["username"]), (&json!("failed"), &json!("system")), "{run}");
    assert_eq!(std::fs::read_to_string(lines).unwrap(), "ran\r\n");
    assert_eq!(server.api.get("/runs/").await.json.as_array().unwrap().len(), 1);
}
