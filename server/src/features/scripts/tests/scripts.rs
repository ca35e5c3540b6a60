//! Scripts of people: created, read, changed, removed, downloaded.

use serde_json::{Value, json};

use super::{add, add_snippet, bodiless, path, plain, timeless, with};
use crate::auth::Right;
use crate::features::scripts::find_runnable;
use crate::testing::TestServer;

const LIMIT: usize = 512 * 1024;

#[tokio::test]
async fn a_script_is_made_with_defaults_and_read_as_it_is() {
    let server = TestServer::start().await;

    let body = json!({ "name": " Fix it ", "shell": "shell", "script_body": " echo hi\n" });
    let script = server.admin.post("/scripts/", body).await.ok();

    let expected = plain(&script["id"], "Fix it", "shell", " echo hi\n");
    assert_eq!(timeless(script.clone()), expected);
    assert_eq!(server.admin.get(&path(&script)).await.ok(), script);
    let log = server.audit().await;
    assert_eq!(server.audit_lines().await, ["admin add script added script Fix it"]);
    assert_eq!(log[0]["object_id"], script["id"].to_string());
    assert_eq!(
        (&log[0]["before_value"], &log[0]["after_value"]),
        (&Value::Null, &bodiless(script))
    );
}

#[tokio::test]
async fn every_field_is_stored_as_sent() {
    let server = TestServer::start().await;
    let fields = json!({
        "name": "All", "shell": "powershell", "default_timeout": 86400, "description": " d ",
        "args": ["-a", "", "{{agent.hostname}}"], "env_vars": ["A=1", "B="], "category": "Tools",
        "syntax": "-a x", "supported_platforms": ["windows", "linux"], "run_as_user": true,
        "favorite": true, "hidden": true, "filename": "all.ps1",
    });

    // `code` is another name of the body.
    let sent = with(fields.clone(), json!({ "code": "Get-Date", "unknown": 1 }));
    let script = server.admin.post("/scripts/", sent).await.ok();

    let expected = with(plain(&script["id"], "All", "powershell", "Get-Date"), fields);
    assert_eq!(timeless(script.clone()), expected);
    // Null empties optional fields.
    let nulls = json!({ "description": null, "args": null, "env_vars": null, "category": null,
                        "syntax": null, "supported_platforms": null, "run_as_user": null,
                        "favorite": null, "hidden": null, "filename": null,
                        "default_timeout": null });
    let emptied = server.admin.put(&path(&script), nulls).await.ok();
    assert_eq!(timeless(emptied), plain(&script["id"], "All", "powershell", "Get-Date"));
}

#[tokio::test]
async fn a_change_touches_only_what_was_sent() {
    let server = TestServer::start().await;
    let before = add(&server, "One", "shell", "true").await;

    let change = json!({ "name": "Two", "args": ["x"], "default_timeout": 5 });
    let after = server.admin.put(&path(&before), change.clone()).await.ok();

    assert_eq!(timeless(after.clone()), with(timeless(before.clone()), change));
    assert_eq!(server.admin.get(&path(&before)).await.ok(), after);
    let row = server.audit().await.pop().unwrap();
    assert_eq!((&row["action"], &row["message"]), (&json!("modify"), &json!("changed script Two")));
    assert_eq!(row["before_value"], bodiless(before));
    assert_eq!(row["after_value"], bodiless(after.clone()));
    // An empty body changes nothing but the stamps.
    let same = server.admin.put(&path(&after), json!({})).await.ok();
    assert_eq!(timeless(same), timeless(after));
}

#[tokio::test]
async fn a_time_limit_of_zero_or_of_years_is_stored_and_a_run_has_its_own_limit() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let run = format!("/agents/{}/runscript/", agent.identity.agent_id);
    for (default_timeout, runs_for) in [(0, 90), (5, 5), (86_400, 86_400), (2_147_483_647, 86_400)]
    {
        let body = json!({ "name": default_timeout.to_string(), "shell": "shell",
                           "script_body": "true", "default_timeout": default_timeout });
        let script = server.admin.post("/scripts/", body).await.ok();
        let path = format!("/scripts/{}/", script["id"]);
        assert_eq!(server.admin.get(&path).await.ok()["default_timeout"], default_timeout);
        let kept = server.admin.put(&path, json!({ "description": "x" })).await.ok();
        assert_eq!(kept["default_timeout"], default_timeout);

        let body = json!({ "script": script["id"], "output": "forget" });
        server.admin.post(&run, body).await.ok();
        let order = agent.next_order().await.read::<muster_protocol::RunScript>().unwrap();
        assert_eq!(order.timeout_seconds, runs_for, "{default_timeout}");
        let body = json!({ "script": script["id"], "output": "forget", "timeout": 7 });
        server.admin.post(&run, body).await.ok();
        let order = agent.next_order().await.read::<muster_protocol::RunScript>().unwrap();
        assert_eq!(order.timeout_seconds, 7, "the caller's own goes before");
    }
}

