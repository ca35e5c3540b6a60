//! Tasks that agents run by themselves, with the server and without it.

use std::time::Duration;

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::agent::Agent;
use crate::server::Server;
use crate::turn;
use crate::waiting::{now, until, until_true};

/// Long enough for three agents to receive a task on a machine that is busy with
/// other tests.
const AHEAD: Duration = Duration::from_secs(25);

/// Three agents whose policy has a collector that is due in a moment.
struct Scene {
    server: Server,
    agents: Vec<Agent>,
    folder: TempDir,
    task: Value,
    due: DateTime<Utc>,
}

/// Prints who ran it and when, and leaves a file behind.
const SCRIPT: &str = "echo noise\necho \"$1 $(date -u +%s%3N)\"\ntouch \"$2/$1\"\n";

async fn a_collector_due_in_a_moment() -> Scene {
    let server = Server::start().await;
    let mut agents = Vec::new();
    for name in ["pc-1", "pc-2", "pc-3"] {
        agents.push(Agent::join(&server, name).await);
    }
    let folder = tempfile::tempdir().unwrap();
    let api = &server.api;
    let made = |reply: crate::api::Reply| {
        assert_eq!(reply.status, 200, "{}", reply.text);
        reply.json["id"].clone()
    };
    let policy = json!({ "name": "All", "active": true });
    let policy = made(api.post("/automation/policies/", policy).await);
    let everywhere = json!({ "server_policy": policy, "workstation_policy": policy });
    assert_eq!(api.put("/core/settings/", everywhere).await.status, 200);
    let field = json!({ "model": "agent", "name": "Seen", "type": "text" });
    let field = made(api.post("/core/customfields", field).await);
    let script = json!({ "name": "Collect", "shell": "shell", "script_body": SCRIPT });
    let script = made(api.post("/scripts/", script).await);
    let due = now() + AHEAD;
    let action = json!({
        "name": "Collect", "type": "script", "script": script, "timeout": 30,
        "script_args": ["{{agent.agent_id}}", folder.path().display().to_string()],
    });
    let task = json!({
        "policy": policy, "name": "Collector", "actions": [action], "assigned_check": null,
        "custom_field": field, "task_type": "daily", "alert_severity": "info",
        "run_time_date": due.to_rfc3339_opts(SecondsFormat::Millis, true),
        "daily_interval": 1, "weekly_interval": 1, "run_asap_after_missed": true,
        "stop_task_at_duration_end": false, "remove_if_not_scheduled": false,
        "collector_all_output": false, "continue_on_error": true,
    });
    let task = made(api.post("/tasks/", task).await);
    let scene = Scene { server, agents, folder, task, due };
    scene.until_all("sync_status", "synced").await;
    assert!(now() < scene.due, "the machine was too slow for this test");
    scene
}

impl Scene {
    /// Waits until a field of all three results has this value.
    async fn until_all(&self, field: &str, wanted: &str) {
        let path = format!("/automation/tasks/{}/status/", self.task);
        until(&format!("{field} is {wanted}"), async || {
            let status = self.server.api.get(&path).await.json;
            let results = status.as_array()?;
            let is_there = results.iter().all(|result| result[field] == wanted);
            (results.len() == 3 && is_there).then_some(())
        })
        .await;
    }

    /// Waits until all three have run it.
    async fn until_run(&self) {
        until_true("the agents ran the task", || {
            self.agents.iter().all(|agent| self.folder.path().join(&agent.id).exists())
        })
        .await;
    }

    /// Each field names its agent and a moment between the due one and this.
    async fn assert_filled(&self, before: DateTime<Utc>) {
        for agent in &self.agents {
            let path = format!("/agents/{}/", agent.id);
            let value = until("the field is filled", async || {
                let shown = self.server.api.get(&path).await.json;
                let value = shown["custom_fields"][0]["value"].as_str()?.to_owned();
                (!value.is_empty()).then_some(value)
            })
            .await;
            let (id, millis) = value.split_once(' ').unwrap();
            let ran = DateTime::from_timestamp_millis(millis.parse().unwrap()).unwrap();
            assert_eq!(id, agent.id);
            assert!(self.due <= ran && ran < before, "{} ≤ {ran} < {before}", self.due);
        }
        let runs = self.server.api.get("/runs/").await.json;
        let runs = runs.as_array().unwrap();
        assert_eq!(runs.len(), 3, "each agent ran it once");
        for run in runs {
            let started: DateTime<Utc> = run["started"].as_str().unwrap().parse().unwrap();
            assert!(self.due <= started && started < before, "{started}");
            assert_eq!((&run["type"], &run["username"]), (&json!("task_run"), &json!("system")));
            assert_eq!((&run["status"], &run["task"]), (&json!("passed"), &self.task));
        }
    }
}

#[tokio::test]
async fn a_daily_collector_of_a_policy_fills_the_fields_of_three_agents_at_its_time() {
    let _turn = turn::shared().await;
    let scene = a_collector_due_in_a_moment().await;

    scene.until_run().await;
    scene.until_all("status", "passing").await;

    scene.assert_filled(now()).await;
}

#[tokio::test]
async fn what_ran_while_the_server_was_down_arrives_with_its_true_times() {
    let _turn = turn::shared().await;
    let mut scene = a_collector_due_in_a_moment().await;
    scene.server.terminate().await;

    scene.until_run().await;
    let back = now();
    scene.server.restart().await;

    scene.until_all("status", "passing").await;
    scene.assert_filled(back).await;
}
