//! Ready-made monitoring.

use serde_json::{Value, json};

use crate::auth::Right;
use crate::testing::TestServer;

#[tokio::test]
async fn one_call_makes_an_active_policy_with_checks_and_their_scripts() {
    let server = TestServer::start().await;
    for (kind, name, count) in [
        ("server", "Basic monitoring (servers)", 14),
        ("workstation", "Basic monitoring (workstations)", 10),
    ] {
        let policy = json!({ "kind": kind });
        let policy = server.admin.post("/automation/policies/basic/", policy).await.ok();
        assert_eq!((&policy["name"], &policy["active"]), (&json!(name), &json!(true)));
        assert_eq!(policy["checks_count"], count);
        let checks = format!("/automation/policies/{}/checks/", policy["id"]);
        let checks = server.admin.get(&checks).await.ok();
        // Each is one that people could have saved.
        for check in checks.as_array().unwrap() {
            let path = format!("/checks/{}/", check["id"]);
            server.admin.put(&path, json!({ "fails_b4_alert": 3 })).await.ok();
        }
        let disk = checks.as_array().unwrap().iter().find(|check| check["disk"] == "/").unwrap();
        assert_eq!(disk["full_within_days"], 2);
    }
    let scripts = server.admin.get("/scripts/?showCommunityScripts=false").await.ok();
    let names: Vec<&Value> = scripts.as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert_eq!(
        names,
        ["Backup freshness", "Certificate expiry", "Reboot pending", "Reboot pending (Windows)"],
        "once for both policies"
    );
}

#[tokio::test]
async fn its_name_is_unique_and_both_rights_are_needed() {
    let server = TestServer::start().await;
    let path = "/automation/policies/basic/";
    let body = json!({ "kind": "server", "name": "Mine" });
    server.admin.post(path, body.clone()).await.ok();
    let problems = server.admin.post(path, body.clone()).await.problems();
    assert_eq!(problems, json!({ "name": ["This name is already used."] }));
    let problems = server.admin.post(path, json!({ "kind": "toaster" })).await.problems();
    assert_eq!(problems, json!({ "kind": ["Must be one of server, workstation."] }));
    for right in [Right::ManageAutomationPolicies, Right::ManageChecks] {
        let caller = server.caller_with(&[right]).await;
        caller.post(path, body.clone()).await.refused(403, "forbidden");
    }
}

/// Runs a script of ready-made monitoring with the shell of this machine.
#[expect(clippy::disallowed_methods, reason = "the script ends by itself")]
fn run(script: &str, args: &[&str]) -> (Option<i32>, String) {
    let output = std::process::Command::new("sh")
        .args(["-c", script, "script"])
        .args(args)
        .output()
        .unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn scripts_without_arguments_pass_and_say_that_nothing_is_configured() {
    for script in [
        include_str!("../basic/scripts/backup_freshness.sh"),
        include_str!("../basic/scripts/certificate_expiry.sh"),
    ] {
        let (code, output) = run(script, &[]);
        assert_eq!(code, Some(0));
        assert!(output.contains("is configured"), "{output}");
    }
}

#[test]
fn a_backup_is_fresh_old_or_missing() {
    let script = include_str!("../basic/scripts/backup_freshness.sh");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    assert_eq!(run(script, &["24", path]).0, Some(1), "it is empty");
    std::fs::write(folder.path().join("backup"), "x").unwrap();
    assert_eq!(run(script, &["24", path]).0, Some(0));
    assert_eq!(run(script, &["24", path, "/no/such/folder"]).0, Some(1));
    assert_eq!(run(script, &["often", path]).0, Some(1));
}
