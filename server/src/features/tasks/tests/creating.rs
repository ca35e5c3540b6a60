//! New tasks.

use serde_json::{Value, json};

use super::{daily, daily_with, path, server_with_absent_agent, tasks_path};
use crate::testing::TestServer;

/// The task without what differs from run to run.
fn fixed(mut task: Value) -> Value {
    let object = task.as_object_mut().unwrap();
    for name in ["id", "agent", "win_task_name", "created_time", "modified_time", "next_run"] {
        assert!(object.remove(name).is_some(), "{name} is there");
    }
    task
}

#[tokio::test]
async fn a_new_task_has_every_field_with_its_default() {
    let (server, agent) = server_with_absent_agent().await;

    let task = server.admin.post("/tasks/", daily(&agent.agent_id)).await.ok();

    assert!(task["id"].is_i64() && task["agent"].is_i64());
    assert!(task["win_task_name"].as_str().unwrap().starts_with("Muster_"));
    assert!(task["next_run"].as_str().unwrap().ends_with("T13:30:00Z"));
    let result = task["task_result"].clone();
    assert_eq!(result["sync_status"], "initial");
    assert_eq!((&result["status"], &result["run_status"]), (&json!("pending"), &Value::Null));
    assert_eq!(result.as_object().unwrap().get("locked_at"), Some(&Value::Null));
    assert_eq!(
        fixed(task),
        json!({
            "agent_id": agent.agent_id, "hostname": "pc-1", "policy": null, "policy_name": null,
            "name": "Daily", "enabled": true,
            "actions": [{
                "type": "cmd", "name": "", "shell": "sh", "command": "id", "timeout": 5,
                "run_as_user": false,
            }],
            "assigned_check": null, "check_name": "", "custom_field": null,
            "alert_template": null, "managed_by_policy": false, "run_time_minute": null,
            "collector_all_output": false, "continue_on_error": true, "alert_severity": "info",
            "email_alert": false, "text_alert": false, "dashboard_alert": false,
            "task_supported_platforms": ["windows", "linux", "darwin"],
            "task_type": "daily", "run_time_date": "2026-01-31T13:30:00Z", "run_time_zone": "utc",
            "daily_interval": 1, "weekly_interval": null, "run_time_bit_weekdays": null,
            "monthly_months_of_year": null, "monthly_days_of_month": null,
            "monthly_weeks_of_month": null, "task_repetition_interval": null,
            "task_repetition_duration": null, "random_task_delay": null,
            "stop_task_at_duration_end": false, "run_asap_after_missed": false,
            "task_instance_policy": 1, "expire_date": null, "remove_if_not_scheduled": false,
            "schedule": "Every day at 13:30 UTC", "task_result": result,
            "created_by": "admin", "modified_by": "admin",
        })
    );
}

/// The collector task of the interface specification, for this policy.
fn collector(policy: i64, script: i64, field: i64) -> Value {
    json!({
        "policy": policy,
        "name": "Collect the serial number",
        "actions": [{
            "name": "Serial number", "type": "script", "script": script, "timeout": 90,
            "script_args": ["-x", "1"],
        }],
        "assigned_check": null,
        "custom_field": field,
        "task_type": "daily",
        "alert_severity": "info",
        "run_time_date": "2026-01-31T13:30:00.000Z",
        "daily_interval": 1,
        "weekly_interval": 1,
        "run_asap_after_missed": true,
        "stop_task_at_duration_end": false,
        "remove_if_not_scheduled": false,
        "collector_all_output": false,
        "continue_on_error": true,
    })
}

const OPTIONAL: &[&str] = &[
    "expire_date",
    "run_time_bit_weekdays",
    "monthly_months_of_year",
    "monthly_days_of_month",
    "monthly_weeks_of_month",
    "task_instance_policy",
    "task_repetition_interval",
    "task_repetition_duration",
    "random_task_delay",
];

#[tokio::test]
async fn the_collector_of_the_interface_specification_is_accepted_however_optional_fields_are_sent()
{
    let server = TestServer::start().await;
    let (policy, script) = (server.add_policy("All").await, server.add_script("serial").await);
    let field = json!({ "model": "agent", "name": "Serial" });
    let field = server.admin.post("/core/customfields", field).await.ok()["id"].as_i64().unwrap();
    let sent = collector(policy, script, field);
    let mut made = vec![server.admin.post("/tasks/", sent.clone()).await.ok()];
    for empty in [Value::Null, json!(""), json!([])] {
        let mut body = sent.clone();
        for name in OPTIONAL {
            body[*name] = empty.clone();
        }
        made.push(server.admin.post("/tasks/", body).await.ok());
    }
    for task in made {
        assert_eq!(server.admin.get(&path(&task)).await.ok(), task, "read after write");
        for (name, value) in sent.as_object().unwrap() {
            match name.as_str() {
                "run_time_date" => assert_eq!(task[name], "2026-01-31T13:30:00Z"),
                "actions" => assert_eq!(task["actions"][0]["script_args"], json!(["-x", "1"])),
                _ => assert_eq!(task[name], *value, "{name}"),
            }
        }
        assert_eq!(task["task_result"], json!({}));
        assert_eq!(task["task_instance_policy"], 1);
    }
}

