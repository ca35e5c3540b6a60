//! The server's clock is set an hour ahead, and back again.

use std::time::Duration;

use chrono::SecondsFormat;
use serde_json::{Value, json};

use crate::agent::Agent;
use crate::clock::Clock;
use crate::held::{Held, assert_result};
use crate::server::Server;
use crate::waiting::{now, until, until_true};
use crate::{database, turn};

const HOUR: i64 = 3600;
/// Until the task is due. Long enough to reach the agent before, on a machine that stands
/// still for a while.
const AHEAD: Duration = Duration::from_secs(15);
/// What is done every minute is due within two.
const TOO_FAR: &str = "select count(*) from schedules
    where name in ('agent_absence', 'run_redelivery')
      and next_run_at > (unixepoch('now') + 120) * 1000000";

async fn statuses(server: &Server) -> Vec<Value> {
    let agents = server.api.get("/agents/").await.json;
    agents.as_array().unwrap().iter().map(|agent| agent["status"].clone()).collect()
}

#[tokio::test]
async fn a_clock_that_jumps_loses_no_agent_and_repeats_no_run() {
    let _turn = turn::shared().await;
    let clock = Clock::new().await;
    let settings = clock.settings();
    let settings = settings.each_ref().map(|(name, value)| (*name, value.as_str()));
    let server = Server::start_with(&settings).await;
    let agent = Agent::join(&server, "pc-1").await;
    let (held, folder) = (Held::new(), tempfile::tempdir().unwrap());
    let lines = folder.path().join("lines");
    give_task(&server, &agent, &format!("echo ran >> {}", lines.display())).await;

    let mut db = database::open(&server.database_file()).await;
    for seconds in [HOUR, -HOUR, 0] {
        let name = format!("across-{seconds}");
        let waiting = held.begin(&server.api, &agent.id, &name).await;
        clock.set(seconds);
        // It is due while the clock is wrong.
        until_true("the task ran", || lines.exists()).await;
        until("the agent is shown as it is: online", async || {
            (statuses(&server).await == ["online"]).then_some(())
        })
        .await;
        held.let_end(&name);
        assert_result(&waiting.await.unwrap().unwrap(), &name);
        let reply = server.api.run(&agent.id, "sh", "echo now", 10).await;
        assert_eq!(reply.json["stdout"], "now\n", "{}", reply.text);
    }
    assert_eq!(server.agents().await, 1, "its line held all the while");
    // Written by the clock as it was, had it been so for longer.
    let ahead = "update schedules set next_run_at = next_run_at + 3600000000";
    database::execute(&mut db, ahead).await;
    until("nothing waits for an hour that is over", async || {
        (database::number(&mut db, TOO_FAR).await == 0).then_some(())
    })
    .await;
    assert_eq!(held.lines().len(), 6, "each ran once: {:?}", held.lines());
    assert_eq!(std::fs::read_to_string(lines).unwrap(), "ran\n");
    let audit = server.muster(&["audit", "verify"]).await;
    assert_eq!(audit.code, Some(0), "{}", audit.stdout);
}

/// Creates a task that is due in a moment, and then once a day.
async fn give_task(server: &Server, agent: &Agent, command: &str) {
    let due = now() + AHEAD;
    let body = json!({
        "name": "leave a line", "task_type": "daily", "daily_interval": 1,
        "run_time_date": due.to_rfc3339_opts(SecondsFormat::Millis, true),
        "actions": [{ "name": "line", "type": "cmd", "shell": "shell", "command": command,
                      "timeout": 30 }],
    });
    let path = format!("/agents/{}/tasks/", agent.id);
    let created = server.api.post(&path, body).await;
    assert_eq!(created.status, 200, "{}", created.text);
    until("the agent has the task", async || {
        let tasks = server.api.get(&path).await.json;
        (tasks[0]["task_result"]["sync_status"] == "synced").then_some(())
    })
    .await;
}