#[tokio::test]
async fn all_problems_of_a_script_are_reported_at_once() {
    let server = TestServer::start().await;
    let script = add(&server, "One", "shell", "true").await;
    let required = json!({ "name": ["Enter a name."], "shell": ["This field is required."],
                           "script_body": ["Enter the code."] });
    assert_eq!(server.admin.post("/scripts/", json!({})).await.problems(), required);
    let wrong = json!({
        "name": " ", "shell": "bash", "code": "", "default_timeout": -1, "args": [[1]],
        "env_vars": ["=x"], "category": "x".repeat(101), "supported_platforms": ["linux", "linux"],
        "filename": "a/b", "run_as_user": 2, "description": {}, "syntax": "x".repeat(10_001),
    });
    let expected = json!({
        "name": ["Enter a name."],
        "shell": ["Must be one of powershell, cmd, python, shell, nushell, deno."],
        "code": ["Enter the code."],
        "default_timeout": ["Must be 0 to 2147483647."],
        "args[0]": ["Must be a list of texts."],
        "env_vars": ["Must be entries such as NAME=value."],
        "category": ["Must have at most 100 characters."],
        "supported_platforms": ["Must be some of windows, linux, darwin, each once."],
        "filename": ["Must be a file name without folders."],
        "run_as_user": ["Must be true or false."],
        "description": ["Must be text."],
        "syntax": ["Must have at most 10000 characters."],
    });
    assert_eq!(server.admin.post("/scripts/", wrong.clone()).await.problems(), expected);
    assert_eq!(server.admin.put(&path(&script), wrong).await.problems(), expected);
    let nulls = json!({ "name": null, "shell": null, "script_body": null });
    let expected = json!({ "name": ["Enter a name."], "shell": ["Must not be null."],
                           "script_body": ["Enter the code."] });
    assert_eq!(server.admin.put(&path(&script), nulls).await.problems(), expected);
    assert_eq!(server.admin.get(&path(&script)).await.ok(), script);
}

#[tokio::test]
async fn a_body_may_have_512_kib_and_arguments_32() {
    let server = TestServer::start().await;
    let longest = "ö".repeat(LIMIT / 2);
    let script = add(&server, "Long", "shell", &longest).await;
    assert_eq!(script["script_body"], longest);
    let change = json!({ "script_body": longest + "x" });
    let problems = server.admin.put(&path(&script), change).await.problems();
    assert_eq!(problems, json!({ "script_body": ["Must have at most 524288 bytes."] }));

    let args = json!(["x".repeat(16 * 1024), "y".repeat(16 * 1024)]);
    server.admin.put(&path(&script), json!({ "args": args })).await.ok();
    let too_long = json!({ "args": ["x".repeat(32 * 1024 + 1)], "name": "n".repeat(256) });
    let problems = server.admin.put(&path(&script), too_long).await.problems();
    let expected = json!({ "args": ["Must have at most 32768 bytes in all."],
                           "name": ["Must have at most 255 characters."] });
    assert_eq!(problems, expected);
}

#[tokio::test]
async fn a_deleted_script_is_gone_with_its_versions() {
    let server = TestServer::start().await;
    let script = add(&server, "Gone", "cmd", "dir").await;
    server.admin.put(&path(&script), json!({ "script_body": "cd" })).await.ok();

    assert_eq!(server.admin.delete(&path(&script)).await.ok(), "deleted script Gone");

    for below in ["", "download/", "usage/", "versions/"] {
        let path = format!("{}{below}", path(&script));
        server.admin.get(&path).await.refused(404, "not_found");
    }
    server.admin.delete(&path(&script)).await.refused(404, "not_found");
    let lines = server.audit_lines().await;
    assert_eq!(lines[2..], ["admin delete script deleted script Gone"]);
}

#[tokio::test]
async fn unknown_scripts_are_not_found() {
    let server = TestServer::start().await;
    for id in ["999999", "0", "-1", "abc", "123456789012345678901", "a.b"] {
        let path = format!("/scripts/{id}/");
        server.admin.get(&path).await.refused(404, "not_found");
        server.admin.put(&path, json!({})).await.refused(404, "not_found");
        server.admin.delete(&path).await.refused(404, "not_found");
        let restore = format!("{path}versions/1/restore/");
        server.admin.post(&restore, json!({})).await.refused(404, "not_found");
    }
}

