//! `POST /agents/<agent_id>/runscript/`.

use muster_protocol::RunScript;
use serde_json::{Value, json};

use super::{change, run_script_path, runs, server_with_absent_agent, server_with_agent};
use crate::auth::Right;
use crate::features::runs::Fingerprint;
use crate::testing::{FakeAgent, TestServer};

/// Sends a run, lets the agent answer it, returns answer and order.
async fn run(server: &TestServer, agent: &mut FakeAgent, body: Value) -> (Value, RunScript) {
    let path = run_script_path(&agent.identity);
    let (reply, order) = tokio::join!(server.admin.post(&path, body), async {
        let order = agent.next_order().await;
        agent.finish(&order.run_id, "out\n", "err\n", 0).await;
        order
    });
    (reply.ok(), order.read().unwrap())
}

#[tokio::test]
async fn a_script_is_run_with_its_own_defaults_and_answered_with_its_output() {
    let (server, mut agent) = server_with_agent().await;
    let script = server.add_script("say hello").await;

    let (answer, order) = run(&server, &mut agent, json!({ "script": script })).await;

    assert_eq!(answer, json!("out\nerr\n"));
    let expected = RunScript {
        shell: "shell".to_owned(),
        code: "say hello".to_owned(),
        args: Vec::new(),
        env_vars: Vec::new(),
        timeout_seconds: 90,
        run_as_user: false,
        output_limit: 10 * 1024 * 1024,
    };
    assert_eq!(order, expected);
    let row = server.audit().await.pop().unwrap();
    assert_eq!(row["action"], "execute_script");
    assert_eq!(row["message"], "admin ran the script say hello on pc-1");
    assert_eq!(
        row["after_value"],
        json!({
            "script": script, "name": "say hello", "version": 1,
            "code_sha256": Fingerprint::of("say hello").hash, "output": "wait", "args": [],
            "env_vars": [],
        })
    );
}

#[tokio::test]
async fn a_run_and_its_audit_row_name_the_version_that_ran() {
    let (server, mut agent) = server_with_agent().await;
    let body = json!({ "name": "S", "shell": "shell", "script_body": "one" });
    let script = server.admin.post("/scripts/", body).await.ok()["id"].clone();
    let body = json!({ "script": script });
    run(&server, &mut agent, body.clone()).await;
    let change = json!({ "script_body": "two" });
    server.admin.put(&format!("/scripts/{script}/"), change).await.ok();
    run(&server, &mut agent, body).await;
    let bulk = json!({ "mode": "script", "target": "all", "script": script });
    server.admin.post("/agents/actions/bulk/", bulk).await.ok();
    let order = agent.next_order().await;
    agent.finish(&order.run_id, "", "", 0).await;

    let list = server.admin.get("/runs/?ordering=id").await.ok();
    let versions: Vec<&Value> =
        list.as_array().unwrap().iter().map(|run| &run["script_version"]).collect();
    assert_eq!(versions, [&json!(1), &json!(2), &json!(2)]);
    let log = server.audit().await;
    let rows: Vec<[&Value; 2]> = log
        .iter()
        .filter(|row| row["action"] == "execute_script")
        .map(|row| ["version", "code_sha256"].map(|key| &row["after_value"][key]))
        .collect();
    let [one, two] = ["one", "two"].map(|code| json!(Fingerprint::of(code).hash));
    assert_eq!(rows, [[&json!(1), &one], [&json!(2), &two]]);
}

#[tokio::test]
async fn the_callers_input_reaches_the_agent_unchanged() {
    let (server, mut agent) = server_with_agent().await;
    let script = server.add_script("say").await;
    let long = "x".repeat(100_000);

    let body = json!({
        "script": script, "output": "wait", "emails": [], "emailMode": "default",
        "custom_field": null, "save_all_output": false, "args": ["-a", "two words", long, ""],
        "env_vars": ["PASSWORD=a=b", "EMPTY="], "run_as_user": true, "timeout": 86400,
    });
    let (_, order) = run(&server, &mut agent, body).await;

    assert_eq!(order.args, ["-a", "two words", &long, ""]);
    assert_eq!(order.env_vars, ["PASSWORD=a=b", "EMPTY="]);
    assert_eq!((order.timeout_seconds, order.run_as_user), (86_400, true));
    let row = server.audit().await.pop().unwrap();
    assert_eq!(row["after_value"]["env_vars"], json!(["PASSWORD", "EMPTY"]));
}

