//! `POST /scripts/<agent_id>/test/`.

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use muster_protocol::RunScript;
use serde_json::json;

use super::{run_script_path, runs, server_with_absent_agent, server_with_agent};
use crate::auth::Right;
use crate::storage::sql;

const CODE: &str = "print('käse')";

#[tokio::test]
async fn code_is_answered_with_base64_of_its_output() {
    let (server, mut agent) = server_with_agent().await;
    let path = format!("/scripts/{}/test/", agent.identity.agent_id);
    let body = json!({
        "code": CODE, "timeout": 30, "args": ["a"], "shell": "python", "env_vars": ["A=b"],
        "run_as_user": true,
    });

    let (reply, order) = tokio::join!(server.admin.post(&path, body), async {
        let order = agent.next_order().await;
        agent.finish(&order.run_id, "käse\n", "oh\n", 0).await;
        order
    });

    assert_eq!(reply.header("x-run-id"), "1");
    assert_eq!(reply.ok(), json!(BASE64.encode("käse\noh\n")));
    let expected = RunScript {
        shell: "python".to_owned(),
        code: CODE.to_owned(),
        args: vec!["a".to_owned()],
        env_vars: vec!["A=b".to_owned()],
        timeout_seconds: 30,
        run_as_user: true,
        output_limit: 10 * 1024 * 1024,
    };
    assert_eq!(order.read::<RunScript>().unwrap(), expected);
}

#[tokio::test]
async fn only_hash_and_length_of_the_code_are_stored() {
    let (server, agent) = server_with_agent().await;
    let path = format!("/scripts/{}/test/?detail=true", agent.obey().agent_id);

    let body = json!({ "code": CODE, "timeout": 30, "args": [], "shell": "python" });
    let answer = server.admin.post(&path, body).await.ok();

    assert_eq!(
        answer,
        json!({
            "id": 1, "stdout": CODE, "stderr": "", "retcode": 0, "timed_out": false,
            "execution_time": 0.25, "truncated": false,
        })
    );
    let hash = "cc2f1427fe0bfe99e5b411f9c6bb5efc2d4af3b6e7a2ef0f9d2c2d0eae4fd2ca";
    let row = server.audit().await.pop().unwrap();
    assert_eq!(row["action"], "execute_script");
    assert_eq!(row["after_value"]["code_bytes"], 14);
    assert_eq!(row["after_value"]["code_sha256"].as_str().unwrap().len(), hash.len());
    assert!(!row.to_string().contains("print"), "{row}");
    let stored = "select command || script_name || length(order_body) from runs";
    let stored: Vec<String> = sql::values(server.app.db.read(), stored, []).await.unwrap();
    assert!(stored[0].starts_with("code of 14 bytes, SHA-256 "), "{stored:?}");
    assert!(stored[0].ends_with('0'), "the order is gone once the run is over");
}

#[tokio::test]
async fn every_shell_works_and_every_problem_is_reported() {
    let (server, agent) = server_with_agent().await;
    let path = format!("/scripts/{}/test/", agent.obey().agent_id);

    for shell in ["powershell", "cmd", "python", "shell", "nushell", "deno"] {
        let body = json!({ "code": "x", "timeout": 60, "args": [], "shell": shell });
        assert_eq!(server.admin.post(&path, body).await.ok(), "eA==");
    }
    let body = json!({
        "code": " ", "timeout": 86_401, "args": "a", "shell": "bash", "env_vars": ["A"],
        "run_as_user": 2,
    });
    assert_eq!(
        server.admin.post(&path, body).await.problems(),
        json!({
            "code": ["Enter the code."],
            "timeout": ["Must be 1 to 86400."],
            "args": ["Must be a list of texts."],
            "shell": ["Must be one of powershell, cmd, python, shell, nushell, deno."],
            "env_vars[0]": ["Must be KEY=VALUE."],
            "run_as_user": ["Must be true or false."],
        })
    );
    let long = json!({ "code": "x".repeat(524_289), "timeout": 1, "shell": "cmd" });
    let problems = server.admin.post(&path, long).await.problems();
    assert_eq!(problems, json!({ "code": ["Must have at most 524288 bytes."] }));
    let missing = server.admin.post(&path, json!({})).await.problems();
    let required = json!(["This field is required."]);
    assert_eq!(
        missing,
        json!({ "code": ["Enter the code."], "timeout": required, "shell": required })
    );
}

#[tokio::test]
async fn an_idempotency_key_runs_code_once_and_an_absent_agent_runs_none() {
    let (server, agent) = server_with_agent().await;
    let path = format!("/scripts/{}/test/", agent.obey().agent_id);
    let caller = server.admin.with_header("Idempotency-Key", "once");
    let body = |code: &str| json!({ "code": code, "timeout": 60, "args": [], "shell": "cmd" });

    let first = caller.post(&path, body("one")).await.ok();
    let second = caller.post(&path, body("two")).await.ok();
    assert_eq!((&first, runs(&server).await.len()), (&second, 1));

    let (server, identity) = server_with_absent_agent().await;
    let path = format!("/scripts/{}/test/", identity.agent_id);
    server.admin.post(&path, body("one")).await.refused(409, "agent_offline");
    server.admin.post("/scripts/nobody/test/", body("one")).await.refused(404, "not_found");
}

#[tokio::test]
async fn a_key_is_free_again_when_the_agent_was_offline_and_kept_once_something_began() {
    let (server, identity) = server_with_absent_agent().await;
    let caller = server.admin.with_header("Idempotency-Key", "once");
    let (path, body) = (
        format!("/agents/{}/cmd/", identity.agent_id),
        json!({ "shell": "sh", "cmd": "id", "timeout": 60 }),
    );
    caller.post(&path, body.clone()).await.refused(409, "agent_offline");
    caller.post(&path, body.clone()).await.refused(409, "agent_offline");

    server.connect(&identity).await.obey();
    let first = caller.post(&path, body.clone()).await;
    let again = caller.post(&path, body).await;

    assert_eq!(first.header("x-run-id"), again.header("x-run-id"));
    assert_eq!(first.ok(), again.ok());
    assert_eq!(runs(&server).await.len(), 3, "two that were refused, and one that ran");
}

#[tokio::test]
async fn code_that_is_not_in_the_library_needs_a_right_of_its_own() {
    let (server, agent) = server_with_agent().await;
    let script = server.add_script("approved").await;
    let agent = agent.obey();
    let path = format!("/scripts/{}/test/", agent.agent_id);
    let body = json!({ "code": "x", "timeout": 60, "args": [], "shell": "cmd" });

    let helper = server.caller_with(&[Right::RunScripts]).await;
    let refusal = helper.post(&path, body.clone()).await.refused(403, "forbidden");
    let sentence = "Your role may not run code that is not in the library (can_run_adhoc_code).";
    assert_eq!(refusal["detail"], sentence);
    assert!(runs(&server).await.is_empty());
    let library = helper.post(&run_script_path(&agent), json!({ "script": script })).await;
    assert_eq!(library.ok(), "approved");

    let other = server.caller_with(&[Right::RunAdhocCode]).await;
    other.post(&path, body.clone()).await.refused(403, "forbidden");
    let writer = server.caller_with(&[Right::RunScripts, Right::RunAdhocCode]).await;
    assert_eq!(writer.post(&path, body).await.ok(), "eA==");
}
