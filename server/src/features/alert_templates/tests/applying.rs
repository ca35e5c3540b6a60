//! Which template applies to an agent, and where that is shown.

use serde_json::{Value, json};

use super::{add, path, put};
use crate::domain::alert_templates::{TemplateAction, templates_of};
use crate::ids::AgentKey;
use crate::storage::sql;
use crate::testing::TestServer;

/// The name of the template in the list, on the agent's page and in `effective`.
async fn applied(server: &TestServer, agent_id: &str) -> (Value, Value) {
    let list = server.admin.get("/agents/").await.ok();
    let rows = list.as_array().unwrap();
    let row = rows.iter().find(|row| row["agent_id"] == agent_id).unwrap();
    let agent = server.admin.get(&format!("/agents/{agent_id}/")).await.ok();
    assert_eq!(row["alert_template"], agent["alert_template"]);
    let effective = server.admin.get(&format!("/agents/{agent_id}/effective/")).await.ok();
    let effective = effective["alert_template"].clone();
    assert_eq!(effective["name"], row["alert_template"]["name"]);
    (row["alert_template"].clone(), effective["source"].clone())
}

#[tokio::test]
async fn the_most_specific_template_that_is_usable_applies() {
    let server = TestServer::start().await;
    let site = server.add_site("Acme", "Main").await;
    let agent = server.enrol(site, "pc-1").await.agent_id;
    assert_eq!(applied(&server, &agent).await, (Value::Null, Value::Null));
    let names = ["Global", "Client", "Site", "Policy"];
    let mut templates = Vec::new();
    for name in names {
        templates.push(add(&server, name, json!({ "agent_always_email": true })).await);
    }
    let set = json!({ "alert_template": templates[0]["id"] });
    put(&server.admin, "/core/settings/", set).await;
    let shown = json!({ "name": "Global", "always_email": true, "always_text": null,
                        "always_alert": null });
    let source = json!({ "type": "global", "id": null, "name": "" });
    assert_eq!(applied(&server, &agent).await, (shown, source));

    let set = json!({ "alert_template": templates[1]["id"] });
    put(&server.admin, &format!("/clients/{}/", site.client), set).await;
    let source = json!({ "type": "client", "id": site.client, "name": "Acme" });
    assert_eq!(applied(&server, &agent).await.1, source);
    let set = json!({ "alert_template": templates[2]["id"] });
    put(&server.admin, &format!("/clients/sites/{}/", site.site), set).await;
    let source = json!({ "type": "site", "id": site.site, "name": "Main" });
    assert_eq!(applied(&server, &agent).await.1, source);
    let policy = server.add_policy("P").await;
    let set = json!({ "alert_template": templates[3]["id"] });
    put(&server.admin, &format!("/automation/policies/{policy}/"), set).await;
    put(&server.admin, &format!("/agents/{agent}/"), json!({ "policy": policy })).await;
    let source = json!({ "type": "agent_policy", "id": policy, "name": "P" });
    assert_eq!(applied(&server, &agent).await.1, source);
    let counts = server.admin.get(&path(&templates[3])).await.ok();
    assert_eq!(counts["agents_count"], 1);

    let off = json!({ "is_active": false });
    put(&server.admin, &path(&templates[3]), off).await;
    assert_eq!(applied(&server, &agent).await.0["name"], "Site");
    put(&server.admin, &path(&templates[2]), json!({ "excluded_agents": [agent] })).await;
    assert_eq!(applied(&server, &agent).await.0["name"], "Client");
    put(&server.admin, &path(&templates[1]), json!({ "exclude_servers": true })).await;
    assert_eq!(applied(&server, &agent).await.0["name"], "Global");
    let excluded = json!({ "excluded_clients": [site.client] });
    put(&server.admin, &path(&templates[0]), excluded).await;
    assert_eq!(applied(&server, &agent).await, (Value::Null, Value::Null));
}

