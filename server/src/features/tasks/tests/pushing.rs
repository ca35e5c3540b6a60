//! The definitions that agents get, and when.

use muster_protocol::{Definitions, FromAgent, TaskAction, capability};
use serde_json::{Value, json};

use super::{
    daily, daily_with, path, results, server_with_absent_agent, server_with_agent, until,
    until_pushed,
};
use crate::testing::TestServer;

fn ids(document: &Definitions) -> Vec<i64> {
    document.tasks.iter().map(|task| task.id).collect()
}

fn script(action: &TaskAction) -> &muster_protocol::ScriptAction {
    let TaskAction::Script(script) = action else { panic!("{action:?} is no script") };
    script
}

#[tokio::test]
async fn a_connected_agent_gets_a_new_task_at_once_and_its_confirmation_makes_it_synced() {
    let (server, mut agent) = server_with_agent().await;
    let body = daily_with(
        &agent.identity.agent_id,
        json!({
            "run_asap_after_missed": true, "task_instance_policy": 2, "continue_on_error": false,
            "stop_task_at_duration_end": true,
        }),
    );
    let task = server.admin.post("/tasks/", body).await.ok();

    let document = agent.next_definitions().await;

    assert_eq!(ids(&document), [task["id"].as_i64().unwrap()]);
    let received = &document.tasks[0];
    assert_eq!((received.name.as_str(), received.version.len()), ("Daily", 64));
    assert!(received.rule.run_asap_after_missed && received.stop_at_duration_end);
    assert!(!received.continue_on_error && received.output_limit > 0);
    assert_eq!(muster_schedule::sentence(&received.rule), "Every day at 13:30 UTC");
    let TaskAction::Cmd(command) = &received.actions[0] else { panic!("a command") };
    assert_eq!((command.command.as_str(), command.timeout_seconds), ("id", 5));
    assert_eq!(results(&server, &agent.identity, "sync_status").await, ["initial"]);

    agent.keep(&document).await;
    until(&server, &agent.identity, "sync_status", &[json!("synced")]).await;
}

#[tokio::test]
async fn an_edit_makes_only_its_task_unsynced_until_the_agent_has_it() {
    let (server, mut agent) = server_with_agent().await;
    let id = agent.identity.agent_id.clone();
    for name in ["one", "two"] {
        server.admin.post("/tasks/", daily_with(&id, json!({ "name": name }))).await.ok();
    }
    until_pushed(&server).await;
    while ids(&agent.keep_definitions().await).len() < 2 {}
    until(&server, &agent.identity, "sync_status", &[json!("synced"), json!("synced")]).await;
    let list = server.admin.get("/tasks/").await.ok();

    server.admin.put(&path(&list[0]), json!({ "name": "once" })).await.ok();

    let states = results(&server, &agent.identity, "sync_status").await;
    assert_eq!(states, ["notsynced", "synced"]);
    let document = agent.keep_definitions().await;
    assert_eq!(document.tasks[0].name, "once");
    until(&server, &agent.identity, "sync_status", &[json!("synced"), json!("synced")]).await;
}

#[tokio::test]
async fn a_late_confirmation_of_a_former_document_changes_nothing() {
    let (server, mut agent) = server_with_agent().await;
    let task = server.admin.post("/tasks/", daily(&agent.identity.agent_id)).await.ok();
    let former = agent.next_definitions().await;
    server.admin.put(&path(&task), json!({ "name": "Other" })).await.ok();
    let present = agent.next_definitions().await;
    assert_ne!(former.digest, present.digest);

    agent.keep(&former).await;
    agent.keep(&present).await;

    until(&server, &agent.identity, "sync_status", &[json!("synced")]).await;
    // An agent that went back to it gets the current one again.
    agent.keep(&former).await;
    assert_eq!(agent.keep_definitions().await, present);
    until(&server, &agent.identity, "sync_status", &[json!("synced")]).await;
}