#[tokio::test]
async fn placeholders_and_snippets_are_filled_in_and_those_without_a_value_are_reported() {
    let (server, mut agent) = server_with_agent().await;
    let snippet = json!({ "name": "greeting", "shell": "shell", "code": "echo hello" });
    server.admin.post("/scripts/snippets/", snippet).await.ok();
    let script = server.add_script("{{greeting}} there").await;
    let field = json!({ "model": "site", "name": "Room", "type": "text" });
    let field = server.admin.post("/core/customfields", field).await.ok();
    let values = json!({ "custom_fields": [{ "field": field["id"], "string_value": "5 b" }] });
    server.admin.put("/clients/sites/1/", values).await.ok();

    let body = json!({
        "script": script, "args": ["{{agent.hostname}} in {{site.Room}}", "{{agent.needs_reboot}}"],
        "env_vars": ["PLACE={{client.name}}/{{agent.site.name}}"],
    });
    let (_, order) = run(&server, &mut agent, body).await;
    assert_eq!(order.code, "echo hello there");
    assert_eq!(order.args, ["pc-1 in 5 b", "0"]);
    assert_eq!(order.env_vars, ["PLACE=Acme/Main"]);

    let key = json!({ "name": "token", "value": "s3cret" });
    server.admin.post("/core/keystore/", key).await.ok();
    let body = json!({ "script": script, "env_vars": ["TOKEN={{global.token}}"] });
    let (_, order) = run(&server, &mut agent, body).await;
    assert_eq!(order.env_vars, ["TOKEN=s3cret"]);
    let log = serde_json::to_string(&server.audit().await).unwrap();
    assert!(!log.contains("s3cret"), "{log}");

    let body = json!({ "script": script, "args": ["{{global.x}}"], "env_vars": ["A={{agent.x}}"] });
    let problems = server.admin.post(&run_script_path(&agent.identity), body).await.problems();
    assert_eq!(
        problems,
        json!({
            "args[0]": ["{{global.x}} has no value."],
            "env_vars[0]": ["{{agent.x}} has no value."],
        })
    );
}

#[tokio::test]
async fn a_script_that_asks_for_it_runs_as_the_person_at_the_machine() {
    let (server, mut agent) = server_with_agent().await;
    let script = server.add_script("say").await;
    change(&server, "update scripts set run_as_user = true").await;

    let (_, order) =
        run(&server, &mut agent, json!({ "script": script, "run_as_user": false })).await;

    assert!(order.run_as_user);
}

#[tokio::test]
async fn with_detail_the_answer_is_an_object_and_the_header_names_the_run() {
    let (server, mut agent) = server_with_agent().await;
    let script = server.add_script("say").await;

    let path = format!("{}?detail=true", run_script_path(&agent.identity));
    let (reply, ()) = tokio::join!(server.admin.post(&path, json!({ "script": script })), async {
        let order = agent.next_order().await;
        agent.finish(&order.run_id, "out", "", 7).await;
    });

    assert_eq!(reply.header("x-run-id"), "1");
    assert_eq!(
        reply.ok(),
        json!({
            "id": 1, "stdout": "out", "stderr": "", "retcode": 7, "timed_out": false,
            "execution_time": 0.25, "truncated": false,
        })
    );
}

#[tokio::test]
async fn every_problem_of_a_body_is_reported_and_nothing_starts() {
    let (server, agent) = server_with_agent().await;
    let path = run_script_path(&agent.identity);

    let body = json!({
        "output": "print", "emails": "me", "emailMode": "loud", "custom_field": "five",
        "save_all_output": 2, "args": ["a", [5]], "env_vars": ["A=1", "B", "=c"],
        "run_as_user": "no", "timeout": 0, "queue_hours": 721, "run_on_server": 3,
    });
    assert_eq!(
        server.admin.post(&path, body).await.problems(),
        json!({
            "script": ["Choose a script."],
            "output": ["Must be one of wait, forget, email, collector, note."],
            "emails": ["Must be a list of texts."],
            "emailMode": ["Must be one of default, custom."],
            "custom_field": ["Must be a whole number."],
            "save_all_output": ["Must be true or false."],
            "args[1]": ["Must be a list of texts."],
            "env_vars[1]": ["Must be KEY=VALUE."],
            "env_vars[2]": ["Must be KEY=VALUE."],
            "run_as_user": ["Must be true or false."],
            "timeout": ["Must be 1 to 86400."],
            "queue_hours": ["Must be 1 to 720."],
            "run_on_server": ["Must be true or false."],
        })
    );
    let body = json!({ "script": 999, "output": "wait", "timeout": 86_401, "queue_hours": 0 });
    let problems = server.admin.post(&path, body).await.problems();
    assert_eq!(
        problems,
        json!({ "timeout": ["Must be 1 to 86400."], "queue_hours": ["Must be 1 to 720."] })
    );
    let problems = server.admin.post(&path, json!({ "script": 999 })).await.problems();
    assert_eq!(problems, json!({ "script": ["Choose a script."] }));
    assert!(runs(&server).await.is_empty());
}

#[tokio::test]
async fn arguments_that_do_not_fit_into_an_order_are_refused() {
    let (server, agent) = server_with_agent().await;
    let script = server.add_script("say").await;

    let body = json!({ "script": script, "args": ["x".repeat(600_000), "y".repeat(600_000)] });
    let problems = server.admin.post(&run_script_path(&agent.identity), body).await.problems();

    let sentence = "Code, arguments and environment together must stay below 1000000 bytes.";
    assert_eq!(problems, json!({ "args": [sentence] }));
    assert!(runs(&server).await.is_empty());
}