#[tokio::test]
async fn a_download_has_a_file_name_and_its_snippets() {
    let server = TestServer::start().await;
    add_snippet(&server, "log", "echo {{other}}").await;
    let body = "{{log}}; {{ log }}\n{{nobody}}";
    let script = add(&server, "Backup.sh", "shell", body).await;
    let path = format!("{}download/", path(&script));

    let code = "echo {{other}}; echo {{other}}\n{{nobody}}";
    let file = server.admin.get(&path).await.ok();
    assert_eq!(file, json!({ "filename": "Backup.sh", "code": code }));
    let raw = server.admin.get(&format!("{path}?with_snippets=false")).await.ok();
    assert_eq!(raw, json!({ "filename": "Backup.sh", "code": body }));
    let problems = server.admin.get(&format!("{path}?with_snippets=x")).await.problems();
    assert_eq!(problems, json!({ "with_snippets": ["Must be true or false."] }));
}

#[tokio::test]
async fn a_download_that_would_be_too_long_is_refused() {
    let server = TestServer::start().await;
    add_snippet(&server, "long", &"x".repeat(128 * 1024)).await;
    let script = add(&server, "Long", "shell", &"{{long}}".repeat(5)).await;

    let refusal = server.admin.get(&format!("{}download/", path(&script))).await;
    let detail = refusal.refused(409, "conflict")["detail"].clone();
    assert_eq!(detail, "The script is longer than 524288 bytes with its snippets.");
}

#[tokio::test]
async fn a_script_that_nothing_uses_has_an_empty_usage() {
    let server = TestServer::start().await;
    let script = add(&server, "Free", "shell", "true").await;
    let usage = server.admin.get(&format!("{}usage/", path(&script))).await.ok();
    assert_eq!(usage, json!({ "tasks": [], "checks": [], "alert_templates": [] }));
}

#[tokio::test]
async fn every_change_is_published_after_the_commit() {
    let server = TestServer::start().await;
    let mut events = server.follow(&server.admin, &["config"]).await;
    let script = add(&server, "S", "shell", "one").await;
    server.admin.put(&path(&script), json!({ "script_body": "two" })).await.ok();
    let restore = format!("{}versions/1/restore/", path(&script));
    server.admin.post(&restore, Value::Null).await.ok();
    server.admin.delete(&path(&script)).await.ok();
    let snippet = add_snippet(&server, "s", "x").await;
    let snippet_path = format!("/scripts/snippets/{}/", snippet["id"]);
    server.admin.put(&snippet_path, json!({ "code": "y" })).await.ok();
    server.admin.delete(&snippet_path).await.ok();

    let (script, snippet) = (&script["id"], &snippet["id"]);
    for (kind, entity, id) in [
        ("saved", "script", script),
        ("saved", "script", script),
        ("saved", "script", script),
        ("deleted", "script", script),
        ("saved", "snippet", snippet),
        ("saved", "snippet", snippet),
        ("deleted", "snippet", snippet),
    ] {
        let mut event = events.receive().await;
        for name in ["seq", "time"] {
            assert!(event.as_object_mut().unwrap().remove(name).is_some(), "{name}");
        }
        let expected = json!({ "topic": "config", "type": kind,
                               "data": { "entity": entity, "id": id } });
        assert_eq!(event, expected);
    }
}

#[tokio::test]
async fn a_run_gets_the_code_with_its_snippets() {
    let server = TestServer::start().await;
    add_snippet(&server, "log", "echo").await;
    let script = add(&server, "S", "shell", "{{log}} {{x}}").await;
    let db = server.app.db.read();

    let runnable = find_runnable(db, script["id"].as_i64().unwrap(), None).await.unwrap().unwrap();
    assert_eq!((runnable.code.as_str(), runnable.script.name.as_str()), ("echo {{x}}", "S"));
    assert!(find_runnable(db, 999_999, None).await.unwrap().is_none());
}

