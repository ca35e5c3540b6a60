//! Changing and deleting tasks.

use serde_json::{Value, json};

use super::{
    daily, path, server_with_absent_agent, server_with_agent, tasks_path, until, until_pushed,
};

/// Without what the server changes on its own: for a task that is off, an agent
/// is in sync even if it never connected.
fn as_sent(mut task: Value) -> Value {
    for name in ["modified_time", "modified_by", "task_result"] {
        task.as_object_mut().unwrap().remove(name);
    }
    task
}

#[tokio::test]
async fn a_change_touches_only_what_was_sent_and_is_read_back() {
    let (server, agent) = server_with_absent_agent().await;
    let old = server.admin.post("/tasks/", daily(&agent.agent_id)).await.ok();

    let sent = json!({
        "name": "Weekly", "task_type": "weekly", "weekly_interval": 2, "run_time_bit_weekdays": 65,
        "daily_interval": 0, "task_supported_platforms": [], "expire_date": "2030-01-01T00:00:00Z",
        "enabled": false, "random_task_delay": "30m",
    });
    let new = server.admin.put(&path(&old), sent.clone()).await.ok();

    let mut expected = old.clone();
    for (name, value) in sent.as_object().unwrap() {
        expected[name] = value.clone();
    }
    expected["schedule"] = json!(
        "Every Saturday and Sunday at 13:30 UTC, every 2 weeks, with a random delay of up to \
         30 minutes, until 2030-01-01 at 00:00 UTC"
    );
    expected["next_run"] = Value::Null;
    assert_eq!(as_sent(new.clone()), as_sent(expected));
    assert_eq!(as_sent(server.admin.get(&path(&old)).await.ok()), as_sent(new));

    let cleared = json!({ "expire_date": null, "daily_interval": null, "random_task_delay": "" });
    let cleared = server.admin.put(&path(&old), cleared).await.ok();
    for name in ["expire_date", "daily_interval", "random_task_delay"] {
        assert_eq!(cleared[name], Value::Null, "{name}");
    }
}

#[tokio::test]
async fn a_change_is_checked_together_with_what_is_stored() {
    let (server, agent) = server_with_absent_agent().await;
    let task = server.admin.post("/tasks/", daily(&agent.agent_id)).await.ok();
    let cases = [
        (
            json!({ "task_type": "monthly" }),
            json!({
                "monthly_months_of_year": ["This field is required for this task_type."],
                "monthly_days_of_month": ["This field is required for this task_type."],
            }),
        ),
        (
            json!({ "run_time_date": null }),
            json!({
                "run_time_date": ["This field is required for this task_type."],
            }),
        ),
        (
            json!({ "expire_date": "2020-01-01T00:00:00Z" }),
            json!({
                "expire_date": ["Must be after run_time_date."],
            }),
        ),
        (json!({ "name": null }), json!({ "name": ["Enter a name."] })),
    ];
    for (sent, expected) in cases {
        let refusal = server.admin.put(&path(&task), sent).await.refused(400, "invalid");
        assert_eq!(refusal["errors"], expected);
    }
    assert_eq!(server.admin.get(&path(&task)).await.ok(), task, "nothing changed");
}

#[tokio::test]
async fn the_owner_of_a_task_stays() {
    let (server, agent) = server_with_absent_agent().await;
    let task = server.admin.post("/tasks/", daily(&agent.agent_id)).await.ok();
    let policy = server.add_policy("All").await;
    let sentence = "This cannot be changed: create a new task instead.";
    for (name, value) in [("agent", json!("nobody")), ("policy", json!(policy))] {
        let refusal = server.admin.put(&path(&task), json!({ name: value })).await;
        assert_eq!(refusal.refused(400, "invalid")["errors"], json!({ name: [sentence] }));
    }
    for same in [json!(agent.agent_id), task["agent"].clone()] {
        server.admin.put(&path(&task), json!({ "agent": same, "policy": null })).await.ok();
    }
}

#[tokio::test]
async fn a_task_that_no_agent_has_is_gone_once_deleted() {
    let (server, agent) = server_with_absent_agent().await;
    let policy = server.add_policy("All").await;
    let mut body = daily(&agent.agent_id);
    body["agent"] = Value::Null;
    body["policy"] = json!(policy);
    let task = server.admin.post("/tasks/", body).await.ok();

    let reply = server.admin.delete(&path(&task)).await.ok();

    assert_eq!(reply, "The task Daily was deleted.");
    server.admin.get(&path(&task)).await.refused(404, "not_found");
    server.admin.delete(&path(&task)).await.refused(404, "not_found");
    let rows = "select count(*) from tasks";
    super::until_count(&server, rows, 0).await;
    let last = server.audit_lines().await.pop().unwrap();
    assert_eq!(last, "admin delete automatedtask admin deleted task Daily");
}

#[tokio::test]
async fn a_task_of_an_absent_agent_waits_to_be_forgotten() {
    let (server, mut agent) = server_with_agent().await;
    let task = server.admin.post("/tasks/", daily(&agent.identity.agent_id)).await.ok();
    agent.keep_definitions().await;
    until(&server, &agent.identity, "sync_status", &[json!("synced")]).await;
    let identity = agent.identity.clone();
    drop(agent);

    server.admin.delete(&path(&task)).await.ok();

    until_pushed(&server).await;
    server.admin.get(&path(&task)).await.refused(404, "not_found");
    assert_eq!(server.admin.get("/tasks/").await.ok(), json!([]));
    let list = server.admin.get(&tasks_path(&identity)).await.ok();
    assert_eq!(list[0]["id"], task["id"]);
    assert_eq!(list[0]["task_result"]["sync_status"], "pendingdeletion");

    let mut agent = server.connect(&identity).await;
    agent.keep_definitions().await;
    until(&server, &identity, "id", &[]).await;
    super::until_count(&server, "select count(*) from tasks", 0).await;
}
