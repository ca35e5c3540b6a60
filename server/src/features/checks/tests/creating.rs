//! New checks and how they are shown.

use serde_json::{Value, json};

use super::{checks_path, disk, server_with_absent_agent, with};
use crate::auth::Right;

/// What is empty in the answer about a check of a type.
fn nothing() -> Value {
    json!({
        "disk": null, "warning_threshold": null, "error_threshold": null,
        "warning_free_gb": null, "error_free_gb": null, "full_within_days": null,
        "recovery_threshold": null, "for_minutes": null, "ip": null, "alert_severity": null,
        "warning_latency_ms": null, "error_latency_ms": null, "warning_loss_percent": null,
        "error_loss_percent": null, "svc_name": null, "svc_display_name": null,
        "pass_if_start_pending": null, "pass_if_svc_not_exist": null,
        "restart_if_stopped": null, "svc_policy_mode": null, "log_name": null,
        "event_id": null, "event_id_is_wildcard": null, "event_type": null,
        "event_source": null, "event_message": null, "fail_when": null,
        "search_last_days": null, "number_of_events_b4_alert": null, "script": null,
        "script_args": [], "env_vars": [], "timeout": null, "run_as_user": null,
        "success_return_codes": [], "info_return_codes": [], "warning_return_codes": [],
        "url": null, "expected_status": [], "contains_text": null, "certificate_days": null,
        "host": null, "port": null,
    })
}

#[tokio::test]
async fn a_check_has_every_field_and_a_pending_result() {
    let (server, agent) = server_with_absent_agent().await;
    let body = with(disk(&agent.agent_id, "/home/"), json!({ "warning_free_gb": 12.5 }));
    let check = server.admin.post("/checks/", body).await.ok();

    let key = check["agent"].clone();
    let expected = with(
        nothing(),
        json!({
            "id": check["id"], "agent": key, "agent_id": agent.agent_id, "hostname": "pc-1",
            "policy": null, "policy_name": null, "check_type": "diskspace", "name": "",
            "email_alert": false, "text_alert": false, "dashboard_alert": false,
            "fails_b4_alert": 1, "run_interval": 0, "supported_platforms": ["linux", "darwin"],
            "disk": "/home", "warning_threshold": 0, "error_threshold": 10,
            "warning_free_gb": 12.5, "for_minutes": 0,
            "readable_desc": "Disk space of /home: warning below 12.5 GB, error below 10 %",
            "managed_by_policy": false, "overridden_by_policy": false, "assignedtasks": [],
            "alert_template": null,
            "check_result": {
                "id": check["check_result"]["id"], "agent": key, "agent_id": agent.agent_id,
                "assigned_check": check["id"], "status": "pending", "alert_severity": null,
                "more_info": "", "last_run": null, "fail_count": 0, "extra_details": {},
                "stdout": "", "stderr": "", "retcode": null, "execution_time": null,
                "history": [], "problem": "",
            },
            "created_by": "admin", "created_time": check["created_time"],
            "modified_by": "admin", "modified_time": check["modified_time"],
        }),
    );
    assert_eq!(check, expected);
    let one = format!("/checks/{}/", check["id"]);
    assert_eq!(server.admin.get(&one).await.ok(), expected);
    assert_eq!(server.admin.get("/checks/").await.ok(), json!([expected]));
    assert_eq!(server.admin.get(&checks_path(&agent)).await.ok(), json!([expected]));
    let status = format!("/automation/checks/{}/status/", check["id"]);
    let status = server.admin.get(&status).await.ok();
    let more = json!({ "hostname": "pc-1", "client": "Acme", "site": "Main" });
    assert_eq!(status, json!([with(expected["check_result"].clone(), more)]));
}