#[tokio::test]
async fn a_script_is_given_values_of_the_key_store_by_people_who_may_see_it() {
    let server = TestServer::start().await;
    let is_other = |right: &Right| *right != Right::ViewGlobalKeystore;
    let others: Vec<Right> = Right::ALL.iter().copied().filter(is_other).collect();
    let author = server.caller_with(&others).await;
    let entries = json!(["A=1", "B={{global.door}}"]);
    let body = json!({ "name": "x", "shell": "shell", "script_body": "id", "env_vars": entries });
    let sentence = "{{global.door}} can only be used by people who may see the key store.";

    let problems = author.post("/scripts/", body.clone()).await.problems();
    assert_eq!(problems, json!({ "env_vars[1]": [sentence] }));
    let script = server.admin.post("/scripts/", body).await.ok();
    // What it has already is no change.
    let same = json!({ "script_body": "id -u", "env_vars": entries });
    author.put(&path(&script), same).await.ok();
    let other = json!({ "args": ["-v"] });
    let problems = author.put(&path(&script), other).await.problems();
    assert_eq!(problems, json!({ "env_vars[1]": [sentence] }));
    author.put(&path(&script), json!({ "env_vars": [] })).await.ok();
}

#[tokio::test]
async fn environment_values_are_shown_to_those_who_may_change_the_script_and_never_logged() {
    let server = TestServer::start().await;
    let values = json!(["PW=hunter2", "A="]);
    let body = json!({ "name": "x", "shell": "shell", "script_body": "id", "env_vars": values });
    let script = server.admin.post("/scripts/", body).await.ok();
    let list = "/scripts/?showCommunityScripts=false";

    let reader = server.caller_with(&[Right::ListScripts]).await;
    let masked = json!(["PW=********", "A=********"]);
    assert_eq!(reader.get(&path(&script)).await.ok()["env_vars"], masked);
    assert_eq!(reader.get(list).await.ok()[0]["env_vars"], masked);
    let found = reader.get(&format!("{list}&search=hunter2")).await.ok();
    assert_eq!(found, json!([]), "a search must not find out");
    let author = server.caller_with(&[Right::ListScripts, Right::ManageScripts]).await;
    assert_eq!(author.get(&path(&script)).await.ok()["env_vars"], values);
    assert_eq!(author.get(list).await.ok()[0]["env_vars"], values);

    let change = json!({ "env_vars": ["NEW=1", "PW=********"] });
    let changed = author.put(&path(&script), change).await.ok();
    assert_eq!(changed["env_vars"], json!(["NEW=1", "PW=hunter2"]));
    let unknown = json!({ "env_vars": ["OTHER=********"] });
    let sentence = "This is the mask of a value: enter the value.";
    let refused = json!({ "env_vars[0]": [sentence] });
    assert_eq!(author.put(&path(&script), unknown).await.problems(), refused);
    let new =
        json!({ "name": "y", "shell": "shell", "script_body": "id", "env_vars": ["A=********"] });
    assert_eq!(author.post("/scripts/", new).await.problems(), refused);

    author.delete(&path(&script)).await.ok();
    let log = server.audit().await;
    assert_eq!(log[0]["after_value"]["env_vars"], json!(["PW", "A"]));
    assert!(!json!(log).to_string().contains("hunter2"), "{log:?}");
}

#[tokio::test]
async fn a_caller_with_a_scope_sees_values_of_the_scripts_that_they_may_change() {
    let server = TestServer::start().await;
    let own = server.add_site("Own", "Main").await;
    let other = server.add_site("Other", "Main").await;
    let agent = server.enrol(other, "theirs").await;
    let rights = [Right::ListScripts, Right::ManageScripts];
    let somebody = server.scoped_caller(&rights, &[own.client], &[]).await;
    let body = json!({ "name": "x", "shell": "shell", "script_body": "id", "env_vars": ["PW=1"] });
    let script = server.admin.post("/scripts/", body).await.ok();
    let list = somebody.get("/scripts/?showCommunityScripts=false").await.ok();
    assert_eq!(list[0]["env_vars"], json!(["PW=********"]), "lists do not ask about each");
    let shown = async || somebody.get(&path(&script)).await.ok()["env_vars"].clone();
    for (owners, values) in [
        (json!([]), json!(["PW=********"])),
        (json!([other.client]), json!(["PW=********"])),
        (json!([own.client]), json!(["PW=1"])),
    ] {
        server.admin.put(&path(&script), json!({ "owner_clients": owners })).await.ok();
        assert_eq!(shown().await, values, "{owners}");
    }

    let action = json!({ "type": "script", "script": script["id"] });
    let task = json!({
        "agent": agent.agent_id, "name": "t", "task_type": "manual", "actions": [action],
    });
    server.admin.post("/tasks/", task).await.ok();
    assert_eq!(shown().await, json!(["PW=********"]));
}