#[tokio::test]
async fn the_template_is_shown_beside_checks_and_tasks_with_what_it_says_about_them() {
    let server = TestServer::start().await;
    let site = server.add_site("Acme", "Main").await;
    let agent = server.enrol(site, "pc-1").await.agent_id;
    let says = json!({ "check_always_email": true, "task_always_text": false });
    let made = add(&server, "T", says).await;
    put(&server.admin, "/core/settings/", json!({ "alert_template": made["id"] })).await;
    let shown = |email: Value, text: Value| json!({ "name": "T", "always_email": email, "always_text": text, "always_alert": null });

    let of_check = shown(json!(true), Value::Null);
    let body = json!({ "agent": agent, "check_type": "ping", "ip": "127.0.0.1" });
    let check = server.admin.post("/checks/", body).await.ok();
    assert_eq!(check["alert_template"], of_check);
    let own = format!("/agents/{agent}/checks/");
    for path in ["/checks/", own.as_str()] {
        assert_eq!(server.admin.get(path).await.ok()[0]["alert_template"], of_check, "{path}");
    }
    let of_task = shown(Value::Null, json!(false));
    let action = json!({ "type": "cmd", "shell": "sh", "command": "id", "timeout": 5 });
    let body = json!({ "agent": agent, "name": "t", "task_type": "manual", "actions": [action] });
    let task = server.admin.post("/tasks/", body).await.ok();
    assert_eq!(task["alert_template"], of_task);
    let (own, one) = (format!("/agents/{agent}/tasks/"), format!("/tasks/{}/", task["id"]));
    for path in ["/tasks/", own.as_str()] {
        assert_eq!(server.admin.get(path).await.ok()[0]["alert_template"], of_task, "{path}");
    }
    assert_eq!(server.admin.get(&one).await.ok()["alert_template"], of_task);
    let changed = put(&server.admin, &one, json!({ "name": "u" })).await;
    assert_eq!(changed["alert_template"], of_task);
}

#[tokio::test]
async fn alerts_get_the_template_of_each_agent_with_all_they_need() {
    let server = TestServer::start().await;
    let (one, two) = (server.add_site("A", "M").await, server.add_site("B", "M").await);
    let (first, second) = (server.enrol(one, "a").await, server.enrol(two, "b").await);
    let script = server.add_script("Clean").await;
    let step = json!({ "after_minutes": 5, "email_recipients": ["boss@example.com"] });
    let body = json!({
        "action": script, "action_args": ["-v"], "action_env_vars": ["A=1"], "action_timeout": 9,
        "email_recipients": ["ann@example.com"], "escalation": [step],
        "check_always_email": false,
    });
    let made = add(&server, "T", body).await;
    let client = format!("/clients/{}/", one.client);
    put(&server.admin, &client, json!({ "alert_template": made["id"] })).await;

    let db = server.app.db.read();
    let mut keys = Vec::new();
    for agent in [&first.agent_id, &second.agent_id] {
        let text = "select id from agents where agent_id = $1";
        let key: Option<i64> = sql::value(db, text, [agent.clone().into()]).await.unwrap();
        keys.push(AgentKey(key.unwrap()));
    }
    let found = templates_of(db, &keys).await.unwrap();
    assert_eq!(found.keys().collect::<Vec<_>>(), [&keys[0]]);
    let template = &found[&keys[0]];
    assert_eq!((json!(template.id), template.name.as_str()), (made["id"].clone(), "T"));
    let (args, env_vars) = (vec!["-v".to_owned()], vec!["A=1".to_owned()]);
    let expected = TemplateAction::Script { script, args, env_vars, timeout: 9 };
    assert_eq!(template.action, Some(expected));
    assert_eq!(template.resolved_action, None);
    assert_eq!(template.escalation.steps[0].after_minutes, 5);
    assert_eq!(template.template.email_recipients, ["ann@example.com"]);
    assert_eq!(template.template.check.email.always, Some(false));
}
