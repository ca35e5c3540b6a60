//! Values of the key store in tasks.

use muster_protocol::{Definitions, TaskAction};
use serde_json::{Value, json};

use super::{daily_with, path, server_with_absent_agent, server_with_agent, until};
use crate::auth::Right;
use crate::testing::TestServer;

async fn add_key(server: &TestServer, limits: Value) -> String {
    let mut body = json!({ "name": "door", "value": "hunter2-hunter2", "secret": true });
    for (name, value) in limits.as_object().unwrap() {
        body[name] = value.clone();
    }
    let key = server.admin.post("/core/keystore/", body).await.ok();
    format!("/core/keystore/{}/", key["id"])
}

fn actions(script: i64, args: &[&str]) -> Value {
    json!([{ "type": "script", "script": script, "script_args": args, "timeout": 5 }])
}

#[tokio::test]
async fn a_task_with_a_value_of_the_key_store_is_written_by_people_who_may_see_it() {
    let (server, agent) = server_with_absent_agent().await;
    let key = add_key(&server, json!({})).await;
    let script = server.add_script("look").await;
    let is_other = |right: &Right| *right != Right::ViewGlobalKeystore;
    let others: Vec<Right> = Right::ALL.iter().copied().filter(is_other).collect();
    let technician = server.caller_with(&others).await;
    let plain = json!({ "actions": actions(script, &["{{global.door}}"]) });
    let body = daily_with(&agent.agent_id, plain);
    let sentence = "{{global.door}} can only be used by people who may see the key store.";
    let refused = json!({ "actions[0].script_args[0]": [sentence] });

    assert_eq!(technician.post("/tasks/", body.clone()).await.problems(), refused);
    let task = server.admin.post("/tasks/", body).await.ok();
    // What is stored already stays, as long as all of it does.
    let same = json!({ "name": "Other", "actions": actions(script, &["{{global.door}}"]) });
    technician.put(&path(&task), same).await.ok();
    let change = json!({ "actions": actions(script, &["{{global.door}}", "--more"]) });
    assert_eq!(technician.put(&path(&task), change.clone()).await.problems(), refused);
    // So does what the script has itself.
    let own = json!({ "args": ["{{global.door}}", "--more"] });
    server.admin.put(&format!("/scripts/{script}/"), own).await.ok();
    technician.put(&path(&task), change).await.ok();
    let change = json!({ "actions": actions(script, &["{{global.door}}", "--most"]) });
    assert_eq!(technician.put(&path(&task), change.clone()).await.problems(), refused);
    server.admin.put(&key, json!({ "allowed_scripts": [script] })).await.ok();
    technician.put(&path(&task), change).await.ok();
}

#[tokio::test]
async fn an_agent_is_given_a_value_where_its_client_and_the_script_are_allowed() {
    let (server, mut agent) = server_with_agent().await;
    let elsewhere = server.add_site("Other", "Main").await;
    let (script, other) = (server.add_script("look").await, server.add_script("other").await);
    let key =
        add_key(&server, json!({ "allowed_clients": [1], "allowed_scripts": [script] })).await;
    let body = |script| {
        let changes = json!({ "actions": actions(script, &["{{global.door}}"]) });
        daily_with(&agent.identity.agent_id, changes)
    };
    let (good, wrong) = (body(script), body(other));

    let problems = server.admin.post("/tasks/", wrong).await.problems();
    let sentence = "{{global.door}} may not be used here.";
    assert_eq!(problems, json!({ "actions[0].script_args[0]": [sentence] }));
    server.admin.post("/tasks/", good).await.ok();
    let document = agent.keep_definitions().await;
    let TaskAction::Script(received) = &document.tasks[0].actions[0] else { panic!("a script") };
    assert_eq!(received.args, ["hunter2-hunter2"]);

    server.admin.put(&key, json!({ "allowed_clients": [elsewhere.client] })).await.ok();
    assert_eq!(agent.keep_definitions().await, Definitions::default());
    let problem = json!("{{global.door}} may not be used here");
    until(&server, &agent.identity, "problem", &[problem]).await;
}
