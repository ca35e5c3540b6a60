//! A changed script waits for a second person.

use muster_protocol::RunScript;
use serde_json::{Value, json};

use super::{add, add_snippet, path};
use crate::auth::Right;
use crate::features::scripts::script::hash;
use crate::testing::{Client, FakeAgent, TestServer};

const AUTHOR: &[Right] =
    &[Right::ListScripts, Right::ManageScripts, Right::RunScripts, Right::RunBulk];
const WAITS: &str = "The script New waits for the approval of a second person.";

async fn server_with_agent() -> (TestServer, FakeAgent) {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.add_agent(location, "pc-1").await;
    (server, agent)
}

async fn switch(server: &TestServer, to: &str) {
    server.admin.put("/core/settings/", json!({ "script_approval": to })).await.ok();
}

fn run_path(agent: &FakeAgent) -> String {
    format!("/agents/{}/runscript/", agent.identity.agent_id)
}

/// What the agent gets when this caller runs the script.
async fn order(caller: &Client, agent: &mut FakeAgent, script: &Value) -> RunScript {
    let body = json!({ "script": script["id"], "output": "forget" });
    caller.post(&run_path(agent), body).await.ok();
    agent.next_order().await.read().unwrap()
}

async fn body_of(caller: &Client, script: &Value, body: &str) -> Value {
    caller.put(&path(script), json!({ "script_body": body })).await.ok()
}

/// What waits, as an approving caller reads it.
async fn waiting(server: &TestServer, script: &Value) -> Value {
    server.admin.get(&format!("{}approval/", path(script))).await.ok()
}

fn approve_path(script: &Value) -> String {
    format!("{}approve/", path(script))
}

/// Approves what waits.
async fn approve(server: &TestServer, script: &Value) -> Value {
    let digest = waiting(server, script).await["digest"].clone();
    server.admin.post(&approve_path(script), json!({ "digest": digest })).await.ok()
}

fn content(version: i64, code: &str) -> Value {
    json!({ "version": version, "script_hash": hash(code), "shell": "shell",
            "run_as_user": false, "code": code })
}

#[tokio::test]
async fn a_changed_script_runs_as_it_was_until_a_second_person_approves_it() {
    let (server, mut agent) = server_with_agent().await;
    let script = add(&server, "S", "shell", "one").await;
    switch(&server, "on").await;
    let author = server.caller_with(AUTHOR).await;
    let changed = body_of(&author, &script, "two").await;
    assert!(changed["unapproved_since"].is_string());
    assert_eq!(changed["unapproved_by"], json!([changed["modified_by"]]));

    assert_eq!(order(&author, &mut agent, &script).await.code, "two");
    assert_eq!(order(&server.admin, &mut agent, &script).await.code, "one");
    let bulk = json!({ "mode": "script", "target": "all", "script": script["id"] });
    author.post("/agents/actions/bulk/", bulk).await.ok();
    let in_bulk: RunScript = agent.next_order().await.read().unwrap();
    assert_eq!(in_bulk.code, "one");
    let runs = server.admin.get("/runs/?ordering=id").await.ok();
    let versions: Vec<&Value> =
        runs.as_array().unwrap().iter().map(|run| &run["script_version"]).collect();
    assert_eq!(versions, [&json!(2), &json!(1), &json!(1)]);

    let shown = waiting(&server, &script).await;
    let expected = json!({
        "unapproved_since": changed["unapproved_since"],
        "unapproved_by": changed["unapproved_by"], "approved": content(1, "one"),
        "unapproved": content(2, "two"), "digest": shown["digest"],
    });
    assert_eq!(shown, expected);
    let digest = json!({ "digest": shown["digest"] });
    let refusal = author.post(&approve_path(&script), digest.clone()).await;
    let detail = refusal.refused(403, "forbidden")["detail"].clone();
    assert_eq!(detail, "You changed it yourself: a second person has to approve it.");

    let approved = server.admin.post(&approve_path(&script), digest.clone()).await.ok();
    let mut expected = changed;
    (expected["unapproved_since"], expected["unapproved_by"]) = (Value::Null, json!([]));
    assert_eq!(approved, expected);
    let last = server.audit_lines().await.pop().unwrap();
    assert_eq!(last, "admin modify script approved version 2 of script S");
    assert_eq!(order(&server.admin, &mut agent, &script).await.code, "two");
    let refusal = server.admin.post(&approve_path(&script), digest).await;
    let detail = refusal.refused(409, "conflict")["detail"].clone();
    assert_eq!(detail, "No change of this script waits.");
}

