//! Valid requests for the routes of tasks.

use serde_json::{Value, json};

use super::TestServer;
use super::endpoints::Endpoint;
use super::examples::World;
use crate::auth::Right;

/// Whether the example of this route is made here.
pub fn knows(endpoint: &Endpoint) -> bool {
    let path = endpoint.path;
    let is_own = path.starts_with("/tasks/") || path.starts_with("/automation/tasks/");
    is_own || path.ends_with("/tasks/")
}

/// A request that works: path and body.
pub async fn example(
    world: &World,
    server: &TestServer,
    endpoint: &Endpoint,
    name: &str,
) -> (String, Value) {
    let task = json!({
        "agent": world.agent.agent_id, "name": name, "task_type": "daily", "daily_interval": 1,
        "run_time_date": "2026-01-31T13:30:00Z",
        "actions": [{ "type": "cmd", "shell": "sh", "command": "id", "timeout": 5 }],
    });
    let path = endpoint.path.replace("{agent_id}", &world.agent.agent_id);
    match (endpoint.method, endpoint.path) {
        ("POST", "/tasks/" | "/tasks/next/" | "/agents/{agent_id}/tasks/") => (path, task),
        (_, "/automation/policies/{id}/tasks/") => {
            let policy = server.add_policy(name).await;
            (path.replace("{id}", &policy.to_string()), Value::Null)
        }
        _ => {
            // Not by the admin, whose own actions are in each of their logs.
            let maker = server.caller_with(&[Right::ManageAutotasks, Right::SendCmd]).await;
            let made = maker.post("/tasks/", task).await.ok();
            let body = match endpoint.method {
                "PUT" => json!({ "name": "another name" }),
                _ => Value::Null,
            };
            let id = made["id"].to_string();
            (path.replace("{id}", &id).replace("{task}", &id), body)
        }
    }
}
