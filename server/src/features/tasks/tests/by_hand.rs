//! Tasks that a person runs.

use muster_protocol::{RunTask, order_name};
use serde_json::{Value, json};

use super::{daily, daily_with, path, results, server_with_absent_agent, server_with_agent, until};

fn run_path(task: &Value) -> String {
    format!("{}run/", path(task))
}

#[tokio::test]
async fn a_task_run_by_hand_is_an_order_and_its_result_is_the_tasks() {
    let (server, mut agent) = server_with_agent().await;
    let body = daily_with(&agent.identity.agent_id, json!({ "enabled": false }));
    let task = server.admin.post("/tasks/", body).await.ok();

    let reply = server.admin.post(&run_path(&task), json!({})).await;

    let run = reply.headers["x-run-id"].to_str().unwrap().to_owned();
    assert_eq!(reply.ok(), "The task Daily was started on pc-1.");
    let order = agent.next_order().await;
    assert_eq!(order.name, order_name::RUN_TASK);
    let received = order.read::<RunTask>().unwrap().definition;
    assert_eq!((received.id, received.name.as_str()), (task["id"].as_i64().unwrap(), "Daily"));
    agent.finish(&order.run_id, "done", "", 0).await;
    until(&server, &agent.identity, "run_status", &[json!("completed")]).await;
    assert_eq!(results(&server, &agent.identity, "stdout").await, ["done"]);
    assert_eq!(results(&server, &agent.identity, "status").await, ["passing"]);
    let run = server.admin.get(&format!("/runs/{run}/")).await.ok();
    assert_eq!((&run["type"], &run["username"]), (&json!("task_run"), &json!("admin")));
    assert_eq!((&run["task"], &run["status"]), (&task["id"], &json!("passed")));
    let last = server.audit_lines().await.pop().unwrap();
    assert_eq!(last, "admin task_run automatedtask admin ran the task Daily on pc-1");
}

#[tokio::test]
async fn a_task_waits_for_an_agent_that_is_away_and_runs_once() {
    let (server, identity) = server_with_absent_agent().await;
    let task = server.admin.post("/tasks/", daily(&identity.agent_id)).await.ok();
    let caller = server.admin.with_header("Idempotency-Key", "one");
    let body = json!({ "agent_id": identity.agent_id });
    let first = caller.post(&run_path(&task), body.clone()).await;
    let second = caller.post(&run_path(&task), body).await;
    assert_eq!(first.headers["x-run-id"], second.headers["x-run-id"]);
    assert_eq!(first.ok(), "pc-1 is offline: the task Daily will run there when it is back.");

    let mut agent = server.connect(&identity).await;
    let order = agent.next_order().await;
    agent.finish(&order.run_id, "", "", 1).await;
    until(&server, &identity, "status", &[json!("failing")]).await;
    assert_eq!(server.admin.get("/runs/").await.ok().as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_task_is_not_run_where_it_does_not_belong() {
    let (server, identity) = server_with_absent_agent().await;
    let other = server.enrol(server.add_site("Other", "Main").await, "pc-2").await;
    let own = server.admin.post("/tasks/", daily(&identity.agent_id)).await.ok();
    let policy = server.add_policy("All").await;
    let of_policy = json!({ "agent": null, "policy": policy });
    let of_policy = server.admin.post("/tasks/", daily_with("", of_policy)).await.ok();
    let cases = [
        (&own, json!({ "agent_id": other.agent_id }), "The task belongs to another agent."),
        (&of_policy, json!({}), "Choose the agent on which the task of the policy runs."),
        (&of_policy, json!({ "agent_id": "nobody" }), "There is no such agent."),
        (
            &of_policy,
            json!({ "agent_id": identity.agent_id }),
            "The policy of this task does not reach the agent.",
        ),
    ];
    for (task, body, sentence) in cases {
        let refusal = server.admin.post(&run_path(task), body).await.refused(400, "invalid");
        assert_eq!(refusal["errors"], json!({ "agent_id": [sentence] }));
    }
    let hours = json!({ "queue_hours": 721 });
    server.admin.post(&run_path(&own), hours).await.refused(400, "invalid");
    server.admin.post("/tasks/999/run/", json!({})).await.refused(404, "not_found");
    let windows = json!({ "task_supported_platforms": ["windows"] });
    server.admin.put(&path(&own), windows).await.ok();
    let refusal = server.admin.post(&run_path(&own), json!({})).await;
    refusal.refused(400, "unsupported_platform");
    assert_eq!(server.admin.get("/runs/").await.ok(), json!([]));
}
