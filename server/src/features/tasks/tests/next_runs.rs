//! When tasks will run.

use serde_json::{Value, json};

use super::{change, daily_with, path, server_with_absent_agent};

/// Digits of the day and time of each, without the year and the month.
fn times(list: &Value) -> Vec<String> {
    let text = |time: &Value| time.as_str().unwrap()[11..].to_owned();
    list.as_array().unwrap().iter().map(text).collect()
}

#[tokio::test]
async fn the_next_runs_follow_the_agents_time_zone_on_request() {
    let (server, agent) = server_with_absent_agent().await;
    change(&server, "update agents set agent_time_zone = 'Asia/Tokyo'").await;
    let changes = json!({ "run_time_zone": "agent", "run_time_date": "2026-01-31T09:00:00Z" });
    let task = server.admin.post("/tasks/", daily_with(&agent.agent_id, changes)).await.ok();

    assert_eq!(task["schedule"], "Every day at 09:00 (the agent's time)");
    let next = server.admin.get(&format!("{}next/", path(&task))).await.ok();
    assert_eq!(times(&next), vec!["00:00:00Z"; 10]);
    assert_eq!(next[0], task["next_run"]);
    let two = server.admin.get(&format!("{}next/?count=2", path(&task))).await.ok();
    assert_eq!(two, json!([next[0], next[1]]));
    for query in ["count=0", "count=1001", "count=x"] {
        let refused = server.admin.get(&format!("{}next/?{query}", path(&task))).await;
        refused.refused(400, "invalid");
    }
    server.admin.get("/tasks/999/next/").await.refused(404, "not_found");
}

#[tokio::test]
async fn a_task_of_a_policy_runs_at_another_time_on_each_agent() {
    let (server, agent) = server_with_absent_agent().await;
    change(&server, "update agents set agent_time_zone = 'Asia/Tokyo'").await;
    let policy = server.add_policy("All").await;
    let changes = json!({ "agent": null, "policy": policy, "run_time_zone": "agent" });
    let task = server.admin.post("/tasks/", daily_with("", changes)).await.ok();

    assert_eq!(task["next_run"], Value::Null, "it differs from agent to agent");
    let at = format!("{}next/?count=1&agent_id={}", path(&task), agent.agent_id);
    assert_eq!(times(&server.admin.get(&at).await.ok()), ["04:30:00Z"]);
    let nobody = format!("{}next/?agent_id=nobody", path(&task));
    let refusal = server.admin.get(&nobody).await.refused(400, "invalid");
    assert_eq!(refusal["errors"], json!({ "agent_id": ["There is no such agent."] }));
}

#[tokio::test]
async fn the_runs_of_a_task_are_foretold_before_it_is_saved() {
    let (server, agent) = server_with_absent_agent().await;
    let body = json!({
        "task_type": "daily", "daily_interval": 1, "run_time_date": "2026-01-31T09:00:00Z",
        "agent_id": agent.agent_id, "count": 3,
    });
    let next = server.admin.post("/tasks/next/", body).await.ok();
    assert_eq!(times(&next), vec!["09:00:00Z"; 3]);

    let refusal = server.admin.post("/tasks/next/", json!({ "task_type": "daily" })).await;
    let needed = "This field is required for this task_type.";
    let expected = json!({ "daily_interval": [needed], "run_time_date": [needed] });
    assert_eq!(refusal.refused(400, "invalid")["errors"], expected);
    assert_eq!(server.admin.post("/tasks/next/", json!({})).await.ok(), json!([]), "by hand only");
    assert_eq!(server.admin.get("/tasks/").await.ok(), json!([]), "nothing was stored");
}
