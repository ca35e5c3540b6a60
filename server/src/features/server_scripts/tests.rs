//! Code that is tried out on the server.

use serde_json::{Value, json};

use crate::auth::Right;
use crate::testing::TestServer;

const PATH: &str = "/core/serverscript/test/";

/// A server on which scripts may run.
async fn server() -> TestServer {
    let server = TestServer::start().await;
    let settings = json!({ "enable_server_scripts": true });
    server.admin.put("/core/settings/", settings).await.ok();
    server
}

fn body(code: &str, changes: Value) -> Value {
    let mut body = json!({ "code": code, "shell": "shell", "timeout": 20 });
    for (name, value) in changes.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

async fn tested(server: &TestServer, body: Value) -> Value {
    let mut answer = server.admin.post(PATH, body).await.ok();
    assert!(answer["execution_time"].take().as_f64().is_some_and(|seconds| seconds < 30.0));
    answer
}

fn answer(stdout: &str, stderr: &str, retcode: i64) -> Value {
    json!({ "stdout": stdout, "stderr": stderr, "execution_time": null, "retcode": retcode })
}

#[tokio::test]
async fn code_runs_on_the_server_and_its_output_is_returned() {
    let server = server().await;
    let key = json!({ "name": "door", "value": "a b", "secret": true });
    server.admin.post("/core/keystore/", key).await.ok();
    let changes = json!({ "args": ["two words", "$(id)"], "env_vars": ["DOOR={{global.door}}"] });

    let result = tested(&server, body("echo \"$@\" $DOOR; echo no >&2; exit 4", changes)).await;

    assert_eq!(result, answer("two words $(id) a b\n", "no\n", 4));
    let row = server.audit().await.pop().unwrap();
    assert_eq!((&row["action"], &row["object_type"]), (&json!("execute_script"), &json!("script")));
    assert_eq!(row["message"], "admin tested shell code on the server");
    let after = &row["after_value"];
    assert_eq!((&after["code_bytes"], &after["timeout"]), (&json!(36), &json!(20)));
    assert_eq!(after["code_sha256"].as_str().map(str::len), Some(64));
    assert!(!row.to_string().contains("echo"), "the code itself is in the log");
}

#[tokio::test]
async fn a_timeout_is_98_and_a_failed_start_is_99() {
    let server = server().await;
    let mut late = Value::Null;
    // On a machine that stands still, a script may be killed before it prints.
    for timeout in [1, 5, 20] {
        let changes = json!({ "timeout": timeout });
        late = tested(&server, body("echo begun; sleep 300", changes)).await;
        if late["stdout"] != "" {
            break;
        }
    }
    assert_eq!(late, answer("begun\n", "", 98));
    let missing = tested(&server, body("#!/no/such\n", json!({}))).await;
    let reason = "the script needs /no/such, which is not on the server";
    assert_eq!(missing, answer("", reason, 99));
    let windows = tested(&server, body("dir", json!({ "shell": "cmd" }))).await;
    assert_eq!(windows, answer("", "shell cmd exists on Windows only", 99));
}

#[tokio::test]
async fn every_problem_of_the_body_is_named() {
    let server = server().await;
    let wrong = json!({
        "code": " ", "shell": "fish", "timeout": 0, "args": [[1]], "env_vars": ["LONELY"],
    });
    let problems = server.admin.post(PATH, wrong).await.problems();
    let named: Vec<&String> = problems.as_object().unwrap().keys().collect();
    assert_eq!(named, ["args[0]", "code", "env_vars[0]", "shell", "timeout"]);
    let unknown = body("echo", json!({ "args": ["{{agent.hostname}}", "{{global.none}}"] }));
    let problems = server.admin.post(PATH, unknown).await.problems();
    let expected = json!({
        "args[0]": ["{{agent.hostname}} has no value."],
        "args[1]": ["{{global.none}} has no value."],
    });
    assert_eq!(problems, expected);
}

#[tokio::test]
async fn two_switches_and_a_right_are_needed_and_off_wins() {
    let server = TestServer::start().await;
    let reply = server.admin.post(PATH, body("echo", json!({}))).await;
    let refusal = reply.refused(403, "feature_disabled");
    assert_eq!(refusal["detail"], "Scripts on the server are switched off.");

    let other = server.caller_with(&[Right::RunScripts, Right::EditCoreSettings]).await;
    other.post(PATH, body("echo", json!({}))).await.refused(403, "forbidden");

    let server = TestServer::start_with(|settings| settings.server_scripts_disabled = true).await;
    let settings = json!({ "enable_server_scripts": true });
    server.admin.put("/core/settings/", settings).await.ok();
    let reply = server.admin.post(PATH, body("echo", json!({}))).await;
    reply.refused(403, "feature_disabled");
    let info = server.admin.get("/core/dashinfo/").await.ok();
    assert_eq!(info["server_scripts_enabled"], false);
    assert_eq!(server.audit().await.len(), 1, "only the settings were changed");
}

#[tokio::test]
async fn a_caller_with_a_scope_runs_nothing_on_the_server() {
    let server = server().await;
    let location = server.add_site("Acme", "Main").await;
    let narrowed = json!({ "name": "narrow", "clients": [location.client] });
    let key = server.admin.post("/accounts/apikeys/", narrowed).await.ok();
    let callers = [
        server.scoped_caller(Right::ALL, &[location.client], &[]).await,
        server.scoped_caller(&[Right::RunServerScripts], &[], &[location.site]).await,
        server.anonymous().with_key(key["key"].as_str().unwrap()),
    ];
    let rows = server.audit().await.len();

    for caller in callers {
        let refusal = caller.post(PATH, body("id", json!({}))).await.refused(403, "forbidden");
        assert_eq!(refusal["detail"], "Only callers without a scope may do this.");
    }
    assert_eq!(server.audit().await.len(), rows);
}

#[tokio::test]
async fn the_servers_own_secrets_are_not_in_the_environment() {
    let server = server().await;
    let result = tested(&server, body("env | cut -d= -f1 | sort | tr '\\n' ' '", json!({}))).await;
    let names: Vec<&str> = result["stdout"].as_str().unwrap().split_whitespace().collect();
    let own = ["HOME", "LANG", "MUSTER_RUN_ID", "PATH", "PWD", "TMPDIR", "OLDPWD", "_"];
    assert!(names.iter().all(|name| own.contains(name)), "{names:?}");
}

#[tokio::test]
async fn a_script_reads_neither_the_data_folder_nor_the_memory_of_the_server() {
    let server = server().await;
    let key_file = &server.app.settings.key_file;
    let key = std::fs::read_to_string(key_file).unwrap();
    let code = format!(
        "cat {} {}/*; cat /proc/{}/environ; ls {}; echo tried",
        key_file.display(),
        server.folder.path().display(),
        std::process::id(),
        server.folder.path().display(),
    );

    let result = tested(&server, body(&code, json!({}))).await;

    assert_eq!((&result["stdout"], &result["retcode"]), (&json!("tried\n"), &json!(0)));
    assert!(!result.to_string().contains(key.trim()), "{result}");
}

#[tokio::test]
async fn a_machine_that_cannot_separate_scripts_from_the_server_runs_none() {
    let server = server().await;
    server.app.host.pretend_to_have_no_barriers();
    let rows = server.audit().await.len();

    let reply = server.admin.post(PATH, body("echo", json!({}))).await;

    let sentence = "Scripts cannot be kept away from the server's own files on this system: that \
                    takes Linux 6.2 with Landlock, or a server that runs as root.";
    assert_eq!(reply.refused(403, "feature_disabled")["detail"], sentence);
    assert_eq!(server.audit().await.len(), rows, "nothing was begun");
}
