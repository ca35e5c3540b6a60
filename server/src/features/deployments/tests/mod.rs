//! Deployments, through the API.

mod hostile;
mod installers;
mod links;
mod linux;
mod programs;
mod windows;

use ring::digest::{SHA256, digest};
use serde_json::{Value, json};

use crate::hex::hex_digits;
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

async fn ask(server: &TestServer, location: Location, method: &str, more: Value) -> Reply {
    let mut body = link(location, more);
    body["installMethod"] = json!(method);
    server.admin.post("/agents/installer/", body).await
}

/// Puts a file where a server looks for agents, and returns its SHA-256.
fn add_file(server: &TestServer, path: &str, content: &str) -> String {
    let path = server.folder.path().join("agents").join(path);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("it is made");
    std::fs::write(path, content).expect("it is written");
    hex_digits(digest(&SHA256, content.as_bytes()).as_ref())
}

/// The token in a script.
fn token_in(script: &str) -> String {
    let tokens = ["token=", "$token = "];
    let token =
        |line: &str| tokens.iter().find_map(|start| line.strip_prefix(start)).map(str::to_owned);
    let token = script.lines().find_map(token).expect("a token");
    token.trim_matches('\'').to_owned()
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