#[tokio::test]
async fn an_agent_that_was_away_gets_its_tasks_on_connecting_and_no_second_time() {
    let (server, identity) = server_with_absent_agent().await;
    server.admin.post("/tasks/", daily(&identity.agent_id)).await.ok();
    until_pushed(&server).await;
    assert_eq!(results(&server, &identity, "sync_status").await, ["initial"]);

    let mut agent = server.connect(&identity).await;
    agent.keep_definitions().await;
    until(&server, &identity, "sync_status", &[json!("synced")]).await;

    // It comes back with what it has: nothing is sent but an order for it.
    let mut agent = server.connect(&agent.identity.clone()).await;
    let body = json!({ "shell": "sh", "cmd": "id", "timeout": 60 });
    let command = format!("/agents/{}/cmd/", identity.agent_id);
    let (_, heard) = tokio::join!(
        async {
            server.admin.post(&command, body).await.ok();
        },
        async {
            let message = agent.receive().await.unwrap();
            let muster_protocol::ToAgent::Order(order) = &message else {
                panic!("{message:?} is no order")
            };
            agent.finish(&order.run_id, "", "", 0).await;
        }
    );
    let () = heard;
    assert_eq!(results(&server, &identity, "sync_status").await, ["synced"]);
}

#[tokio::test]
async fn an_agent_that_lost_its_definitions_gets_them_again() {
    let (server, mut agent) = server_with_agent().await;
    server.admin.post("/tasks/", daily(&agent.identity.agent_id)).await.ok();
    let document = agent.keep_definitions().await;
    until(&server, &agent.identity, "sync_status", &[json!("synced")]).await;

    let mut identity = agent.identity.clone();
    identity.definitions = String::new();
    let mut agent = server.connect(&identity).await;

    assert_eq!(agent.next_definitions().await, document);
    assert_eq!(results(&server, &identity, "sync_status").await, ["notsynced"]);
    agent.keep(&document).await;
    until(&server, &identity, "sync_status", &[json!("synced")]).await;
}

#[tokio::test]
async fn a_deleted_task_is_gone_when_the_agent_has_forgotten_it() {
    let (server, mut agent) = server_with_agent().await;
    let task = server.admin.post("/tasks/", daily(&agent.identity.agent_id)).await.ok();
    agent.keep_definitions().await;
    until(&server, &agent.identity, "sync_status", &[json!("synced")]).await;

    server.admin.delete(&path(&task)).await.ok();

    let document = agent.next_definitions().await;
    assert_eq!(document, Definitions::default());
    assert_eq!(results(&server, &agent.identity, "sync_status").await, ["pendingdeletion"]);
    agent.keep(&document).await;
    until(&server, &agent.identity, "sync_status", &[]).await;
    super::until_count(&server, "select count(*) from tasks", 0).await;
}

#[tokio::test]
async fn disabled_tasks_and_those_of_other_platforms_are_not_sent() {
    let (server, mut agent) = server_with_agent().await;
    let id = agent.identity.agent_id.clone();
    let windows = daily_with(&id, json!({ "task_supported_platforms": ["windows"] }));
    server.admin.post("/tasks/", windows).await.ok();
    let task = server.admin.post("/tasks/", daily(&id)).await.ok();
    assert_eq!(ids(&agent.keep_definitions().await), [task["id"].as_i64().unwrap()]);

    server.admin.put(&path(&task), json!({ "enabled": false })).await.ok();

    assert_eq!(agent.keep_definitions().await, Definitions::default());
    until(&server, &agent.identity, "sync_status", &[json!("synced")]).await;
}

