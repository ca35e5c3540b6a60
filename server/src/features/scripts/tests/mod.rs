//! The script library, through the front door.

mod approval;
mod builtin;
mod lists;
mod owners;
mod scripts;
mod snippets;
mod versions;

use serde_json::{Value, json};

use super::script::hash;
use crate::testing::TestServer;

/// A script with only the required fields, as the API shows it.
fn plain(id: &Value, name: &str, shell: &str, body: &str) -> Value {
    json!({
        "id": id, "guid": "", "name": name, "description": "", "filename": "", "shell": shell,
        "script_type": "userdefined", "args": [], "env_vars": [], "syntax": "", "favorite": false,
        "hidden": false, "category": "", "script_body": body, "script_hash": hash(body),
        "version": 1, "default_timeout": 90, "supported_platforms": [], "run_as_user": false,
        "owner_clients": [], "unapproved_since": null, "unapproved_by": [], "created_by": "admin", "modified_by": "admin",
    })
}

/// The object without what differs from run to run.
fn timeless(mut object: Value) -> Value {
    for time in ["created_time", "modified_time"] {
        let removed = object.as_object_mut().unwrap().remove(time);
        assert!(removed.is_some_and(|time| time.as_str().unwrap().ends_with('Z')));
    }
    object
}

/// The object with some keys changed.
fn with(mut object: Value, mut changes: Value) -> Value {
    object.as_object_mut().unwrap().append(changes.as_object_mut().unwrap());
    object
}

/// The script without its body: as in lists and in the audit log.
fn bodiless(mut script: Value) -> Value {
    script.as_object_mut().unwrap().remove("script_body");
    script
}

async fn add(server: &TestServer, name: &str, shell: &str, body: &str) -> Value {
    let body = json!({ "name": name, "shell": shell, "script_body": body });
    server.admin.post("/scripts/", body).await.ok()
}

async fn add_snippet(server: &TestServer, name: &str, code: &str) -> Value {
    let body = json!({ "name": name, "shell": "shell", "code": code });
    server.admin.post("/scripts/snippets/", body).await.ok()
}

fn path(script: &Value) -> String {
    format!("/scripts/{}/", script["id"])
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|item| item["name"].as_str().unwrap()).collect()
}