#[tokio::test]
async fn every_type_can_be_created_and_has_its_defaults() {
    let (server, agent) = server_with_absent_agent().await;
    let script = server.add_script("hello").await;
    for (body, shown) in [
        (
            json!({ "check_type": "memory", "warning_threshold": "80", "error_threshold": 90 }),
            json!({ "warning_threshold": 80, "readable_desc": "Memory use: warning above 80 %, error above 90 %" }),
        ),
        (
            json!({ "check_type": "ping", "ip": "::1", "warning_loss_percent": 30 }),
            json!({ "alert_severity": "warning", "warning_loss_percent": 30.0,
                    "supported_platforms": ["windows", "linux", "darwin"] }),
        ),
        (
            json!({ "check_type": "winsvc", "svc_name": "cron" }),
            json!({ "svc_policy_mode": "default", "restart_if_stopped": false,
                    "supported_platforms": ["linux"], "readable_desc": "Service cron" }),
        ),
        (
            json!({ "check_type": "eventlog", "log_name": "System", "event_id": "*",
                    "event_type": "ERROR", "fail_when": "contains" }),
            json!({ "event_id": null, "event_id_is_wildcard": true, "search_last_days": 1,
                    "number_of_events_b4_alert": 1,
                    "readable_desc": "Event log System: ERROR any event" }),
        ),
        (
            json!({ "check_type": "script", "script": script, "timeout": 30,
                    "warning_return_codes": [3] }),
            json!({ "script": script, "timeout": 30, "warning_return_codes": [3] }),
        ),
        (
            json!({ "check_type": "http", "url": "https://example.com/", "certificate_days": 14 }),
            json!({ "timeout": 10, "expected_status": [], "certificate_days": 14 }),
        ),
        (
            json!({ "check_type": "port", "host": "localhost", "port": 22 }),
            json!({ "timeout": 10, "readable_desc": "Port 22 of localhost" }),
        ),
    ] {
        let made = server.admin.post(&checks_path(&agent), body).await.ok();
        for (name, value) in shown.as_object().unwrap() {
            assert_eq!(&made[name], value, "{name} of {made}");
        }
        assert_eq!(made["check_result"]["status"], "pending");
    }
}

#[tokio::test]
async fn creating_changing_and_deleting_leave_audit_rows_without_values_of_environments() {
    let (server, agent) = server_with_absent_agent().await;
    let script = server.add_script("hello").await;
    let body = json!({ "check_type": "script", "script": script, "timeout": 30, "name": "Hello",
        "env_vars": ["PASSWORD=secret"] });
    let check = server.admin.post(&checks_path(&agent), body).await.ok();
    server.admin.put(&super::path(&check), json!({ "run_interval": 60 })).await.ok();
    let deleted = server.admin.delete(&super::path(&check)).await.ok();
    assert_eq!(deleted, "The check Hello was deleted.");
    server.admin.get(&super::path(&check)).await.refused(404, "not_found");

    let rows = server.audit().await;
    let about: Vec<&Value> = rows.iter().filter(|row| row["object_type"] == "check").collect();
    assert_eq!(about.len(), 3);
    assert!(!json!(about).to_string().contains("secret"), "{about:?}");
}

#[tokio::test]
async fn values_of_environments_are_masked_for_callers_who_may_not_change_the_check() {
    let (server, agent) = server_with_absent_agent().await;
    let script = server.add_script("hello").await;
    let body = json!({ "check_type": "script", "script": script, "timeout": 30,
        "env_vars": ["A=1"] });
    let check = server.admin.post(&checks_path(&agent), body).await.ok();
    let reader = server.caller_with(&[Right::ListChecks]).await;

    for path in ["/checks/".to_owned(), checks_path(&agent)] {
        assert_eq!(reader.get(&path).await.ok()[0]["env_vars"], json!(["A=********"]));
    }
    let path = super::path(&check);
    assert_eq!(reader.get(&path).await.ok()["env_vars"], json!(["A=********"]));
    // The mask that comes back keeps the value.
    let back = json!({ "env_vars": ["A=********", "B=2"] });
    assert_eq!(server.admin.put(&path, back).await.ok()["env_vars"], json!(["A=1", "B=2"]));
}