#[tokio::test]
async fn a_new_script_is_run_by_nobody_but_its_author_until_it_is_approved() {
    let (server, mut agent) = server_with_agent().await;
    switch(&server, "on").await;
    let author = server.caller_with(AUTHOR).await;
    let body = json!({ "name": "New", "shell": "shell", "script_body": "one" });
    let script = author.post("/scripts/", body).await.ok();
    assert_eq!(script["unapproved_by"], json!([script["created_by"]]));
    assert_eq!(waiting(&server, &script).await["approved"], Value::Null);

    let rows = server.audit().await.len();
    let run = json!({ "script": script["id"] });
    let refusal = server.admin.post(&run_path(&agent), run).await.refused(409, "conflict");
    assert_eq!(refusal["detail"], WAITS);
    let bulk = json!({ "mode": "script", "target": "all", "script": script["id"] });
    let refusal = author.post("/agents/actions/bulk/", bulk).await.refused(409, "conflict");
    assert_eq!(refusal["detail"], WAITS);
    let task = json!({
        "agent": agent.identity.agent_id, "name": "T", "task_type": "manual",
        "actions": [{ "type": "script", "script": script["id"] }],
    });
    let problems = json!({ "actions[0].script": [WAITS] });
    assert_eq!(server.admin.post("/tasks/", task.clone()).await.problems(), problems);
    assert_eq!(server.audit().await.len(), rows);

    assert_eq!(order(&author, &mut agent, &script).await.code, "one");
    approve(&server, &script).await;
    assert_eq!(order(&server.admin, &mut agent, &script).await.code, "one");
    server.admin.post("/tasks/", task).await.ok();
}

#[tokio::test]
async fn a_changed_snippet_makes_its_scripts_wait() {
    let (server, mut agent) = server_with_agent().await;
    let snippet = add_snippet(&server, "log", "echo").await;
    let snippet_path = format!("/scripts/snippets/{}/", snippet["id"]);
    let script = add(&server, "S", "shell", "{{log}} x").await;
    let other = add(&server, "Other", "shell", "id").await;
    switch(&server, "on").await;
    let author = server.caller_with(AUTHOR).await;

    author.put(&snippet_path, json!({ "desc": "logs" })).await.ok();
    assert_eq!(waiting(&server, &script).await["unapproved"], Value::Null);
    author.put(&snippet_path, json!({ "code": "printf" })).await.ok();
    assert_eq!(order(&server.admin, &mut agent, &script).await.code, "echo x");
    assert_eq!(order(&author, &mut agent, &script).await.code, "printf x");
    assert_eq!(server.admin.get(&path(&other)).await.ok(), other);
    approve(&server, &script).await;
    assert_eq!(order(&server.admin, &mut agent, &script).await.code, "printf x");

    author.delete(&format!("{snippet_path}?force=true")).await.ok();
    assert_eq!(order(&server.admin, &mut agent, &script).await.code, "printf x");
    let shown = waiting(&server, &script).await;
    assert_eq!(shown["unapproved"]["code"], "{{log}} x");
    // As it was approved: nothing is left to look at.
    let again = json!({ "name": "log", "shell": "shell", "code": "printf" });
    author.post("/scripts/snippets/", again).await.ok();
    assert_eq!(waiting(&server, &script).await["unapproved"], Value::Null);
}

#[tokio::test]
async fn of_two_authors_neither_approves_nor_runs_the_change() {
    let (server, mut agent) = server_with_agent().await;
    let script = add(&server, "S", "shell", "one").await;
    switch(&server, "on").await;
    let (first, second) = (server.caller_with(AUTHOR).await, server.caller_with(AUTHOR).await);
    let names = [
        body_of(&first, &script, "two").await["modified_by"].clone(),
        body_of(&second, &script, "three").await["modified_by"].clone(),
    ];
    let shown = waiting(&server, &script).await;
    assert_eq!(shown["unapproved_by"], json!(names));
    for author in [&first, &second] {
        let digest = json!({ "digest": shown["digest"] });
        author.post(&approve_path(&script), digest).await.refused(403, "forbidden");
        assert_eq!(order(author, &mut agent, &script).await.code, "one");
    }
    approve(&server, &script).await;
    assert_eq!(order(&first, &mut agent, &script).await.code, "three");
}

#[tokio::test]
async fn whatever_a_run_executes_waits_and_nothing_else() {
    let (server, mut agent) = server_with_agent().await;
    let script = add(&server, "S", "shell", "one").await;
    switch(&server, "on").await;
    let author = server.caller_with(AUTHOR).await;
    let harmless = json!({ "name": "T", "description": "d", "favorite": true, "args": ["x"],
                           "default_timeout": 5, "category": "c" });
    author.put(&path(&script), harmless).await.ok();
    assert_eq!(waiting(&server, &script).await["unapproved"], Value::Null);

    let harmful = json!({ "shell": "python", "run_as_user": true });
    author.put(&path(&script), harmful).await.ok();
    let others = order(&server.admin, &mut agent, &script).await;
    assert_eq!((others.shell.as_str(), others.run_as_user), ("shell", false));
    let own = order(&author, &mut agent, &script).await;
    assert_eq!((own.shell.as_str(), own.run_as_user), ("python", true));

    // Back to what was approved, by hand or by version.
    author.put(&path(&script), json!({ "shell": "shell", "run_as_user": false })).await.ok();
    assert_eq!(waiting(&server, &script).await["unapproved"], Value::Null);
    body_of(&author, &script, "two").await;
    assert_eq!(waiting(&server, &script).await["unapproved"]["code"], "two");
    let restore = format!("{}versions/1/restore/", path(&script));
    let restored = author.post(&restore, Value::Null).await.ok();
    assert_eq!((&restored["version"], &restored["unapproved_since"]), (&json!(3), &Value::Null));
}

