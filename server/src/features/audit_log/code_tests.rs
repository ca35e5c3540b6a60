//! Code that ran or was changed, and how long it is kept.

use std::time::Duration;

use serde_json::{Value, json};

use crate::auth::Right;
use crate::clock;
use crate::domain::settings::AUDIT_RETENTION;
use crate::storage::sql;
use crate::testing::{Client, Reply, TestServer};

const DAY: Duration = Duration::from_secs(24 * 3600);

/// Asks for the code of a row.
async fn code_of(caller: &Client, row: &Value) -> Reply {
    caller.get(&format!("/logs/audit/{}/code/", row["id"])).await
}

/// How many codes are stored.
async fn codes(server: &TestServer) -> i64 {
    sql::number(server.app.db.read(), "select count(*) from audit_code", []).await.unwrap()
}

#[tokio::test]
async fn code_that_ran_is_kept_sealed_and_shown_from_its_row() {
    let server = TestServer::start_with(|settings| settings.audit_value_limit = 1024).await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.add_agent(location, "pc-1").await.obey().agent_id;
    let script = server.add_script("echo library").await;
    let long = format!("id # {}", "x".repeat(2000));
    let code = json!({ "code": "print(1)", "shell": "python", "timeout": 60 });
    let command = json!({ "shell": "sh", "cmd": long, "timeout": 60 });
    for (path, body) in [
        (format!("/agents/{agent}/cmd/"), command),
        (format!("/scripts/{agent}/test/"), code),
        (format!("/agents/{agent}/runscript/"), json!({ "script": script })),
    ] {
        server.admin.post(&path, body).await.ok();
    }

    let rows = server.audit().await;
    let [.., command, code, library] = rows.as_slice() else { panic!("{rows:?}") };
    let shown = code_of(&server.admin, command).await.ok();
    let value: Value = serde_json::from_str(shown["code"].as_str().unwrap()).unwrap();
    assert_eq!(value["cmd"], long);
    assert_eq!(command["after_value"]["too_large"]["bytes"], shown["bytes"]);
    let sha256 = &code["after_value"]["code_sha256"];
    assert_eq!(&code["code_sha256"], sha256);
    let expected = json!({ "code": "print(1)", "sha256": sha256, "bytes": 8 });
    assert_eq!(code_of(&server.admin, code).await.ok(), expected);
    assert_eq!(code_of(&server.admin, library).await.ok()["code"], "echo library");
    assert!(server.audit_verdict().await.is_intact());

    let sealed: Vec<Vec<u8>> =
        sql::values(server.app.db.read(), "select sealed from audit_code", []).await.unwrap();
    assert_eq!(sealed.len(), 3);
    for bytes in sealed {
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains("print") && !text.contains("echo") && !text.contains("xxxx"));
    }
}

#[tokio::test]
async fn a_script_that_was_edited_run_and_deleted_can_still_be_read() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.add_agent(location, "pc-1").await.obey().agent_id;
    let body = json!({ "name": "x", "shell": "shell", "script_body": "{{part}} first" });
    let snippet = json!({ "name": "part", "shell": "shell", "code": "whoami" });
    server.admin.post("/scripts/snippets/", snippet).await.ok();
    let script = server.admin.post("/scripts/", body).await.ok()["id"].clone();
    let path = format!("/scripts/{script}/");
    server.admin.put(&path, json!({ "script_body": "{{part}} second" })).await.ok();
    let run = json!({ "script": script });
    server.admin.post(&format!("/agents/{agent}/runscript/"), run).await.ok();
    server.admin.delete(&path).await.ok();

    let mut shown = Vec::new();
    for row in server.audit().await.iter().filter(|row| !row["code_sha256"].is_null()) {
        shown.push(code_of(&server.admin, row).await.ok()["code"].clone());
    }
    let second = "{{part}} second";
    assert_eq!(shown, ["whoami", "{{part}} first", second, "whoami second", second]);
}

#[tokio::test]
async fn code_is_stored_once_and_as_long_as_the_last_row_with_it() {
    clock::stop();
    let server = TestServer::start().await;
    let add = async |name: &str| {
        let body = json!({ "name": name, "shell": "shell", "script_body": "id" });
        server.admin.post("/scripts/", body).await.ok()
    };
    let prune = async || (AUDIT_RETENTION.handler)(server.app.clone()).await.unwrap();
    server.admin.put("/core/settings/", json!({ "audit_log_prune_days": 30 })).await.ok();
    add("one").await;
    add("two").await;
    assert_eq!(codes(&server).await, 1);
    clock::advance(DAY * 20);
    add("three").await;

    clock::advance(DAY * 15);
    prune().await;
    let rows = server.audit().await;
    assert_eq!(rows.len(), 1);
    assert_eq!(code_of(&server.admin, &rows[0]).await.ok()["code"], "id");
    clock::advance(DAY * 17);
    prune().await;

    assert_eq!((server.audit().await.len(), codes(&server).await), (0, 0));
}

#[tokio::test]
async fn reading_code_needs_both_rights_and_a_row_that_has_some() {
    let server = TestServer::start().await;
    let body = json!({ "name": "x", "shell": "shell", "script_body": "id" });
    server.admin.post("/scripts/", body).await.ok();
    server.admin.post("/clients/", json!({ "name": "Acme" })).await.ok();
    let rows = server.audit().await;
    let [script, client] = rows.as_slice() else { panic!("{rows:?}") };

    for right in [Right::ViewAuditlogs, Right::ListScripts] {
        let caller = server.caller_with(&[right]).await;
        code_of(&caller, script).await.refused(403, "forbidden");
    }
    let caller = server.caller_with(&[Right::ViewAuditlogs, Right::ListScripts]).await;
    assert_eq!(code_of(&caller, script).await.ok()["code"], "id");
    code_of(&caller, client).await.refused(404, "not_found");
    code_of(&caller, &json!({ "id": 999 })).await.refused(404, "not_found");
}
