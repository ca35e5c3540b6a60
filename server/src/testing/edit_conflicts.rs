//! Two people with the same form open: the second one does not overwrite by
//! accident what the first one has saved.

use reqwest::Method;
use serde_json::{Value, json};

use super::{Client, TestServer};
use crate::auth::Right;

async fn put_from(client: &Client, path: &str, seen: &str, body: &Value) -> super::Reply {
    client.call(Method::PUT, path).header("If-Match", seen).json(body).send().await
}

fn seen(object: &Value) -> String {
    format!("\"{}\"", object["modified_time"].as_str().unwrap())
}

/// Everything that shows when it was last changed: its path, and a change.
async fn editable(server: &TestServer) -> Vec<(String, Value, Value)> {
    let admin = &server.admin;
    let mut all = Vec::new();
    for (list, one, new, change) in [
        (
            "/scripts/",
            "/scripts/{}/",
            json!({ "name": "s", "shell": "python", "script_body": "1" }),
            json!({ "description": "d" }),
        ),
        (
            "/scripts/snippets/",
            "/scripts/snippets/{}/",
            json!({ "name": "n", "shell": "python", "code": "1" }),
            json!({ "desc": "d" }),
        ),
        (
            "/core/keystore/",
            "/core/keystore/{}/",
            json!({ "name": "k", "value": "v" }),
            json!({ "value": "w" }),
        ),
        (
            "/core/customfields",
            "/core/customfields/{}/",
            json!({ "model": "agent", "name": "f" }),
            json!({ "required": true }),
        ),
        (
            "/automation/policies/",
            "/automation/policies/{}/",
            json!({ "name": "p" }),
            json!({ "desc": "d" }),
        ),
        (
            "/accounts/roles/",
            "/accounts/roles/{}/",
            json!({ "name": "r" }),
            json!({ "can_list_agents": true }),
        ),
        (
            "/accounts/users/",
            "/accounts/{}/users/",
            json!({ "username": "u", "password": "long enough for anybody" }),
            json!({ "first_name": "U" }),
        ),
        (
            "/accounts/apikeys/",
            "/accounts/apikeys/{}/",
            json!({ "name": "a" }),
            json!({ "name": "b" }),
        ),
        (
            "/core/urlaction/",
            "/core/urlaction/{}/",
            json!({ "name": "u", "pattern": "https://example.com/" }),
            json!({ "desc": "d" }),
        ),
        (
            "/alerts/templates/",
            "/alerts/templates/{}/",
            json!({ "name": "a" }),
            json!({ "is_active": false }),
        ),
        (
            "/core/views/",
            "/core/views/{}/",
            json!({ "page": "agents", "name": "v" }),
            json!({ "name": "w" }),
        ),
    ] {
        let made = admin.post(list, new).await.ok();
        let id = made.as_i64().unwrap_or_else(|| made["id"].as_i64().unwrap_or_default());
        let path = one.replace("{}", &id.to_string());
        let shown = match one {
            "/core/keystore/{}/" | "/core/views/{}/" | "/core/urlaction/{}/" => {
                admin.get(list).await.ok()[0].clone()
            }
            _ => admin.get(&path).await.ok(),
        };
        all.push((path, shown, change));
    }
    let settings = admin.get("/core/settings/").await.ok();
    all.push(("/core/settings/".to_owned(), settings, json!({ "date_format": "YYYY" })));
    let policy = json!({ "policy": server.add_policy("for tasks").await, "name": "t",
        "task_type": "manual", "actions": [{ "type": "cmd", "command": "true", "shell": "sh", "timeout": 9 }] });
    let task = admin.post("/tasks/", policy).await.ok();
    all.push((format!("/tasks/{}/", task["id"]), task, json!({ "name": "u" })));
    let check = json!({ "policy": server.add_policy("for checks").await, "check_type": "ping", "ip": "::1" });
    let check = admin.post("/checks/", check).await.ok();
    all.push((format!("/checks/{}/", check["id"]), check, json!({ "name": "c" })));
    let patch = json!({ "policy": server.add_policy("for updates").await });
    let patch = admin.post("/automation/patchpolicy/", patch).await.ok();
    let path = format!("/automation/patchpolicy/{}/", patch["id"]);
    all.push((path, patch, json!({ "critical": "approve" })));
    let remote = "/remote/v1/policy/";
    let policy = admin.put(remote, json!({})).await.ok();
    all.push((remote.to_owned(), policy, json!({ "server": { "files": { "allowed": false } } })));
    all.extend(sites_and_agents(server).await);
    all
}