#[tokio::test]
async fn a_script_for_other_platforms_is_not_sent() {
    let (server, agent) = server_with_agent().await;
    let script = server.add_script("tidy").await;
    change(&server, r#"update scripts set supported_platforms = '["windows","darwin"]'"#).await;

    let path = run_script_path(&agent.identity);
    let reply = server.admin.post(&path, json!({ "script": script })).await;
    let refusal = reply.refused(400, "unsupported_platform");

    let sentence = "The script tidy runs only on Windows and macOS, and pc-1 runs Linux.";
    assert_eq!(refusal["detail"], sentence);
    assert!(runs(&server).await.is_empty());
}

#[tokio::test]
async fn outputs_that_are_not_set_up_are_refused_and_nothing_starts() {
    let (server, agent) = server_with_agent().await;
    let script = server.add_script("say").await;
    let path = run_script_path(&agent.identity);
    let send = async |body: Value| server.admin.post(&path, body).await;

    let refusal = send(json!({ "script": script, "output": "email" })).await;
    assert_eq!(refusal.refused(403, "feature_disabled")["detail"], "Mail is not set up.");
    let wrong = json!({ "script": script, "output": "email", "emails": ["a@b.example", "me"] });
    let problems = send(wrong).await.problems();
    assert_eq!(problems, json!({ "emails[1]": ["Must be an e-mail address."] }));
    let body = json!({ "script": script, "output": "email", "emailMode": "custom" });
    let problems = send(body).await.problems();
    assert_eq!(problems, json!({ "emails": ["Enter at least one recipient."] }));
    let problems = send(json!({ "script": script, "output": "collector" })).await.problems();
    assert_eq!(
        problems,
        json!({ "custom_field": ["Choose the custom field that keeps the output."] })
    );
    let body = json!({ "script": script, "output": "collector", "custom_field": 5 });
    let problems = send(body).await.problems();
    assert_eq!(problems, json!({ "custom_field": ["Choose a custom field."] }));

    let body = json!({ "script": script, "run_on_server": true });
    send(body.clone()).await.refused(403, "feature_disabled");
    let other = server.caller_with(&[Right::RunScripts]).await;
    other.post(&path, body).await.refused(403, "forbidden");
    assert!(runs(&server).await.is_empty());
}

#[tokio::test]
async fn waiting_for_output_needs_a_connected_agent() {
    let (server, identity) = server_with_absent_agent().await;
    let script = server.add_script("say").await;

    for output in ["wait", "note"] {
        let body = json!({ "script": script, "output": output });
        let reply = server.admin.post(&run_script_path(&identity), body).await;
        reply.refused(409, "agent_offline");
    }
    assert_eq!(runs(&server).await, ["failed the agent was offline"; 2]);
}

#[tokio::test]
async fn a_script_needs_its_right_and_an_agent_in_scope() {
    let (server, agent) = server_with_agent().await;
    let script = server.add_script("say").await;
    let elsewhere = server.add_site("Other", "Main").await;
    let path = run_script_path(&agent.identity);
    let body = json!({ "script": script });

    let reader = server.caller_with(&[Right::SendCmd]).await;
    reader.post(&path, body.clone()).await.refused(403, "forbidden");
    let stranger = server.scoped_caller(&[Right::RunScripts], &[elsewhere.client], &[]).await;
    stranger.post(&path, body).await.refused(404, "not_found");
    assert!(runs(&server).await.is_empty());
}

#[tokio::test]
async fn a_mask_in_the_environment_means_the_value_that_the_script_has() {
    let (server, mut agent) = server_with_agent().await;
    let script = json!({
        "name": "Own", "shell": "shell", "script_body": "id", "env_vars": ["PW=hunter2", "A=1"],
    });
    let script = server.admin.post("/scripts/", script).await.ok()["id"].clone();
    let body = json!({ "script": script, "env_vars": ["A=2", "PW=********"] });

    let (_, order) = run(&server, &mut agent, body).await;

    assert_eq!(order.env_vars, ["A=2", "PW=hunter2"]);
    let request = server.admin.get("/runs/1/").await.ok()["request"].clone();
    assert_eq!(request["env_vars"], json!(["A=********", "PW=********"]));
    let log = serde_json::to_string(&server.audit().await).unwrap();
    assert!(!log.contains("hunter2"), "{log}");
    let sentence = "This is the mask of a value: enter the value.";
    let unknown = json!({ "script": script, "env_vars": ["OTHER=********"] });
    let problems = server.admin.post(&run_script_path(&agent.identity), unknown).await.problems();
    assert_eq!(problems, json!({ "env_vars[0]": [sentence] }));
    let code = json!({ "code": "id", "shell": "shell", "timeout": 5, "env_vars": ["PW=********"] });
    let path = format!("/scripts/{}/test/", agent.identity.agent_id);
    let problems = server.admin.post(&path, code).await.problems();
    assert_eq!(problems, json!({ "env_vars[0]": [sentence] }));
}
