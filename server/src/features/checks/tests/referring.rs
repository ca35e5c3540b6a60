//! Scripts that checks run, and tasks that checks start.

use serde_json::{Value, json};

use super::{checks_path, disk, path, server_with_absent_agent};

fn task(agent_id: &str, check: &Value) -> Value {
    json!({ "agent": agent_id, "name": "Clean", "task_type": "checkfailure",
        "assigned_check": check["id"],
        "actions": [{ "type": "cmd", "command": "true", "shell": "sh", "timeout": 5 }] })
}

#[tokio::test]
async fn a_script_of_a_check_is_in_use_and_deleted_with_it_by_force() {
    let (server, agent) = server_with_absent_agent().await;
    let script = server.add_script("hello").await;
    let body = json!({ "check_type": "script", "script": script, "timeout": 5, "name": "Hello" });
    let check = server.admin.post(&checks_path(&agent), body).await.ok();
    let script = format!("/scripts/{script}/");

    let usage = server.admin.get(&format!("{script}usage/")).await.ok();
    let uses = json!([{ "id": check["id"], "name": "Hello" }]);
    assert_eq!(usage, json!({ "tasks": [], "checks": uses, "alert_templates": [] }));
    let refusal = server.admin.delete(&script).await.refused(409, "in_use");
    assert!(refusal.to_string().contains("check Hello"), "{refusal}");

    server.admin.delete(&format!("{script}?force=true")).await.ok();
    server.admin.get(&path(&check)).await.refused(404, "not_found");
}

#[tokio::test]
async fn a_task_names_a_check_of_its_own_agent_and_outlives_it() {
    let (server, agent) = server_with_absent_agent().await;
    let location = server.add_site("Other", "Main").await;
    let other = server.enrol(location, "pc-2").await;
    let check = server.admin.post("/checks/", disk(&agent.agent_id, "/")).await.ok();

    let problems = server.admin.post("/tasks/", task(&other.agent_id, &check)).await.problems();
    let sentence = "Must be a check of the same agent or policy.";
    assert_eq!(problems, json!({ "assigned_check": [sentence] }));

    let made = server.admin.post("/tasks/", task(&agent.agent_id, &check)).await.ok();
    assert_eq!(made["check_name"], "Disk space of /: error below 10 %");
    let shown = server.admin.get(&path(&check)).await.ok();
    assert_eq!(shown["assignedtasks"], json!([{ "id": made["id"], "name": "Clean" }]));

    server.admin.delete(&path(&check)).await.ok();
    let left = server.admin.get(&format!("/tasks/{}/", made["id"])).await.ok();
    assert_eq!((&left["assigned_check"], &left["check_name"]), (&json!(null), &json!("")));
}
