//! What templates run: rights, and what they refer to.

use serde_json::{Value, json};

use super::{TEMPLATES, add, path, put};
use crate::auth::Right;
use crate::testing::TestServer;

async fn add_webhook(server: &TestServer, kind: &str) -> Value {
    let body = json!({ "name": "Hook", "pattern": "https://example.com/", "action_type": kind });
    server.admin.post("/core/urlaction/", body).await.ok()["id"].clone()
}

#[tokio::test]
async fn an_action_takes_the_right_to_run_it_by_hand() {
    let server = TestServer::start().await;
    let script = server.add_script("Clean").await;
    let hook = add_webhook(&server, "rest").await;
    let bodies = [
        (json!({ "action": script }), Right::RunScripts),
        (json!({ "action_type": "server", "action": script }), Right::RunServerScripts),
        (
            json!({ "resolved_action_type": "rest", "resolved_action_rest": hook }),
            Right::RunUrlactions,
        ),
    ];
    for (mut body, right) in bodies {
        body["name"] = json!("T");
        let caller = server.caller_without(right).await;
        let refusal = caller.post(TEMPLATES, body.clone()).await.refused(403, "forbidden");
        assert!(refusal["detail"].is_string(), "{refusal}");
        let caller = server.caller_with(&[Right::ManageAlerttemplates, right]).await;
        caller.post(TEMPLATES, body).await.ok();
    }
    let page = add_webhook(&server, "web").await;
    let body = json!({ "name": "T", "action_type": "rest", "action_rest": page });
    let problems = server.admin.post(TEMPLATES, body).await.problems();
    assert_eq!(problems, json!({ "action_rest": ["There is no such URL action of type rest."] }));
}

#[tokio::test]
async fn a_script_on_the_server_is_for_those_who_see_everything() {
    let server = TestServer::start().await;
    let site = server.add_site("Acme", "Main").await;
    let script = server.add_script("Clean").await;
    let rights = [Right::ManageAlerttemplates, Right::RunServerScripts];
    let scoped = server.scoped_caller(&rights, &[site.client], &[]).await;
    let body = json!({ "name": "T", "action_type": "server", "action": script });
    scoped.post(TEMPLATES, body).await.refused(403, "forbidden");
}

#[tokio::test]
async fn values_of_the_environment_are_for_those_who_may_change_the_template() {
    let server = TestServer::start().await;
    let script = server.add_script("Clean").await;
    let body = json!({ "action": script, "action_env_vars": ["PW=hunter2"] });
    let made = add(&server, "T", body).await;
    assert_eq!((&made["action_name"], &made["action"]), (&json!("Clean"), &json!(script)));
    let reader = server.caller_with(&[Right::ListAlerttemplates]).await;
    let masked = json!(["PW=********"]);
    assert_eq!(reader.get(&path(&made)).await.ok()["action_env_vars"], masked);
    assert_eq!(reader.get(TEMPLATES).await.ok()[0]["action_env_vars"], masked);
    let after = put(&server.admin, &path(&made), json!({ "action_env_vars": masked })).await;
    assert_eq!(after["action_env_vars"], json!(["PW=hunter2"]));
    assert!(!json!(server.audit().await).to_string().contains("hunter2"));

    let keyless = server.caller_without(Right::ViewGlobalKeystore).await;
    let body = json!({ "action_args": ["{{global.token}}"] });
    let problems = keyless.put(&path(&made), body).await.problems();
    assert_eq!(problems.as_object().unwrap().keys().next().unwrap(), "action_args[0]");
}

#[tokio::test]
async fn scripts_and_url_actions_know_the_templates_that_run_them() {
    let server = TestServer::start().await;
    let script = server.add_script("Clean").await;
    let hook = add_webhook(&server, "rest").await;
    let body = json!({ "action": script, "resolved_action_type": "rest",
                       "resolved_action_rest": hook });
    let made = add(&server, "T", body).await;
    let usage = server.admin.get(&format!("/scripts/{script}/usage/")).await.ok();
    let used = json!([{ "id": made["id"], "name": "T" }]);
    assert_eq!(usage, json!({ "tasks": [], "checks": [], "alert_templates": used }));
    let (script, hook) = (format!("/scripts/{script}/"), format!("/core/urlaction/{hook}/"));
    for path in [&script, &hook] {
        let refusal = server.admin.delete(path).await.refused(409, "in_use");
        assert_eq!(refusal["detail"], "It is in use by alert template T.");
        server.admin.delete(&format!("{path}?force=true")).await.ok();
    }
    let shown = server.admin.get(&path(&made)).await.ok();
    assert_eq!((&shown["action"], &shown["resolved_action_rest"]), (&Value::Null, &Value::Null));
}
