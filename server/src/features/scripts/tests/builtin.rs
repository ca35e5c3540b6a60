//! Built-in scripts: what people may do with them.

use serde_json::{Value, json};

use super::{path, with};
use crate::testing::TestServer;

async fn one(server: &TestServer) -> Value {
    let list = server.admin.get("/scripts/?search=name:\"disk%20usage\"").await.ok();
    assert_eq!(list.as_array().unwrap().len(), 1);
    server.admin.get(&path(&list[0])).await.ok()
}

#[tokio::test]
async fn a_built_in_script_can_be_a_favourite_or_hidden() {
    let server = TestServer::start().await;
    let before = one(&server).await;
    assert_eq!((&before["script_type"], &before["version"]), (&json!("builtin"), &json!(1)));

    // Screens send the whole object: unchanged fields do no harm.
    let changes = json!({ "favorite": true, "hidden": true });
    let sent = with(before.clone(), changes.clone());
    let mut after = server.admin.put(&path(&before), sent).await.ok();

    assert_eq!(after["modified_by"], "admin");
    for stamp in ["modified_by", "modified_time"] {
        after[stamp] = before[stamp].clone();
    }
    assert_eq!(after, with(before, changes));
    assert_eq!(server.audit_lines().await, ["admin modify script changed script Disk usage"]);
}

#[tokio::test]
async fn nothing_else_of_a_built_in_script_can_change() {
    let server = TestServer::start().await;
    let script = one(&server).await;
    let changes = json!({
        "name": "Mine", "script_body": "rm", "shell": "cmd", "args": [], "env_vars": ["A=1"],
        "default_timeout": 1, "category": "x", "description": "x", "syntax": "x",
        "supported_platforms": [], "run_as_user": true, "filename": "x", "favorite": true,
    });
    let problems = server.admin.put(&path(&script), changes.clone()).await.problems();

    let mut expected = changes;
    expected.as_object_mut().unwrap().remove("favorite");
    for (_, value) in expected.as_object_mut().unwrap() {
        *value = json!(["This cannot be changed in a built-in script."]);
    }
    assert_eq!(problems, expected);
    assert_eq!(server.admin.get(&path(&script)).await.ok(), script);
    assert_eq!(server.audit_lines().await, Vec::<String>::new());
}

#[tokio::test]
async fn a_built_in_script_can_neither_be_deleted_nor_restored() {
    let server = TestServer::start().await;
    let script = one(&server).await;

    for query in ["", "?force=true"] {
        let refusal = server.admin.delete(&format!("{}{query}", path(&script))).await;
        let detail = refusal.refused(409, "conflict")["detail"].clone();
        assert_eq!(detail, "A built-in script cannot be deleted: hide it instead.");
    }
    let restore = format!("{}versions/1/restore/", path(&script));
    let refusal = server.admin.post(&restore, Value::Null).await.refused(409, "conflict");
    assert_eq!(refusal["detail"], "The body of a built-in script cannot be changed.");
}

#[tokio::test]
async fn a_built_in_script_is_downloaded_as_its_file() {
    let server = TestServer::start().await;
    let script = one(&server).await;
    let file = server.admin.get(&format!("{}download/", path(&script))).await.ok();
    assert_eq!(file, json!({ "filename": "disk_usage.sh", "code": script["script_body"] }));
}