#[tokio::test]
async fn a_time_without_a_zone_is_one_of_utc_and_any_offset_counts() {
    let (server, agent) = server_with_absent_agent().await;
    for (sent, kept) in [
        ("2026-01-31T13:30:00", "2026-01-31T13:30:00Z"),
        ("2026-01-31T13:30", "2026-01-31T13:30:00Z"),
        ("2026-01-31T13:30:00.5", "2026-01-31T13:30:00.500Z"),
        ("2026-01-31T15:30:00+02:00", "2026-01-31T13:30:00Z"),
    ] {
        let body = daily_with(&agent.agent_id, json!({ "run_time_date": sent }));
        let task = server.admin.post("/tasks/", body).await.ok();
        assert_eq!(task["run_time_date"], kept);
    }
}

#[tokio::test]
async fn an_action_has_its_scripts_name_and_time_limit_by_default() {
    let (server, agent) = server_with_absent_agent().await;
    let script = server.add_script("hostname").await;
    let actions = json!([
        { "type": "script", "script": script },
        { "type": "script", "script": script, "name": " mine ", "timeout": 7,
          "env_vars": ["A=b=c"], "script_args": ["", "x"], "run_as_user": true },
        { "type": "cmd", "shell": "/bin/zsh", "command": " id\n" },
    ]);
    let body = daily_with(&agent.agent_id, json!({ "actions": actions }));

    let task = server.admin.post("/tasks/", body).await.ok();

    let expected = json!([
        { "type": "script", "name": "hostname", "script": script, "timeout": 90,
          "script_args": [], "env_vars": [], "run_as_user": false },
        { "type": "script", "name": "mine", "script": script, "timeout": 7,
          "script_args": ["", "x"], "env_vars": ["A=b=c"], "run_as_user": true },
        { "type": "cmd", "name": "", "shell": "/bin/zsh", "command": " id\n", "timeout": 90,
          "run_as_user": false },
    ]);
    assert_eq!(task["actions"], expected);
    let audit = server.audit().await.pop().unwrap();
    assert_eq!(audit["message"], "admin added task Daily");
    assert_eq!((&audit["object_type"], &audit["agent"]), (&json!("automatedtask"), &json!("pc-1")));
    let after = audit["after_value"].to_string();
    assert!(
        after.contains("\"A\"") && !after.contains("b=c"),
        "values stay out of the log: {after}"
    );
}

#[tokio::test]
async fn the_owner_is_an_agent_by_identifier_key_or_path_or_a_policy() {
    let (server, agent) = server_with_absent_agent().await;
    let by_id = server.admin.post("/tasks/", daily(&agent.agent_id)).await.ok();
    let key = by_id["agent"].clone();

    let by_key = daily_with(&agent.agent_id, json!({ "agent": key }));
    let by_key = server.admin.post("/tasks/", by_key).await.ok();
    let mut body = daily(&agent.agent_id);
    body.as_object_mut().unwrap().remove("agent");
    let by_path = server.admin.post(&tasks_path(&agent), body).await.ok();

    for task in [by_key, by_path] {
        assert_eq!((&task["agent"], &task["agent_id"]), (&key, &json!(agent.agent_id)));
    }
    let policy = server.add_policy("All").await;
    let body = daily_with(&agent.agent_id, json!({ "agent": null, "policy": policy }));
    let task = server.admin.post("/tasks/", body).await.ok();
    assert_eq!((&task["policy"], &task["policy_name"]), (&json!(policy), &json!("All")));
    assert_eq!((&task["agent"], &task["hostname"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn periods_may_be_in_capitals_or_of_iso_8601_and_stay_as_they_were_sent() {
    let (server, agent) = server_with_absent_agent().await;
    for (interval, duration, delay) in
        [("5M", "1D", "30S"), ("PT5M", "P1D", "PT30S"), ("5m", "1d", "30s")]
    {
        let changes = json!({
            "task_repetition_interval": interval, "task_repetition_duration": duration,
            "random_task_delay": delay,
        });
        let task = server.admin.post("/tasks/", daily_with(&agent.agent_id, changes)).await.ok();
        assert_eq!(task["task_repetition_interval"], interval);
        assert_eq!(task["random_task_delay"], delay);
        let words = task["schedule"].as_str().unwrap();
        assert!(words.contains("5 minutes") && words.contains("30 seconds"), "{words}");
    }
}

#[tokio::test]
async fn a_task_of_a_policy_shows_that_the_policy_manages_it() {
    let server = TestServer::start().await;
    let policy = server.add_policy("Basics").await;
    let mut body = daily("");
    (body["agent"], body["policy"]) = (Value::Null, json!(policy));
    let task = server.admin.post("/tasks/", body).await.ok();
    assert_eq!((&task["managed_by_policy"], &task["policy"]), (&json!(true), &json!(policy)));
}
