//! Snippets: created, read, changed, removed.

use serde_json::{Value, json};

use super::{add, add_snippet, names, timeless, with};
use crate::features::scripts::script::hash;
use crate::testing::TestServer;

fn path(snippet: &Value) -> String {
    format!("/scripts/snippets/{}/", snippet["id"])
}

fn audited(snippet: &Value) -> Value {
    let code = snippet["code"].as_str().unwrap();
    with(snippet.clone(), json!({ "code": { "sha256": hash(code), "bytes": code.len() } }))
}

#[tokio::test]
async fn a_snippet_is_made_read_changed_and_listed_by_name() {
    let server = TestServer::start().await;
    let body = json!({ "name": " log it ", "shell": "shell", "code": "echo $1\n", "desc": "logs" });
    let snippet = server.admin.post("/scripts/snippets/", body).await.ok();
    let expected = json!({
        "id": snippet["id"], "name": "log it", "shell": "shell", "code": "echo $1\n",
        "desc": "logs", "owner_clients": [], "created_by": "admin", "modified_by": "admin",
    });
    assert_eq!(timeless(snippet.clone()), expected);
    assert_eq!(server.admin.get(&path(&snippet)).await.ok(), snippet);

    let changes = json!({ "name": "Log", "code": "printf", "shell": "python" });
    let changed = server.admin.put(&path(&snippet), changes.clone()).await.ok();
    assert_eq!(timeless(changed.clone()), with(expected, changes));
    let bare = add_snippet(&server, "a", "x").await;
    assert_eq!(server.admin.get("/scripts/snippets/").await.ok(), json!([bare, changed]));
    let cleared = server.admin.put(&path(&changed), json!({ "desc": null })).await.ok();
    assert_eq!(cleared["desc"], "");

    let log = server.audit().await;
    let lines = &server.audit_lines().await[..2];
    assert_eq!(
        lines,
        ["admin add snippet added snippet log it", "admin modify snippet changed snippet Log"]
    );
    assert_eq!(log[0]["after_value"], audited(&snippet));
    assert_eq!(
        (&log[1]["before_value"], &log[1]["after_value"]),
        (&audited(&snippet), &audited(&changed))
    );
}

#[tokio::test]
async fn all_problems_of_a_snippet_are_reported_at_once() {
    let server = TestServer::start().await;
    let taken = add_snippet(&server, "Taken", "x").await;
    let snippet = add_snippet(&server, "Other", "x").await;
    let cases = [
        (
            json!({}),
            json!({ "name": ["Enter a name."], "code": ["Enter the code."],
                            "shell": ["This field is required."] }),
        ),
        (
            json!({ "name": "a{b", "code": "", "shell": "sh", "desc": "x".repeat(51) }),
            json!({
                "name": ["Must have neither braces nor control characters."],
                "code": ["Enter the code."],
                "shell": ["Must be one of powershell, cmd, python, shell, nushell, deno."],
                "desc": ["Must have at most 50 characters."],
            }),
        ),
        (
            json!({ "name": "n".repeat(41), "code": "x".repeat(128 * 1024 + 1), "shell": "cmd" }),
            json!({ "name": ["Must have at most 40 characters."],
                    "code": ["Must have at most 131072 bytes."] }),
        ),
        (
            json!({ "name": "TAKEN", "code": "x", "shell": "cmd" }),
            json!({ "name": ["This name is already used."] }),
        ),
    ];
    for (body, expected) in cases {
        let problems = server.admin.post("/scripts/snippets/", body.clone()).await.problems();
        assert_eq!(problems, expected, "{body}");
    }
    let problems = server.admin.put(&path(&snippet), json!({ "name": "taken" })).await.problems();
    assert_eq!(problems, json!({ "name": ["This name is already used."] }));
    // Its own name in another case is not a clash.
    server.admin.put(&path(&taken), json!({ "name": "taken" })).await.ok();
}

#[tokio::test]
async fn two_of_one_name_at_the_same_moment_are_one() {
    let server = TestServer::start().await;
    let post = async || {
        let body = json!({ "name": "same", "shell": "shell", "code": "x" });
        server.admin.post("/scripts/snippets/", body).await.status
    };
    let (a, b) = tokio::join!(post(), post());
    assert_eq!([a.min(b), a.max(b)], [200, 400]);
    assert_eq!(names(&server.admin.get("/scripts/snippets/").await.ok()), ["same"]);
}

#[tokio::test]
async fn a_snippet_that_scripts_insert_keeps_its_name_and_stays() {
    let server = TestServer::start().await;
    let snippet = add_snippet(&server, "log", "echo").await;
    add(&server, "B", "shell", "{{ log }}").await;
    add(&server, "A", "shell", "x {{log}}").await;
    add(&server, "C", "shell", "{{logs}} log").await;

    let refusal = server.admin.delete(&path(&snippet)).await.refused(409, "in_use");
    assert_eq!(refusal["detail"], "It is in use by script A, script B.");
    let rename = json!({ "name": "other" });
    server.admin.put(&path(&snippet), rename).await.refused(409, "in_use");
    server.admin.put(&path(&snippet), json!({ "code": "printf" })).await.ok();

    let forced = server.admin.delete(&format!("{}?force=true", path(&snippet))).await.ok();
    assert_eq!(forced, "deleted snippet log, which 2 scripts insert");
    server.admin.get(&path(&snippet)).await.refused(404, "not_found");
}

#[tokio::test]
async fn an_unused_snippet_is_deleted() {
    let server = TestServer::start().await;
    let snippet = add_snippet(&server, "log", "echo").await;
    assert_eq!(server.admin.delete(&path(&snippet)).await.ok(), "deleted snippet log");
    server.admin.delete(&path(&snippet)).await.refused(404, "not_found");
    server.admin.put(&path(&snippet), json!({})).await.refused(404, "not_found");
    server.admin.get("/scripts/snippets/x/").await.refused(404, "not_found");
    let row = server.audit().await.pop().unwrap();
    assert_eq!(
        (&row["message"], &row["before_value"]),
        (&json!("deleted snippet log"), &audited(&snippet))
    );
}