#[tokio::test]
async fn scripts_come_with_snippets_and_placeholders_filled_in_and_again_when_those_change() {
    let (server, mut agent) = server_with_agent().await;
    let admin = &server.admin;
    let snippet = json!({ "name": "lib", "shell": "shell", "code": "first" });
    let snippet = admin.post("/scripts/snippets/", snippet).await.ok();
    let body = json!({ "name": "s", "shell": "shell", "script_body": "{{lib}} body" });
    let script_id = admin.post("/scripts/", body).await.ok()["id"].clone();
    let field = json!({ "model": "client", "name": "Town" });
    let field = admin.post("/core/customfields", field).await.ok()["id"].clone();
    let key = json!({ "name": "token", "value": "secret one" });
    let key = admin.post("/core/keystore/", key).await.ok()["id"].clone();
    let action = json!({
        "type": "script", "script": script_id, "script_args": ["{{agent.hostname}}-{{client.Town}}"],
        "env_vars": ["TOKEN={{global.token}}"],
    });
    let body = daily_with(&agent.identity.agent_id, json!({ "actions": [action] }));
    admin.post("/tasks/", body).await.ok();

    let document = agent.keep_definitions().await;
    let received = script(&document.tasks[0].actions[0]);
    assert_eq!((received.name.as_str(), received.code.as_str()), ("s", "first body"));
    assert_eq!(received.args, ["pc-1-"]);
    assert_eq!(received.env_vars, ["TOKEN=secret one"]);

    let scripts = |id: &Value| format!("/scripts/{id}/");
    admin.put(&scripts(&script_id), json!({ "script_body": "{{lib}} other" })).await.ok();
    let document = agent.keep_definitions().await;
    assert_eq!(script(&document.tasks[0].actions[0]).code, "first other");

    let changed = json!({ "code": "second" });
    admin.put(&format!("/scripts/snippets/{}/", snippet["id"]), changed).await.ok();
    let document = agent.keep_definitions().await;
    assert_eq!(script(&document.tasks[0].actions[0]).code, "second other");

    admin.put(&format!("/core/keystore/{key}/"), json!({ "value": "secret two" })).await.ok();
    let document = agent.keep_definitions().await;
    assert_eq!(script(&document.tasks[0].actions[0]).env_vars, ["TOKEN=secret two"]);

    let client = admin.get("/clients/").await.ok()[0]["id"].clone();
    let entries = json!([{ "field": field, "string_value": "Ulm" }]);
    admin.put(&format!("/clients/{client}/"), json!({ "custom_fields": entries })).await.ok();
    let document = agent.keep_definitions().await;
    assert_eq!(script(&document.tasks[0].actions[0]).args, ["pc-1-Ulm"]);
    until(&server, &agent.identity, "sync_status", &[json!("synced")]).await;
}

#[tokio::test]
async fn a_task_with_an_unknown_placeholder_is_not_sent_and_shows_why() {
    let (server, mut agent) = server_with_agent().await;
    let script_id = server.add_script("x").await;
    let key = json!({ "name": "token", "value": "v" });
    let key = server.admin.post("/core/keystore/", key).await.ok()["id"].clone();
    let action =
        json!({ "type": "script", "script": script_id, "script_args": ["{{global.token}}"] });
    let body = daily_with(&agent.identity.agent_id, json!({ "actions": [action] }));
    server.admin.post("/tasks/", body).await.ok();
    agent.keep_definitions().await;
    until(&server, &agent.identity, "sync_status", &[json!("synced")]).await;

    server.admin.delete(&format!("/core/keystore/{key}/")).await.ok();

    assert_eq!(agent.keep_definitions().await, Definitions::default());
    let problem = json!("{{global.token}} has no value");
    until(&server, &agent.identity, "problem", &[problem]).await;
    assert_eq!(results(&server, &agent.identity, "sync_status").await, ["notsynced"]);
}

#[tokio::test]
async fn a_script_that_does_not_run_on_the_agents_platform_is_not_sent() {
    let (server, agent) = server_with_agent().await;
    let body = json!({
        "name": "win", "shell": "powershell", "script_body": "x",
        "supported_platforms": ["windows"],
    });
    let script_id = server.admin.post("/scripts/", body).await.ok()["id"].clone();
    let action = json!({ "type": "script", "script": script_id });
    let body = daily_with(&agent.identity.agent_id, json!({ "actions": [action] }));
    server.admin.post("/tasks/", body).await.ok();

    let problem = json!("the script win runs only on Windows");
    until(&server, &agent.identity, "problem", &[problem]).await;
}

#[tokio::test]
async fn an_agent_too_old_for_definitions_gets_none() {
    let (server, mut identity) = server_with_absent_agent().await;
    identity.capabilities.retain(|name| name != capability::DEFINITIONS);
    let _agent = server.connect(&identity).await;

    server.admin.post("/tasks/", daily(&identity.agent_id)).await.ok();

    until_pushed(&server).await;
    assert_eq!(results(&server, &identity, "sync_status").await, ["initial"]);
}

