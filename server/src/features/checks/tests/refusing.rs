//! Checks that are refused, and why.

use serde_json::{Value, json};

use super::{checks_path, disk, path, server_with_absent_agent, with};
use crate::auth::Right;

#[tokio::test]
async fn every_problem_of_a_type_is_named() {
    let (server, agent) = server_with_absent_agent().await;
    const NEEDED: &str = "This field is required.";
    for (body, problems) in [
        (json!({}), json!({ "check_type": [NEEDED] })),
        (
            json!({ "check_type": "diskspace", "disk": "C", "warning_threshold": 100,
                    "fails_b4_alert": 0, "run_interval": 14, "for_minutes": 1441 }),
            json!({
                "disk": ["Must be a drive such as C: or a mount point such as /home."],
                "warning_threshold": ["Must be 0 to 99."],
                "fails_b4_alert": ["Must be 1 to 100."],
                "run_interval": ["Must be 0 for the agent's own interval, or 15 to 86400."],
                "for_minutes": ["Must be 0 to 1440."],
            }),
        ),
        (
            json!({ "check_type": "diskspace", "disk": "/" }),
            json!({ "warning_threshold": ["At least one threshold is needed."] }),
        ),
        (
            json!({ "check_type": "diskspace", "disk": "/", "warning_threshold": 10,
                    "error_threshold": 10, "warning_free_gb": 1, "error_free_gb": 2,
                    "recovery_threshold": 9, "supported_platforms": ["windows"] }),
            json!({
                "warning_threshold": ["Must be above error_threshold."],
                "warning_free_gb": ["Must be above error_free_gb."],
                "supported_platforms": [
                    "A drive such as C: is on windows, a mount point on linux and darwin."
                ],
            }),
        ),
        (
            json!({ "check_type": "diskspace", "disk": "/", "warning_threshold": 20,
                    "error_threshold": 10, "recovery_threshold": 19 }),
            json!({ "recovery_threshold": [
                "Must not be below the threshold in percent that is crossed first."
            ] }),
        ),
        (
            json!({ "check_type": "cpuload", "warning_threshold": 90, "error_threshold": 80 }),
            json!({ "warning_threshold": ["Must be below error_threshold."] }),
        ),
        (
            json!({ "check_type": "memory", "error_threshold": 80, "recovery_threshold": 81 }),
            json!({ "recovery_threshold": ["Must not be above the threshold that is crossed first."] }),
        ),
        (
            json!({ "check_type": "ping", "ip": "a b", "warning_latency_ms": 9, "error_latency_ms": 8 }),
            json!({ "ip": ["Must be an IPv4 or IPv6 address, or a name."],
                    "warning_latency_ms": ["Must be below error_latency_ms."] }),
        ),
        (
            json!({ "check_type": "eventlog", "log_name": "System", "event_type": "BAD" }),
            json!({
                "event_type":
                    ["Must be one of INFO, WARNING, ERROR, AUDIT_SUCCESS, AUDIT_FAILURE."],
                "fail_when": [NEEDED],
                "event_id": ["Enter an event ID, or set event_id_is_wildcard."],
            }),
        ),
        (
            json!({ "check_type": "script", "script": 99, "info_return_codes": [1],
                    "warning_return_codes": [1], "env_vars": ["A"] }),
            json!({
                "script": ["There is no such script."], "timeout": [NEEDED],
                "env_vars[0]": ["Must be KEY=VALUE."],
                "warning_return_codes": ["A code can be in one list only."],
            }),
        ),
        (
            json!({ "check_type": "http", "url": "ftp://example.com/", "certificate_days": 0,
                    "timeout": 301 }),
            json!({
                "url": ["Must be an address with http:// or https://, without a password."],
                "certificate_days": ["Must be 1 to 365."], "timeout": ["Must be 1 to 300."],
            }),
        ),
        (
            json!({ "check_type": "http", "url": "https://user:secret@example.com/" }),
            json!({
                "url": ["Must be an address with http:// or https://, without a password."],
            }),
        ),
        (
            json!({ "check_type": "port", "host": "localhost", "port": 65_536 }),
            json!({ "port": ["Must be 1 to 65535."] }),
        ),
    ] {
        let refused = server.admin.post(&checks_path(&agent), body.clone()).await;
        assert_eq!(refused.problems(), problems, "{body}");
    }
}

