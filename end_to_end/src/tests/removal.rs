//! Removing an agent, and undoing it.

use serde_json::json;

use crate::agent::Agent;
use crate::api::Api;
use crate::server::Server;
use crate::turn;
use crate::waiting::until;

#[tokio::test]
async fn a_removed_agent_loses_its_tasks_and_gets_them_back_when_it_is_restored() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let agent = Agent::join(&server, "pc-1").await;
    let api = &server.api;
    let task = json!({
        "agent": agent.id, "name": "Daily", "task_type": "daily", "daily_interval": 1,
        "run_time_date": "2026-01-31T13:30:00Z",
        "actions": [{ "type": "cmd", "shell": "sh", "command": "id", "timeout": 5 }],
    });
    assert_eq!(api.post("/tasks/", task).await.status, 200);
    until_synced(api, &agent.id).await;

    let path = format!("/agents/{}/", agent.id);
    assert_eq!(api.delete(&path).await.status, 200);
    // The first had the task, the second nothing.
    agent.logged_twice("new definitions").await;
    assert_eq!(api.get("/agents/removed/").await.json[0]["hostname"], "pc-1");
    assert_eq!(api.post(&format!("{path}restore/"), json!({})).await.status, 200);

    until("the restored agent answers", async || {
        let reply = api.run(&agent.id, "sh", "echo back", 10).await;
        (reply.json["stdout"] == "back\n").then_some(())
    })
    .await;
    until_synced(api, &agent.id).await;
}

async fn until_synced(api: &Api, agent_id: &str) {
    let path = format!("/agents/{agent_id}/tasks/");
    until("the agent has its task", async || {
        let tasks = api.get(&path).await.json;
        (tasks[0]["task_result"]["sync_status"] == "synced").then_some(())
    })
    .await;
}
