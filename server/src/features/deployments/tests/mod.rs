//! Deployments, through the API.

mod installers;
mod links;
mod programs;

use serde_json::{Value, json};

use crate::storage::sql;
use crate::testing::{Location, Reply, TestServer};

/// A link for servers on Linux, with additional or other fields.
fn link(location: Location, more: Value) -> Value {
    let mut body = json!({ "site": location.site, "agenttype": "server", "plat": "linux" });
    for (name, value) in more.as_object().expect("an object") {
        body[name] = value.clone();
    }
    body
}

async fn make(server: &TestServer, location: Location, more: Value) -> Value {
    server.admin.post("/clients/deployments/", link(location, more)).await.ok()
}

/// Fetches the script behind a link, without credentials.
async fn fetch(server: &TestServer, link: &Value, query: &str) -> Reply {
    let path = format!("/clients/{}/deploy/{query}", link["uid"].as_str().expect("a uid"));
    server.anonymous().get(&path).await
}

/// The token in a script.
fn token_in(script: &str) -> String {
    let line = script.lines().find(|line| line.starts_with("token=")).expect("a token");
    line["token=".len()..].trim_matches('\'').to_owned()
}

/// A computer that enrols with a token.
async fn enrol(server: &TestServer, token: &str) -> Reply {
    let body = json!({
        "token": token, "public_key": "ab".repeat(32), "hostname": "pc-1", "plat": "linux",
        "goarch": "amd64", "version": "0.1.0",
    });
    server.anonymous().post("/link/enroll/", body).await
}

/// Executes a statement on the database.
async fn alter(server: &TestServer, text: &str) {
    let write = server.app.db.begin().await.expect("the database takes writes");
    sql::execute(&write, text, []).await.expect("the statement is right");
    write.commit().await.expect("it commits");
}