#[tokio::test]
async fn a_check_has_exactly_one_owner() {
    let (server, agent) = server_with_absent_agent().await;
    let policy = server.add_policy("All").await;
    for (owner, problems) in [
        (json!({ "agent": null }), json!({ "agent": ["Choose an agent or a policy."] })),
        (
            json!({ "policy": policy }),
            json!({ "policy": ["Must not be given together with agent."] }),
        ),
        (json!({ "agent": 99 }), json!({ "agent": ["There is no such agent."] })),
        (json!({ "agent": "", "policy": 99 }), json!({ "policy": ["There is no such policy."] })),
    ] {
        let body = with(disk(&agent.agent_id, "/"), owner);
        assert_eq!(server.admin.post("/checks/", body).await.problems(), problems);
    }
}

#[tokio::test]
async fn a_second_check_of_an_owner_about_the_same_is_refused_on_its_field() {
    let (server, agent) = server_with_absent_agent().await;
    let policy = server.add_policy("All").await;
    let script = server.add_script("hello").await;
    for (body, field) in [
        (json!({ "check_type": "diskspace", "disk": "c:\\", "error_threshold": 5 }), "disk"),
        (json!({ "check_type": "cpuload", "error_threshold": 5 }), "check_type"),
        (json!({ "check_type": "memory", "error_threshold": 5 }), "check_type"),
        (json!({ "check_type": "ping", "ip": "Example.com" }), "ip"),
        (json!({ "check_type": "winsvc", "svc_name": "Spooler" }), "svc_name"),
        (
            json!({ "check_type": "eventlog", "log_name": "System", "event_id": 5,
                    "event_type": "ERROR", "fail_when": "contains" }),
            "event_id",
        ),
        (json!({ "check_type": "script", "script": script, "timeout": 5 }), "script"),
        (json!({ "check_type": "http", "url": "http://localhost/" }), "url"),
        (json!({ "check_type": "port", "host": "a", "port": 1 }), "port"),
    ] {
        let of_policy = with(body.clone(), json!({ "policy": policy }));
        let first = server.admin.post(&checks_path(&agent), body.clone()).await.ok();
        server.admin.post("/checks/", of_policy.clone()).await.ok();
        let again = server.admin.post(&checks_path(&agent), body).await.problems();
        assert_eq!(again, json!({ field: ["The agent has such a check already."] }));
        let again = server.admin.post("/checks/", of_policy).await.problems();
        assert_eq!(again, json!({ field: ["The policy has such a check already."] }));
        // Saved again as it is, it is not a second one.
        server.admin.put(&path(&first), json!({ "name": "named" })).await.ok();
    }
    // Whatever the case, and with other arguments a script is another check.
    let body = json!({ "check_type": "ping", "ip": "example.COM" });
    server.admin.post(&checks_path(&agent), body).await.refused(400, "invalid");
    let other =
        json!({ "check_type": "script", "script": script, "timeout": 5, "script_args": ["x"] });
    server.admin.post(&checks_path(&agent), other).await.ok();
}

#[tokio::test]
async fn a_check_with_a_script_needs_the_right_to_run_scripts() {
    let (server, agent) = server_with_absent_agent().await;
    let script = server.add_script("hello").await;
    let body = json!({ "check_type": "script", "script": script, "timeout": 5 });
    let maker = server.caller_with(&[Right::ManageChecks]).await;
    maker.post(&checks_path(&agent), body.clone()).await.refused(403, "forbidden");
    let check = server.admin.post(&checks_path(&agent), body).await.ok();
    let change = json!({ "run_interval": 60 });
    maker.put(&path(&check), change).await.refused(403, "forbidden");
    let plain = json!({ "check_type": "memory", "error_threshold": 90 });
    let made: Value = maker.post(&checks_path(&agent), plain).await.ok();
    assert_eq!(made["check_type"], "memory");
}

#[tokio::test]
async fn a_scoped_caller_sees_and_makes_checks_of_their_own_agents_only() {
    let (server, agent) = server_with_absent_agent().await;
    let check = server.admin.post("/checks/", disk(&agent.agent_id, "/")).await.ok();
    let other = server.add_site("Other", "Main").await;
    let scoped = server.scoped_caller(Right::ALL, &[other.client], &[]).await;

    assert_eq!(scoped.get("/checks/").await.ok(), json!([]));
    scoped.get(&path(&check)).await.refused(404, "not_found");
    scoped.get(&checks_path(&agent)).await.refused(404, "not_found");
    scoped.delete(&path(&check)).await.refused(404, "not_found");
    let body = disk(&agent.agent_id, "/home");
    let problems = scoped.post("/checks/", body).await.problems();
    assert_eq!(problems, json!({ "agent": ["There is no such agent."] }));
    // A policy that everybody has is not theirs to change.
    let policy = server.add_policy("All").await;
    let body = json!({ "policy": policy, "check_type": "memory", "error_threshold": 90 });
    scoped.post("/checks/", body).await.refused(403, "forbidden");
}