#[tokio::test]
async fn only_what_was_read_is_approved() {
    let (server, _agent) = server_with_agent().await;
    let snippet = add_snippet(&server, "log", "echo").await;
    let script = add(&server, "S", "shell", "{{log}}").await;
    switch(&server, "on").await;
    let author = server.caller_with(AUTHOR).await;
    body_of(&author, &script, "{{log}} two").await;
    let mut seen = waiting(&server, &script).await["digest"].clone();
    let sentence = "It was changed since you read it; nothing was approved.";
    let snippet_path = format!("/scripts/snippets/{}/", snippet["id"]);
    for (path, change) in [
        (path(&script), json!({ "script_body": "{{log}} three" })),
        (snippet_path, json!({ "code": "rm" })),
    ] {
        author.put(&path, change).await.ok();
        let rows = server.audit().await.len();
        let reply = server.admin.post(&approve_path(&script), json!({ "digest": seen })).await;
        assert_eq!(reply.refused(409, "conflict")["detail"], sentence);
        assert_eq!(server.audit().await.len(), rows);
        seen = waiting(&server, &script).await["digest"].clone();
    }
    let missing = json!({ "digest": ["This field is required."] });
    assert_eq!(server.admin.post(&approve_path(&script), json!({})).await.problems(), missing);
    let unknown = server.admin.post("/scripts/999999/approve/", json!({ "digest": seen })).await;
    unknown.refused(404, "not_found");
    server.admin.get("/scripts/999999/approval/").await.refused(404, "not_found");
    approve(&server, &script).await;
}

#[tokio::test]
async fn only_callers_who_may_change_a_script_approve_it() {
    let (server, _agent) = server_with_agent().await;
    let (mine, theirs) = (server.add_site("A", "Main").await, server.add_site("B", "M").await);
    switch(&server, "on").await;
    let author = server.scoped_caller(AUTHOR, &[mine.client], &[]).await;
    let body = json!({ "name": "New", "shell": "shell", "script_body": "one" });
    let script = author.post("/scripts/", body).await.ok();
    let digest = json!({ "digest": waiting(&server, &script).await["digest"] });

    let stranger = server.scoped_caller(AUTHOR, &[theirs.client], &[]).await;
    stranger.post(&approve_path(&script), digest.clone()).await.refused(403, "forbidden");
    let colleague = server.scoped_caller(AUTHOR, &[mine.client], &[]).await;
    colleague.post(&approve_path(&script), digest).await.ok();
}

#[tokio::test]
async fn switched_off_everything_runs_and_switched_on_again_it_waits_again() {
    let (server, mut agent) = server_with_agent().await;
    let script = add(&server, "S", "shell", "one").await;
    switch(&server, "on").await;
    let author = server.caller_with(AUTHOR).await;
    body_of(&author, &script, "two").await;

    switch(&server, "off").await;
    let shown = server.admin.get(&path(&script)).await.ok();
    assert_eq!((&shown["unapproved_since"], &shown["unapproved_by"]), (&Value::Null, &json!([])));
    assert_eq!(waiting(&server, &script).await["digest"], "");
    let digest = json!({ "digest": "x" });
    server.admin.post(&approve_path(&script), digest).await.refused(409, "conflict");
    assert_eq!(order(&server.admin, &mut agent, &script).await.code, "two");
    // The authors of what waits are remembered, also while the setting is off.
    let last = body_of(&server.admin, &script, "three").await;
    let other = add(&server, "Other", "shell", "id").await;

    switch(&server, "on").await;
    let list = server.admin.get("/scripts/?showCommunityScripts=false&ordering=id").await.ok();
    assert_eq!(list[0]["unapproved_by"][1], last["modified_by"]);
    assert_eq!(list[1]["unapproved_since"], other["unapproved_since"]);
    let digest = json!({ "digest": waiting(&server, &script).await["digest"] });
    server.admin.post(&approve_path(&script), digest).await.refused(403, "forbidden");
    assert_eq!(order(&server.admin, &mut agent, &script).await.code, "one");
}
