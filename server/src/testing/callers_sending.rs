//! What programs in the field send, through the front door: numbers as text,
//! filters under other names, and the paths and values they use.

use reqwest::Method;
use serde_json::{Value, json};

use super::TestServer;
use crate::auth::Right;

#[tokio::test]
async fn numbers_come_as_text_and_texts_as_numbers_in_every_body() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.add_agent(location, "pc-1").await.obey();
    let policy = server.add_policy("Basics").await;
    let path = format!("/agents/{}/", agent.agent_id);

    let command = json!({ "shell": "sh", "cmd": "id", "timeout": "60", "run_as_user": "false" });
    server.admin.post(&format!("{path}cmd/"), command).await.ok();
    let body = json!({ "client": location.client.to_string(), "name": 2 });
    let site = server.admin.post("/clients/sites/", json!({ "site": body })).await.ok();
    assert_eq!((&site["client"], &site["name"]), (&json!(location.client), &json!("2")));
    let body = json!({ "offline_time": "6", "overdue_time": 40.0, "maintenance_mode": 1,
                       "description": 250, "policy": policy.to_string() });
    let changed = server.admin.put(&path, body).await.ok();
    let keys = ["offline_time", "overdue_time", "maintenance_mode", "description", "policy"];
    let values = keys.map(|key| changed[key].clone());
    assert_eq!(json!(values), json!([6, 40, true, "250", policy]));
    let page = json!({ "pagination": { "page": "1", "rowsPerPage": "1" } });
    let page = server.admin.patch("/logs/audit/", page).await.ok();
    assert_eq!(page["audit_logs"].as_array().unwrap().len(), 1);
    let body = json!({
        "policy": policy.to_string(), "name": "t", "task_type": "daily", "daily_interval": "1",
        "run_time_date": "2026-01-31T13:30:00Z", "run_time_day": "15",
        "actions": [{ "type": "cmd", "shell": "sh", "command": "id", "timeout": "5" }],
    });
    let task = server.admin.post("/tasks/", body).await.ok();
    assert_eq!((&task["policy"], &task["daily_interval"]), (&json!(policy), &json!(1)));
    assert_eq!(task["actions"][0]["timeout"], 5);
    let agents = json!({ "agents": ["1"], "maintenance_mode": "true" });
    let answer = server.admin.post("/agents/maintenance/bulk/", agents).await.ok();
    assert_eq!(answer, "1 agent was put into maintenance.");
}

#[tokio::test]
async fn a_custom_field_takes_a_number_or_a_flag_for_its_text_and_ignores_an_entry_without_value() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.enrol(location, "pc-1").await;
    let path = format!("/agents/{}/", agent.agent_id);
    let field = async |name: &str, kind: &str| {
        let body = json!({ "model": "agent", "name": name, "type": kind });
        server.admin.post("/core/customfields", body).await.ok()["id"].clone()
    };
    let (text, number) = (field("text", "text").await, field("number", "number").await);
    let (flag, unset) = (field("flag", "checkbox").await, field("unset", "text").await);

    let entries = json!([
        { "field": text, "string_value": 250 }, { "field": number, "string_value": 2.5 },
        { "field": flag, "string_value": true }, { "field": unset },
    ]);
    let shown = server.admin.put(&path, json!({ "custom_fields": entries })).await.ok();

    let shown = shown["custom_fields"].as_array().unwrap().clone();
    let texts: Vec<(&Value, &Value)> =
        shown.iter().map(|one| (&one["field"], &one["string_value"])).collect();
    let expected = [(&flag, &json!("true")), (&number, &json!("2.5")), (&text, &json!("250"))];
    assert_eq!(texts, expected, "by name, and only what is set");
    let ignored = json!({ "custom_fields": [{ "field": 999 }] });
    server.admin.put(&path, ignored).await.ok();
    let wrong = json!({ "custom_fields": [{ "field": text, "string_value": ["a"] }] });
    let problems = server.admin.put(&path, wrong).await.problems();
    assert_eq!(problems, json!({ "custom_fields[0].string_value": ["Must be text."] }));
}

