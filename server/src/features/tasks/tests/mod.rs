//! Tasks, through the front door.

mod approving;
mod by_hand;
mod changing;
mod collecting;
mod creating;
mod crossing;
mod inheriting;
mod key_store;
mod listing;
mod next_runs;
mod pushing;
mod referring;
mod refusing;
mod removing;
mod running;
mod values;

use muster_protocol::{FromAgent, StartReason, Stream, TaskStart};
use serde_json::{Value, json};

use crate::storage::sql;
use crate::testing::{FakeAgent, Identity, TestServer, outcome, until_equal};

/// A server with one connected agent of platform linux.
async fn server_with_agent() -> (TestServer, FakeAgent) {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.add_agent(location, "pc-1").await;
    (server, agent)
}

/// A server with one agent that is offline.
async fn server_with_absent_agent() -> (TestServer, Identity) {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let identity = server.enrol(location, "pc-1").await;
    (server, identity)
}

/// A daily task of an agent that runs a command.
fn daily(agent_id: &str) -> Value {
    json!({
        "agent": agent_id, "name": "Daily", "task_type": "daily", "daily_interval": 1,
        "run_time_date": "2026-01-31T13:30:00Z",
        "actions": [{ "type": "cmd", "shell": "sh", "command": "id", "timeout": 5 }],
    })
}

/// A daily task with some fields changed.
fn daily_with(agent_id: &str, changes: Value) -> Value {
    let mut body = daily(agent_id);
    for (name, value) in changes.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

fn tasks_path(identity: &Identity) -> String {
    format!("/agents/{}/tasks/", identity.agent_id)
}

fn path(task: &Value) -> String {
    format!("/tasks/{}/", task["id"])
}

/// One field of each result in the agent's list of tasks.
async fn results(server: &TestServer, identity: &Identity, field: &str) -> Vec<Value> {
    let list = server.admin.get(&tasks_path(identity)).await.ok();
    list.as_array().unwrap().iter().map(|task| task["task_result"][field].clone()).collect()
}

/// Waits until a field of the agent's results has these values.
async fn until(server: &TestServer, identity: &Identity, field: &str, wanted: &[Value]) {
    until_equal(wanted, async || results(server, identity, field).await).await;
}

/// Waits until a count has this value.
async fn until_count(server: &TestServer, text: &str, wanted: i64) {
    until_equal(&wanted, async || sql::number(server.app.db.read(), text, []).await.unwrap()).await;
}

/// Waits until no document is left to be made.
async fn until_pushed(server: &TestServer) {
    until_count(server, "select count(*) from agent_definitions where wanted > built", 0).await;
}

/// The beginning of a run that an agent starts on its own.
fn start(task: &Value, started: i64) -> TaskStart {
    TaskStart {
        task: task["id"].as_i64().unwrap(),
        name: task["name"].as_str().unwrap().to_owned(),
        version: String::new(),
        due: started,
        started,
        reason: StartReason::Schedule,
        dropped: 0,
    }
}

/// An agent runs a task on its own, from its beginning to its end.
async fn run(agent: &mut FakeAgent, run_id: &str, start: TaskStart, stdout: &str, code: i32) {
    let started = start.started;
    agent.send(FromAgent::TaskStarted { run_id: run_id.to_owned(), start }).await;
    agent.print(run_id, Stream::Stdout, 0, stdout).await;
    let mut end = outcome(muster_protocol::End::Exited { code }, stdout.len(), 0);
    end.started = started;
    agent.send(FromAgent::Finished { run_id: run_id.to_owned(), outcome: end }).await;
}

/// Changes rows directly in the database.
async fn change(server: &TestServer, text: &str) {
    let write = server.app.db.begin().await.unwrap();
    sql::execute(&write, text, []).await.unwrap();
    write.commit().await.unwrap();
}
