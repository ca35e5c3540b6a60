//! Valid requests about objects without a tenant: settings, scripts, snippets.

use serde_json::{Value, json};

use super::endpoints::Endpoint;
use super::{SmsService, SmtpBehaviour, SmtpServer, TestServer};
use crate::auth::Right;

/// Routes about the settings; a mail server is running for the one that mails.
pub async fn core_example(server: &TestServer, endpoint: &Endpoint, name: &str) -> (String, Value) {
    let admin = &server.admin;
    let path = endpoint.path.to_owned();
    let key = json!({ "name": name, "value": "tenant value" });
    match (endpoint.method, endpoint.path) {
        ("PUT", "/core/settings/") => (path, json!({ "clear_faults_days": 7 })),
        ("POST", "/core/emailtest/") => {
            let smtp = SmtpServer::start(SmtpBehaviour::default()).await;
            admin.put("/core/settings/", smtp.settings()).await.ok();
            (path, json!({ "to": "ann@example.com" }))
        }
        ("POST", "/core/smstest/") => {
            admin.put("/core/settings/", SmsService::settings()).await.ok();
            (path, json!({ "to": "+4930123456" }))
        }
        ("POST", "/core/freeze/") => {
            (path, json!({ "client": server.add_site(name, "Main").await.client }))
        }
        ("POST", "/core/keystore/") => (path, key),
        ("POST", "/core/serverscript/test/") => {
            (path, json!({ "code": "echo hello", "shell": "shell", "timeout": 20 }))
        }
        ("POST", "/core/servermaintenance/") => (path, json!({ "action": "reload_bus" })),
        (_, "/core/keystore/{id}/") => {
            let made = admin.post("/core/keystore/", key).await.ok();
            (path.replace("{id}", &made["id"].to_string()), json!({ "value": "other" }))
        }
        _ => (path, Value::Null),
    }
}

/// Routes about scripts and snippets get their own, with a former body.
pub async fn script_example(
    server: &TestServer,
    endpoint: &Endpoint,
    name: &str,
) -> (String, Value) {
    let admin = &server.admin;
    let path = endpoint.path.to_owned();
    let with = |made: &Value| path.replace("{id}", &made["id"].to_string()).replace("{n}", "1");
    let script = json!({ "name": name, "shell": "shell", "script_body": "true" });
    let snippet = json!({ "name": name, "shell": "shell", "code": "true" });
    match (endpoint.method, endpoint.path) {
        ("POST", "/scripts/") => (path, script),
        ("POST", "/scripts/snippets/") => (path, snippet),
        (_, "/scripts/" | "/scripts/snippets/") => (path, Value::Null),
        (_, "/scripts/snippets/{id}/") => {
            let made = admin.post("/scripts/snippets/", snippet).await.ok();
            (with(&made), json!({ "code": "false" }))
        }
        (_, "/scripts/{id}/approve/") => {
            admin.put("/core/settings/", json!({ "script_approval": "on" })).await.ok();
            let author = server.caller_with(&[Right::ManageScripts]).await;
            let made = author.post("/scripts/", script).await.ok();
            let waiting = admin.get(&format!("/scripts/{}/approval/", made["id"])).await.ok();
            (with(&made), json!({ "digest": waiting["digest"] }))
        }
        _ => {
            let made = admin.post("/scripts/", script).await.ok();
            let own = format!("/scripts/{}/", made["id"]);
            admin.put(&own, json!({ "script_body": "false" })).await.ok();
            let body =
                if endpoint.method == "PUT" { json!({ "favorite": true }) } else { Value::Null };
            (with(&made), body)
        }
    }
}
