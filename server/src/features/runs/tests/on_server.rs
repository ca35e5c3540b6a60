//! `POST /agents/<agent_id>/runscript/` with `run_on_server`.

use serde_json::{Value, json};

use super::{change, run_script_path, runs, server_with_absent_agent, until_all};
use crate::auth::Right;
use crate::clock;
use crate::domain::runs::SERVER_SWEEP;
use crate::features::runs::Fingerprint;
use crate::testing::{Identity, TEST_TIMEOUT, TestServer, until_equal};

/// A server on which scripts may run, and an agent that is offline.
async fn server() -> (TestServer, Identity) {
    let (server, identity) = server_with_absent_agent().await;
    let settings = json!({ "enable_server_scripts": true });
    server.admin.put("/core/settings/", settings).await.ok();
    (server, identity)
}

fn body(script: i64, changes: Value) -> Value {
    let mut body = json!({ "script": script, "run_on_server": true });
    for (name, value) in changes.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

#[tokio::test]
async fn a_script_runs_on_the_server_for_an_agent_that_may_be_offline() {
    let (server, identity) = server().await;
    let script = server.add_script("echo \"$1\" \"$WHO\"; echo oh >&2; exit 3").await;
    let changes =
        json!({ "args": ["{{agent.hostname}} $(id)"], "env_vars": ["WHO={{client.name}}"] });

    let reply = server.admin.post(&run_script_path(&identity), body(script, changes)).await;

    let id = reply.header("x-run-id").to_owned();
    assert_eq!(reply.ok(), "pc-1 $(id) Acme\noh\n");
    let run = server.admin.get(&format!("/runs/{id}/")).await.ok();
    assert_eq!((&run["status"], &run["retcode"]), (&json!("failed"), &json!(3)));
    assert_eq!((&run["hostname"], &run["run_on_server"]), (&json!("pc-1"), &json!(true)));
    assert_eq!(run["script_results"]["stdout"], "pc-1 $(id) Acme\n");
    assert_eq!(run["script_results"]["stderr"], "oh\n");
    assert_eq!((&run["problem"], &run["expires"]), (&json!(""), &Value::Null));
    assert!(run["started"].is_string() && run["finished"].is_string(), "{run}");
    let output = server.admin.get(&format!("/runs/{id}/output/")).await.ok();
    assert_eq!((&output["stdout"], &output["done"]), (&json!("pc-1 $(id) Acme\n"), &json!(true)));
    let row = server.audit().await.pop().unwrap();
    let name = "echo \"$1\" \"$WHO\"; echo oh >&2; exit 3";
    assert_eq!(row["message"], format!("admin ran the script {name} on the server for pc-1"));
    let after = json!({
        "script": script, "name": name, "version": 1, "code_sha256": Fingerprint::of(name).hash,
        "output": "wait", "env_vars": ["WHO"],
        "args": ["{{agent.hostname}} $(id)"], "run_on_server": true,
    });
    assert_eq!(row["after_value"], after);
}

#[tokio::test]
async fn a_timeout_is_return_code_98_and_the_same_key_starts_nothing_twice() {
    // The caller waits ten seconds longer than the script may take, by this clock.
    clock::stop();
    let (server, identity) = server().await;
    let script = server.add_script("echo begun; sleep 300").await;
    let path = format!("{}?detail=true", run_script_path(&identity));
    let mut answers = Vec::new();

    // On a machine that stands still, a script may be killed before it prints.
    for timeout in [1, 5, 20] {
        let caller = server.admin.with_header("Idempotency-Key", &timeout.to_string());
        let first = caller.post(&path, body(script, json!({ "timeout": timeout }))).await.ok();
        let again = caller.post(&path, body(script, json!({ "timeout": timeout }))).await.ok();
        assert_eq!(first, again);
        let has_begun = first["stdout"] != "";
        answers.push(first);
        if has_begun {
            break;
        }
    }

    let last = answers.last_mut().unwrap();
    last["execution_time"].take();
    let expected = json!({
        "id": last["id"], "stdout": "begun\n", "stderr": "", "retcode": 98, "timed_out": true,
        "execution_time": null, "truncated": false,
    });
    assert_eq!(*last, expected);
    assert_eq!(runs(&server).await, vec!["timed_out "; answers.len()]);
}

#[tokio::test]
async fn its_output_is_collected_and_a_forgotten_run_still_ends() {
    let (server, identity) = server().await;
    let script = server.add_script("echo first; echo last").await;
    let path = run_script_path(&identity);
    let field = json!({ "model": "agent", "name": "Found", "type": "text" });
    let field = server.admin.post("/core/customfields", field).await.ok();
    let collect = json!({ "output": "collector", "custom_field": field["id"] });
    server.admin.post(&path, body(script, collect)).await.ok();
    let shown = server.admin.get(&format!("/agents/{}/", identity.agent_id)).await.ok();
    assert_eq!(shown["custom_fields"][0]["value"], "last");
    assert_eq!(shown["pending_actions_count"], 0);

    let reply = server.admin.post(&path, body(script, json!({ "output": "forget" }))).await;

    assert_eq!(reply.header("x-run-id"), "2");
    assert_eq!(reply.ok(), "The script echo first; echo last was started on the server.");
    until_all(&server, "passed").await;
    assert_eq!(server.admin.get("/logs/pendingactions/").await.ok(), json!([]));
}

#[tokio::test]
async fn it_can_be_cancelled_and_an_agent_that_connects_does_not_touch_it() {
    let (server, identity) = server().await;
    let script = server.add_script("echo begun; sleep 300").await;
    let path = run_script_path(&identity);
    server.admin.post(&path, body(script, json!({ "output": "forget" }))).await.ok();
    until_all(&server, "running").await;
    let agent = server.connect(&identity).await;
    assert_eq!(runs(&server).await, ["running "], "the agent knows nothing of it");

    let other = server.caller_with(&[Right::RunScripts]).await;
    other.post("/runs/1/cancel/", json!({})).await.refused(403, "forbidden");
    let answer = server.admin.post("/runs/1/cancel/", json!({})).await.ok();

    assert_eq!(answer, "The script echo begun; sleep 300 is being ended on the server.");
    until_all(&server, "cancelled").await;
    assert_eq!(server.admin.get("/runs/1/").await.ok()["retcode"], 97);
    drop(agent);
}

#[tokio::test]
async fn a_server_that_stops_ends_its_scripts_and_those_of_a_dead_server_are_interrupted() {
    let (server, identity) = server().await;
    let script = server.add_script("sleep 300").await;
    let path = run_script_path(&identity);
    server.admin.post(&path, body(script, json!({ "output": "forget" }))).await.ok();
    until_all(&server, "running").await;
    let (settings, folder) = server.stop().await;

    let server = TestServer::start_on(settings, folder).await;
    let stopped = "interrupted the server stopped or died during the run";
    assert_eq!(runs(&server).await, [stopped]);

    // The state long after kill -9.
    let died = "update runs set status = 'running', server = 'gone', time = 0";
    change(&server, died).await;
    tokio::time::timeout(TEST_TIMEOUT, (SERVER_SWEEP.handler)(server.app.clone()))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(runs(&server).await, [stopped]);
    let logged = ["warning system_issues pc-1 run 1 on the server ended: its server died"];
    until_equal(&logged, async || server.debug_lines().await).await;
}

#[tokio::test]
async fn what_an_agent_says_does_not_become_an_option_of_a_script_on_the_server() {
    let (server, identity) = server().await;
    let (script, path) = (server.add_script("echo \"$1\"").await, run_script_path(&identity));
    change(&server, "update agents set hostname = '--output=/etc/passwd'").await;
    let send =
        async |args: Value| server.admin.post(&path, body(script, json!({ "args": args }))).await;

    let problems = send(json!(["x", "{{agent.hostname}}"])).await.problems();
    let sentence = "The value begins with a hyphen: the script would take it for an option.";
    assert_eq!(problems, json!({ "args[1]": [sentence] }));
    assert_eq!(runs(&server).await, [""; 0]);

    let shown = send(json!(["-h{{agent.hostname}}"])).await.ok();
    assert_eq!(shown, "-h--output=/etc/passwd\n");
    assert_eq!(send(json!(["for {{agent.hostname}}"])).await.status, 200);
}

#[tokio::test]
async fn scripts_that_cannot_run_on_the_server_are_refused() {
    let (server, identity) = server().await;
    let (script, path) = (server.add_script("true").await, run_script_path(&identity));
    let send = async |changes: Value| server.admin.post(&path, body(script, changes)).await;

    let problems = send(json!({ "run_as_user": true })).await.problems();
    let sentence = "A script on the server cannot run as the person at the machine.";
    assert_eq!(problems, json!({ "run_as_user": [sentence] }));
    change(&server, "update scripts set supported_platforms = '[\"windows\"]'").await;
    let refusal = send(json!({})).await.refused(400, "unsupported_platform");
    let sentence = "The script true runs only on Windows, and the server runs Linux.";
    assert_eq!(refusal["detail"], sentence);
    change(&server, "update scripts set supported_platforms = '[]', shell = 'cmd'").await;
    let refusal = send(json!({})).await.refused(400, "agent_error");
    assert_eq!(refusal["detail"], "shell cmd exists on Windows only");
    assert_eq!(runs(&server).await, ["failed shell cmd exists on Windows only"]);
    let elsewhere = server.add_site("Other", "Main").await;
    let stranger = server.scoped_caller(Right::ALL, &[elsewhere.client], &[]).await;
    stranger.post(&path, body(script, json!({}))).await.refused(404, "not_found");
}

#[tokio::test]
async fn a_caller_with_a_scope_neither_starts_nor_repeats_nor_cancels_a_script_on_the_server() {
    let (server, identity) = server().await;
    let (script, path) = (server.add_script("sleep 300").await, run_script_path(&identity));
    let client = server.admin.get("/clients/").await.ok()[0]["id"].as_i64().unwrap();
    let scoped = server.scoped_caller(Right::ALL, &[client], &[]).await;
    let sentence = "Only callers without a scope may do this.";

    let refusal = scoped.post(&path, body(script, json!({}))).await.refused(403, "forbidden");
    assert_eq!(refusal["detail"], sentence);
    assert!(runs(&server).await.is_empty());

    server.admin.post(&path, body(script, json!({ "output": "forget" }))).await.ok();
    until_all(&server, "running").await;
    for path in ["/runs/1/again/", "/runs/1/cancel/"] {
        let refusal = scoped.post(path, json!({})).await.refused(403, "forbidden");
        assert_eq!(refusal["detail"], sentence, "{path}");
    }
    assert_eq!(runs(&server).await, ["running "]);
    server.admin.post("/runs/1/cancel/", json!({})).await.ok();
    until_all(&server, "cancelled").await;
}
