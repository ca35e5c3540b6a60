//! Death at any moment: whatever was under way on Windows, each command runs once.

use std::path::Path;
use std::time::Duration;

use crate::dice::Dice;
use crate::server::Server;
use crate::turn;
use crate::waiting::until_within;
use crate::windows::WindowsAgent;

/// How many rounds there are, when nothing else is said.
const ROUNDS: u64 = 30;
const ROUNDS_VARIABLE: &str = "MUSTER_TEST_WINDOWS_ROUNDS";

/// The limit of the command in seconds: a busy machine may take its time to come back.
const PATIENT: u32 = 60;

/// A command takes less than this from the request to its end.
const LONGEST_MOMENT: u64 = 600;

/// A run that nobody waits for is settled by then.
const SETTLED: Duration = Duration::from_secs(240);

#[tokio::test]
async fn agent_and_server_killed_at_any_moment_lose_no_command_and_repeat_none() {
    let _turn = turn::alone().await;
    let rounds = std::env::var(ROUNDS_VARIABLE).ok().and_then(|text| text.parse().ok());
    let rounds = rounds.unwrap_or(ROUNDS);
    let mut server = Server::start().await;
    let agent = WindowsAgent::join(&server).await;
    let (file, mut dice) = (agent.wine.path("lines.txt"), Dice::new(1));
    let (mut passed, mut interrupted, mut never) = (0, 0, 0);

    for round in 0..rounds {
        let command = format!(r"echo {round}.>>C:\lines.txt& echo result {round}");
        let ask = || {
            let (api, id) = (server.api.clone(), agent.id.clone());
            let (key, command) = (round.to_string(), command.clone());
            tokio::spawn(async move { api.run_once_in("cmd", &key, &id, &command, PATIENT).await })
        };
        let asking = ask();
        tokio::time::sleep(Duration::from_millis(dice.roll(LONGEST_MOMENT))).await;
        let victim = ["agent", "server", "both"][dice.roll(3) as usize];
        die_and_return(&mut server, &agent, victim).await;

        let first = asking.await.unwrap();
        let (api, id) = (&server.api, &agent.id);
        let reply = api.run_once_in("cmd", &round.to_string(), id, &command, PATIENT).await;
        let reply = reply.expect("the server answers");
        let ran = written(&file).contains(&round);
        let shown = format!("round {round}, {victim}: {first:?}, then {}", reply.text);
        match (reply.status, reply.code()) {
            (200, _) => {
                assert_eq!(reply.json["stdout"], format!("result {round}\r\n"), "{shown}");
                assert!(ran, "{shown}");
                passed += 1;
            }
            (400, "agent_error") => {
                let reason = "the agent or its machine died during the run";
                assert!(victim != "server" && reply.detail() == reason, "{shown}");
                interrupted += 1;
            }
            (409, "agent_offline") => {
                assert!(victim != "server" && !ran, "{shown}");
                never += 1;
            }
            _ => panic!("{shown}"),
        }
    }
    assert!(passed > 0, "no command came to its end");
    let lines = written(&file);
    assert!(lines.is_sorted_by(|a, b| a < b), "something ran twice: {lines:?}");
    every_run_ends(&server, rounds - never).await;
    println!(
        "{rounds} sudden deaths: {passed} passed, {interrupted} interrupted, {never} refused as \
         offline, {} lines, 0 lost, 0 doubled",
        lines.len()
    );
}

async fn die_and_return(server: &mut Server, agent: &WindowsAgent, victim: &str) {
    if victim != "server" {
        agent.kill9().await;
    }
    if victim != "agent" {
        server.kill9().await;
        server.restart().await;
    }
    if victim != "server" {
        server.has_agents(0).await;
        agent.start().await;
    }
    server.has_agents(1).await;
}

fn written(file: &Path) -> Vec<u64> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.lines().map(|line| line.trim_end_matches('.').parse().expect("a number")).collect()
}

/// Waits until no run is open, and looks whether there are as many as were accepted.
async fn every_run_ends(server: &Server, accepted: u64) {
    let runs = until_within(SETTLED, "every run has an end", async || {
        let runs = server.api.get("/runs/?limit=1000").await.json;
        let is_open = |status: &str| status == "queued" || status == "running";
        let runs: Vec<String> =
            runs.as_array()?.iter().map(|run| run["status"].to_string()).collect();
        let statuses = runs.iter().map(|status| status.trim_matches('"'));
        (!statuses.clone().any(is_open)).then(|| runs.clone())
    })
    .await;
    assert!(runs.len() as u64 >= accepted, "{accepted} were accepted: {runs:?}");
}
