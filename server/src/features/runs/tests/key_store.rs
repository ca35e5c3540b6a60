//! Values of the key store: in which code, and for which callers.

use muster_protocol::RunScript;
use serde_json::{Value, json};

use super::{run_script_path, runs, server_with_agent};
use crate::auth::Right;
use crate::testing::{Client, FakeAgent, Reply, TestServer};

async fn add(server: &TestServer, limits: Value) -> String {
    let mut body = json!({ "name": "door", "value": "hunter2-hunter2", "secret": true });
    for (name, value) in limits.as_object().unwrap() {
        body[name] = value.clone();
    }
    let key = server.admin.post("/core/keystore/", body).await.ok();
    format!("/core/keystore/{}/", key["id"])
}

/// Somebody who may do everything but see the key store.
async fn technician(server: &TestServer) -> Client {
    let is_other = |right: &Right| *right != Right::ViewGlobalKeystore;
    let others: Vec<Right> = Right::ALL.iter().copied().filter(is_other).collect();
    server.caller_with(&others).await
}

/// What the agent is ordered to run.
async fn order_of(agent: &mut FakeAgent) -> RunScript {
    let order = agent.next_order().await;
    agent.finish(&order.run_id, "", "", 0).await;
    order.read().unwrap()
}

fn refused(reply: Reply, path: &str, sentence: &str) {
    let sentence = format!("{{{{global.door}}}} {sentence}.");
    assert_eq!(reply.problems(), json!({ path: [sentence] }));
}

const NOT_SEEN: &str = "can only be used by people who may see the key store";
const NOT_HERE: &str = "may not be used here";

#[tokio::test]
async fn code_of_a_caller_who_may_not_see_the_key_store_gets_none_of_it() {
    let (server, mut agent) = server_with_agent().await;
    let key = add(&server, json!({})).await;
    let technician = technician(&server).await;
    let path = format!("/scripts/{}/test/", agent.identity.agent_id);
    let body = |text: &str| json!({ "code": "id", "shell": "shell", "timeout": 60, "env_vars": [format!("X={text}")] });
    let with_secret = body("{{global.door}}");

    refused(technician.post(&path, with_secret.clone()).await, "env_vars[0]", NOT_SEEN);
    // Whether there is such a value is not said either.
    let problems = technician.post(&path, body("{{global.none}}")).await.problems();
    assert_eq!(problems["env_vars[0]"][0], format!("{{{{global.none}}}} {NOT_SEEN}."));
    let args =
        json!({ "code": "id", "shell": "shell", "timeout": 5, "args": ["{{ global.door }}"] });
    refused(technician.post(&path, args).await, "args[0]", NOT_SEEN);
    assert_eq!(runs(&server).await, [""; 0]);

    let (reply, order) =
        tokio::join!(server.admin.post(&path, with_secret.clone()), order_of(&mut agent));
    reply.ok();
    assert_eq!(order.env_vars, ["X=hunter2-hunter2"]);
    server.admin.put(&key, json!({ "allow_adhoc": false })).await.ok();
    refused(server.admin.post(&path, with_secret.clone()).await, "env_vars[0]", NOT_HERE);
    let script = server.add_script("look").await;
    let scripts = json!({ "allow_adhoc": true, "allowed_scripts": [script] });
    server.admin.put(&key, scripts).await.ok();
    refused(server.admin.post(&path, with_secret).await, "env_vars[0]", NOT_HERE);
}

#[tokio::test]
async fn code_on_the_server_gets_values_that_are_for_all_clients_and_callers_who_may_see_them() {
    let (server, _agent) = server_with_agent().await;
    let settings = json!({ "enable_server_scripts": true });
    server.admin.put("/core/settings/", settings).await.ok();
    let key = add(&server, json!({})).await;
    let path = "/core/serverscript/test/";
    let body = json!({
        "code": "echo", "shell": "shell", "timeout": 20, "args": ["{{global.door}}"],
    });
    refused(technician(&server).await.post(path, body.clone()).await, "args[0]", NOT_SEEN);
    server.admin.post(path, body.clone()).await.ok();
    server.admin.put(&key, json!({ "allowed_clients": [1] })).await.ok();
    refused(server.admin.post(path, body).await, "args[0]", NOT_HERE);
}

#[tokio::test]
async fn a_script_gets_a_value_that_names_it_and_its_client() {
    let (server, mut agent) = server_with_agent().await;
    let elsewhere = server.add_site("Other", "Main").await;
    let (script, other) = (server.add_script("look").await, server.add_script("other").await);
    let path = run_script_path(&agent.identity);
    let body = |script: i64| json!({ "script": script, "args": ["{{global.door}}"] });
    let key = add(&server, json!({ "allowed_scripts": [script], "allowed_clients": [1] })).await;

    let (reply, order) = tokio::join!(server.admin.post(&path, body(script)), order_of(&mut agent));
    reply.ok();
    assert_eq!(order.args, ["hunter2-hunter2"]);
    refused(server.admin.post(&path, body(other)).await, "args[0]", NOT_HERE);
    server.admin.put(&key, json!({ "allowed_clients": [elsewhere.client] })).await.ok();
    refused(server.admin.post(&path, body(script)).await, "args[0]", NOT_HERE);
}

#[tokio::test]
async fn callers_who_may_not_see_the_key_store_use_what_is_meant_for_the_script() {
    let (server, mut agent) = server_with_agent().await;
    let key = add(&server, json!({})).await;
    let script = json!({
        "name": "Own", "shell": "shell", "script_body": "id", "args": ["-x"],
        "env_vars": ["DOOR={{global.door}}"],
    });
    let script = server.admin.post("/scripts/", script).await.ok()["id"].clone();
    let technician = technician(&server).await;
    let path = run_script_path(&agent.identity);
    let own = json!({ "script": script, "args": ["-x"], "env_vars": ["DOOR={{global.door}}"] });
    let mut changed = own.clone();
    changed["args"] = json!(["-x", "--send-to", "elsewhere"]);

    // As the script has it, nothing is of the caller's choice.
    let (reply, order) = tokio::join!(technician.post(&path, own), order_of(&mut agent));
    reply.ok();
    assert_eq!(order.env_vars, ["DOOR=hunter2-hunter2"]);
    refused(technician.post(&path, changed.clone()).await, "env_vars[0]", NOT_SEEN);
    server.admin.put(&key, json!({ "allowed_scripts": [script] })).await.ok();
    let (reply, order) = tokio::join!(technician.post(&path, changed), order_of(&mut agent));
    reply.ok();
    assert_eq!(order.args.len(), 3);
}

#[tokio::test]
async fn a_run_with_a_secret_is_not_repeated_by_those_who_may_not_start_it() {
    let (server, mut agent) = server_with_agent().await;
    add(&server, json!({})).await;
    let body = json!({
        "script": server.add_script("look").await, "args": ["{{global.door}}"],
    });
    let path = run_script_path(&agent.identity);
    let (reply, _) = tokio::join!(server.admin.post(&path, body), order_of(&mut agent));
    reply.ok();

    let again = technician(&server).await.post("/runs/1/again/", json!({})).await;
    refused(again, "args[0]", NOT_SEEN);
}
