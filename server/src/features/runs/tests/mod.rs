//! Runs, tested over HTTP and the agent link.

mod cancelling;
mod code;
mod history;
mod keeping;
mod key_store;
mod lost_orders;
mod masking;
mod on_server;
mod output;
mod queueing;
mod repeating;
mod scripts;
mod sealed_orders;
mod storm;

use serde_json::Value;

use crate::storage::sql;
use crate::testing::{FakeAgent, Identity, TestServer, until_true};

/// A server with one connected agent of platform linux.
async fn server_with_agent() -> (TestServer, FakeAgent) {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    // Before that an order comes twice: from what waited, and on its own.
    agent.catch_up().await;
    (server, agent)
}

/// A server with one agent that is offline.
async fn server_with_absent_agent() -> (TestServer, Identity) {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let identity = server.enrol(location, "pc-1").await;
    (server, identity)
}

fn run_script_path(identity: &Identity) -> String {
    format!("/agents/{}/runscript/", identity.agent_id)
}

/// Status and problem of every run, oldest first.
async fn runs(server: &TestServer) -> Vec<String> {
    let text = "select status || ' ' || problem from runs order by id";
    sql::values(server.app.db.read(), text, []).await.unwrap()
}

/// Waits until every run has this status.
async fn until_all(server: &TestServer, status: &str) {
    let text = "select count(*) from runs where status <> $1";
    until_true(&format!("every run is {status}"), async || {
        sql::number(server.app.db.read(), text, [status.into()]).await.unwrap() == 0
    })
    .await;
}

/// Changes rows directly in the database.
async fn change(server: &TestServer, text: &str) {
    let write = server.app.db.begin().await.unwrap();
    sql::execute(&write, text, []).await.unwrap();
    write.commit().await.unwrap();
}

fn ids(list: &Value) -> Vec<i64> {
    list.as_array().unwrap().iter().map(|row| row["id"].as_i64().unwrap()).collect()
}