#[tokio::test]
async fn lossy_values_stay_refused() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.enrol(location, "pc-1").await;
    let path = format!("/agents/{}/cmd/", agent.agent_id);
    for timeout in [json!("6.5"), json!(6.5), json!("abc"), json!(""), json!(true), json!([60])] {
        let body = json!({ "shell": "sh", "cmd": "id", "timeout": timeout });
        let problems = server.admin.post(&path, body).await.problems();
        assert_eq!(problems, json!({ "timeout": ["Must be a whole number."] }), "{timeout}");
    }
    let body = r#"{ "shell": "sh", "cmd": "id", "timeout": 1e400 }"#;
    let call = server.admin.call(Method::POST, &path).header("content-type", "application/json");
    call.body(body).send().await.refused(400, "invalid");
    let body = json!({ "shell": "sh", "cmd": { "a": 1 }, "timeout": 5, "run_as_user": "perhaps" });
    let problems = server.admin.post(&path, body).await.problems();
    let expected = json!({ "cmd": ["Must be text."], "run_as_user": ["Must be true or false."] });
    assert_eq!(problems, expected);
}

#[tokio::test]
async fn agents_software_updates_and_waiting_actions_are_filtered_by_either_name_of_a_client_or_site()
 {
    let server = TestServer::start().await;
    let (acme, other) =
        (server.add_site("Acme", "Main").await, server.add_site("Other", "Branch").await);
    for (location, name) in [(acme, "pc-1"), (other, "pc-2")] {
        let agent = server.enrol(location, name).await;
        server.admin.post(&format!("/winupdate/{}/scan/", agent.agent_id), json!({})).await.ok();
    }
    let count =
        async |path: &str| server.admin.get(path).await.ok().as_array().expect("a list").len();
    for path in ["/agents/", "/logs/pendingactions/"] {
        assert_eq!(count(path).await, 2, "{path}");
        assert_eq!(count(&format!("{path}?client_id={}", acme.client)).await, 1, "{path}");
        assert_eq!(count(&format!("{path}?site_id={}", other.site)).await, 1, "{path}");
        let both = format!("{path}?client_id={}&site_id={}", acme.client, other.site);
        assert_eq!(count(&both).await, 0, "{path}");
    }
    for path in ["/agents/", "/logs/pendingactions/", "/software/", "/winupdate/"] {
        let torn = format!("{path}?client={}&client_id={}", acme.client, other.client);
        let problems = server.admin.get(&torn).await.problems();
        assert_eq!(problems, json!({ "client_id": ["Says something else than client."] }));
    }
}

#[tokio::test]
async fn a_get_does_the_same_as_its_post_with_the_same_rights_and_rows() {
    let server = TestServer::start().await;
    let body = json!({ "name": "read only", "read_only": true });
    let key = server.admin.post("/accounts/apikeys/", body).await.ok();
    let reader = server.anonymous().with_key(key["key"].as_str().unwrap());
    let nobody = server.caller_with(&[Right::ListAgents]).await;
    let location = server.add_site("Acme", "Main").await;
    server.enrol(location, "pc-1").await;
    for path in ["/core/clearcache/", "/agents/bulkrecovery/"] {
        server.anonymous().get(path).await.refused(401, "not_authenticated");
        reader.get(path).await.refused(403, "forbidden");
        nobody.get(path).await.refused(403, "forbidden");
        let rows = server.audit().await.len();
        let looked = server.admin.call(Method::HEAD, path).send().await;
        assert_eq!((looked.status, server.audit().await.len()), (405, rows), "{path}");
        let answer = server.admin.get(path).await.ok();
        assert!(answer.is_string(), "{answer}");
        assert_eq!(server.audit().await.len(), rows + 1, "{path}");
    }
    let modes = server.admin.get("/agents/bulkrecovery/?mode=other").await.problems();
    let sentence = "Must be one of agent, remote, tacagent, mesh.";
    assert_eq!(modes, json!({ "mode": [sentence] }));
}

#[tokio::test]
async fn names_that_callers_know_mean_the_same() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.add_agent(location, "pc-1").await.obey();
    let recover = format!("/agents/{}/recover/", agent.agent_id);
    for (mode, means) in [("tacagent", "agent"), ("mesh", "remote")] {
        server.admin.post(&recover, json!({ "mode": mode })).await;
        let rows = server.audit().await;
        assert_eq!(rows.last().unwrap()["after_value"], json!({ "recover": means }), "{mode}");
    }
    let body = json!({ "action": "reload_nats" });
    let answer = server.admin.post("/core/servermaintenance/", body).await.ok();
    assert_eq!(answer, "The message bus answers.");
    let user = json!({ "username": "ann", "password": "correct horse battery" });
    let user = server.admin.post("/accounts/users/", user).await.ok();
    let body = json!({ "id": user["id"] });
    let answer = server.admin.put("/accounts/users/reset/", body).await.ok();
    assert_eq!(answer, "cleared the two-factor login of user ann");
}