/// A client, its site and an agent there, each with a change.
async fn sites_and_agents(server: &TestServer) -> Vec<(String, Value, Value)> {
    let location = server.add_site("Acme", "Main").await;
    let agent = server.enrol(location, "pc-1").await.agent_id;
    let note = json!({ "agent_id": agent, "note": "n" });
    let note = server.admin.post("/agents/notes/", note).await.ok()["id"].clone();
    let mut all = Vec::new();
    for (path, change) in [
        (format!("/agents/notes/{note}/"), json!({ "note": "o" })),
        (format!("/clients/{}/", location.client), json!({ "client": { "name": "Acme & sons" } })),
        (format!("/clients/sites/{}/", location.site), json!({ "site": { "name": "Office" } })),
        (format!("/agents/{agent}/"), json!({ "description": "d" })),
    ] {
        let shown = server.admin.get(&path).await.ok();
        all.push((path, shown, change));
    }
    all
}

#[tokio::test]
async fn a_change_made_from_an_older_state_is_refused_wherever_there_is_a_form() {
    let server = TestServer::start().await;
    for (path, opened, change) in editable(&server).await {
        let first = put_from(&server.admin, &path, &seen(&opened), &change).await.ok();
        assert_ne!(first["modified_time"], opened["modified_time"], "{path}");
        let before = server.audit().await.len();

        let second = put_from(&server.admin, &path, &seen(&opened), &change).await;

        let refusal = second.refused(409, "edit_conflict");
        let (by, time) = (&first["modified_by"], &first["modified_time"]);
        let (by, time) = (by.as_str().unwrap(), time.as_str().unwrap());
        let detail =
            format!("This was changed by {by} at {time}, after you opened it; nothing was saved.");
        assert_eq!(refusal["detail"], detail, "{path}");
        assert_eq!(refusal["current"], first, "{path}");
        assert_eq!(server.audit().await.len(), before, "{path}");
        put_from(&server.admin, &path, &seen(&first), &change).await.ok();
        put_from(&server.admin, &path, "*", &change).await.ok();
        server.admin.put(&path, change).await.ok();
    }
}

#[tokio::test]
async fn what_is_stored_is_shown_only_to_callers_who_may_change_it_and_without_secrets() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let old = "\"2001-01-01T00:00:00Z\"";
    let key = json!({ "name": "k", "value": "hidden-value", "secret": true });
    let key = server.admin.post("/core/keystore/", key).await.ok()["id"].clone();
    let path = format!("/core/keystore/{key}/");
    let reply = put_from(&server.admin, &path, old, &json!({ "name": "l" })).await;
    assert!(!reply.text.contains("hidden-value"));
    assert_eq!(reply.refused(409, "edit_conflict")["current"]["value"], "********");
    let secret = json!({ "smtp_host_password": "hidden-value" });
    server.admin.put("/core/settings/", secret).await.ok();
    let reply = put_from(&server.admin, "/core/settings/", old, &json!({ "smtp_port": 1 })).await;
    assert!(!reply.text.contains("hidden-value"));
    reply.refused(409, "edit_conflict");

    let scoped = server.scoped_caller(Right::ALL, &[location.client], &[]).await;
    let policy = server.add_policy("Theirs").await;
    let task = json!({ "policy": policy, "name": "t", "task_type": "manual",
        "actions": [{ "type": "cmd", "command": "true", "shell": "sh", "timeout": 9 }] });
    let task = server.admin.post("/tasks/", task).await.ok();
    let script = server.add_script("theirs").await;
    let me = server.admin.get("/accounts/me/").await.ok()["id"].clone();
    for path in [
        format!("/automation/policies/{policy}/"),
        format!("/tasks/{}/", task["id"]),
        format!("/scripts/{script}/"),
        format!("/accounts/{me}/users/"),
    ] {
        let refusal = put_from(&scoped, &path, old, &json!({ "name": "x" })).await;
        assert_eq!(refusal.refused(403, "forbidden")["current"], Value::Null, "{path}");
    }
}

#[tokio::test]
async fn a_state_that_is_no_time_is_refused() {
    let server = TestServer::start().await;
    let reply = put_from(&server.admin, "/core/settings/", "\"yesterday\"", &json!({})).await;
    let problem = json!({ "If-Match": ["Must be the modified_time of the object."] });
    assert_eq!(reply.problems(), problem);
}