#[tokio::test]
async fn a_document_larger_than_a_frame_arrives_in_chunks() {
    let (server, mut agent) = server_with_agent().await;
    let command = "x".repeat(500_000);
    let actions: Vec<Value> = vec![json!({ "type": "cmd", "shell": "sh", "command": command }); 12];
    let body = daily_with(&agent.identity.agent_id, json!({ "actions": actions }));
    server.admin.post("/tasks/", body).await.ok();

    let document = agent.keep_definitions().await;

    assert_eq!(document.tasks[0].actions.len(), 12);
    until(&server, &agent.identity, "sync_status", &[json!("synced")]).await;
}

fn shell(document: &Definitions) -> &str {
    let TaskAction::Cmd(command) = &document.tasks[0].actions[0] else { panic!("a command") };
    &command.shell
}

#[tokio::test]
async fn a_command_without_a_shell_runs_in_the_default_shell_of_each_agent() {
    let (server, mut agent) = server_with_agent().await;
    let id = agent.identity.agent_id.clone();
    let actions = json!([{ "type": "cmd", "command": "id", "timeout": 5 }]);
    let task = server.admin.post("/tasks/", daily_with(&id, json!({ "actions": actions }))).await;
    let task = task.ok();
    assert_eq!(task["actions"][0]["shell"], "");
    assert_eq!(shell(&agent.keep_definitions().await), "bash");

    let settings =
        json!({ "default_shell_linux": "custom", "default_shell_linux_custom": "/bin/zsh" });
    server.admin.put("/core/settings/", settings).await.ok();
    assert_eq!(shell(&agent.keep_definitions().await), "/bin/zsh");
    let own = json!({ "default_shell": "custom", "default_shell_custom": "/bin/dash" });
    server.admin.put(&format!("/agents/{id}/"), own).await.ok();
    assert_eq!(shell(&agent.keep_definitions().await), "/bin/dash");

    server.admin.post(&format!("{}run/", path(&task)), json!({})).await.ok();
    let order = agent.next_order().await.read::<muster_protocol::RunTask>().unwrap();
    let TaskAction::Cmd(command) = &order.definition.actions[0] else { panic!("a command") };
    assert_eq!(command.shell, "/bin/dash", "by hand as well");
}

#[tokio::test]
async fn an_agent_that_runs_another_operating_system_gets_the_tasks_for_that_one() {
    let (server, mut agent) = server_with_agent().await;
    let body = |name: &str, plat: &str| {
        let more = json!({ "name": name, "task_supported_platforms": [plat] });
        daily_with(&agent.identity.agent_id, more)
    };
    let linux = server.admin.post("/tasks/", body("one", "linux")).await.ok();
    let windows = server.admin.post("/tasks/", body("two", "windows")).await.ok();
    until_pushed(&server).await;
    let id = |task: &Value| task["id"].as_i64().unwrap();
    while ids(&agent.keep_definitions().await) != [id(&linux)] {}
    // A connection that still stores what it has does not make way for the next.
    until(&server, &agent.identity, "sync_status", &[json!("synced")]).await;

    agent.identity.plat = "windows".to_owned();
    let mut agent = server.connect(&agent.identity.clone()).await;

    assert_eq!(ids(&agent.next_definitions().await), [id(&windows)]);
}

#[tokio::test]
async fn what_many_agents_report_at_once_is_stored_for_each_and_an_old_document_sent_again() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agents = Vec::new();
    for number in 0..5 {
        let mut agent = server.add_agent(location, &format!("pc-{number}")).await;
        server.admin.post("/tasks/", daily(&agent.identity.agent_id)).await.ok();
        let document = agent.next_definitions().await;
        agents.push((agent, document));
    }
    let (mut behind, wanted) = agents.pop().unwrap();
    let link = &server.app.agent_link;
    let turns = link.storing.all_turns(!server.app.db.is_shared()).await;
    behind.send(FromAgent::DefinitionsKept { digest: "an old one".to_owned() }).await;
    for (agent, document) in &mut agents {
        agent.keep(document).await;
    }
    drop(turns);

    for (agent, _) in &agents {
        until(&server, &agent.identity, "sync_status", &[json!("synced")]).await;
    }
    assert_eq!(behind.keep_definitions().await.digest, wanted.digest);
    until(&server, &behind.identity, "sync_status", &[json!("synced")]).await;
}
