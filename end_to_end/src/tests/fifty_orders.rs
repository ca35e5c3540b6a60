//! Fifty orders for an agent that is away, handed over among sudden deaths.

use std::time::Duration;

use serde_json::{Value, json};

use crate::agent::Agent;
use crate::dice::Dice;
use crate::server::Server;
use crate::turn;
use crate::waiting::until;

const WAVES: u64 = 5;
const ORDERS_OF_A_WAVE: u64 = 10;

/// The same moments each time.
const SEED: u64 = 20_261_115;

#[tokio::test]
async fn orders_for_an_absent_agent_run_once_whatever_dies_while_they_are_delivered() {
    let _turn = turn::shared().await;
    let mut server = Server::start().await;
    let mut agent = Agent::join(&server, "pc-1").await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lines");
    let code =
        format!("#!/bin/sh\nsleep 0.1; echo \"$1\" >> {}; echo \"result $1\"\n", file.display());
    let body = json!({ "name": "leave a line", "shell": "shell", "script_body": code });
    let script = server.api.post("/scripts/", body).await.json["id"].clone();
    let (mut dice, mut passed) = (Dice::new(SEED), 0);
    for wave in 0..WAVES {
        agent.kill9().await;
        server.has_agents(0).await;
        let runs = queue(&server, &agent.id, &script, wave).await;
        agent.start_with(&[]);
        tokio::time::sleep(Duration::from_millis(dice.roll(600))).await;
        let dies = if wave % 2 == 0 { "server" } else { "agent" };
        if dies == "server" {
            server.kill9().await;
            server.restart().await;
        } else {
            agent.kill9().await;
            agent.start_with(&[]);
        }
        agent.connected().await;
        for (number, run) in runs {
            let run = wait_for_end(&server, run).await;
            match run["status"].as_str() {
                Some("passed") => {
                    let expected = format!("result {number}\n");
                    assert_eq!(run["script_results"]["stdout"], expected, "{run}");
                    passed += 1;
                }
                // Only the death of its agent cuts a run short.
                status => assert_eq!((status, dies), (Some("interrupted"), "agent"), "{run}"),
            }
        }
    }
    let text = std::fs::read_to_string(&file).unwrap();
    let mut lines: Vec<u64> = text.lines().map(|line| line.parse().expect("a number")).collect();
    lines.sort_unstable();
    assert!(lines.is_sorted_by(|a, b| a < b), "something ran twice: {lines:?}");
    assert!(lines.len() >= passed && passed >= 30, "{passed} passed, {} ran", lines.len());
}

/// Orders for an agent that is away: their numbers, and the keys of their runs.
async fn queue(server: &Server, agent_id: &str, script: &Value, wave: u64) -> Vec<(u64, i64)> {
    let mut runs = Vec::new();
    for number in wave * ORDERS_OF_A_WAVE..(wave + 1) * ORDERS_OF_A_WAVE {
        let body = json!({
            "script": script, "output": "forget", "args": [number.to_string()], "timeout": 30,
        });
        let path = format!("/agents/{agent_id}/runscript/?detail=true");
        let reply = server.api.post(&path, body).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        runs.push((number, reply.json["id"].as_i64().expect("a run")));
    }
    runs
}

async fn wait_for_end(server: &Server, run: i64) -> Value {
    until("a run is over", async || {
        let run = server.api.get(&format!("/runs/{run}/")).await.json;
        let status = run["status"].as_str().unwrap_or_default();
        (!matches!(status, "queued" | "running")).then_some(run)
    })
    .await
}
