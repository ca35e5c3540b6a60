//! Death at any moment: whatever was under way, each command runs once.

use std::path::PathBuf;
use std::time::Duration;

use tempfile::TempDir;

use crate::agent::Agent;
use crate::server::Server;
use crate::turn;

const ROUNDS: u64 = 8;
/// The limit of the command in seconds: a busy machine may take its time to come back.
const PATIENT: u32 = 30;

/// Steps through the time a command takes, and a little beyond.
fn moment(round: u64) -> Duration {
    Duration::from_millis(round * 60 / ROUNDS)
}

/// Commands that write a line each into one file.
struct Lines {
    folder: TempDir,
}

impl Lines {
    fn file(&self) -> PathBuf {
        self.folder.path().join("lines")
    }

    fn command(&self, round: u64) -> String {
        format!("echo {round} >> {}; echo result {round}", self.file().display())
    }

    fn written(&self) -> Vec<u64> {
        let text = std::fs::read_to_string(self.file()).unwrap_or_default();
        text.lines().map(|line| line.parse().expect("a number")).collect()
    }
}

#[tokio::test]
async fn a_server_killed_at_any_moment_loses_no_command_and_repeats_none() {
    let _turn = turn::shared().await;
    let mut server = Server::start().await;
    let agent = Agent::join(&server, "pc-1").await;
    let lines = Lines { folder: tempfile::tempdir().unwrap() };

    for round in 0..ROUNDS {
        let (key, command) = (round.to_string(), lines.command(round));
        let waiting = {
            let (api, id) = (server.api.clone(), agent.id.clone());
            let (key, command) = (key.clone(), command.clone());
            tokio::spawn(async move { api.run_once(&key, &id, &command, PATIENT).await })
        };
        tokio::time::sleep(moment(round)).await;
        server.kill9().await;
        let _ = waiting.await.unwrap();
        server.restart().await;
        server.has_agents(1).await;

        let reply = server.api.run_once(&key, &agent.id, &command, PATIENT).await.unwrap();
        let expected = format!("result {round}\n");
        let found = (reply.status, reply.json["stdout"].as_str());
        assert_eq!(found, (200, Some(&*expected)), "round {round}: {}", reply.text);
    }
    assert_eq!(lines.written(), (0..ROUNDS).collect::<Vec<_>>());
}

#[tokio::test]
async fn an_agent_killed_at_any_moment_repeats_no_command() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let mut agent = Agent::join(&server, "pc-1").await;
    let lines = Lines { folder: tempfile::tempdir().unwrap() };

    for round in 0..ROUNDS {
        let (key, command) = (round.to_string(), lines.command(round));
        let waiting = {
            let (api, id) = (server.api.clone(), agent.id.clone());
            let (key, command) = (key.clone(), command.clone());
            tokio::spawn(async move { api.run_once(&key, &id, &command, PATIENT).await })
        };
        tokio::time::sleep(moment(round)).await;
        agent.kill9().await;
        server.has_agents(0).await;
        agent.restart().await;

        let first = waiting.await.unwrap().unwrap();
        let again = server.api.run_once(&key, &agent.id, &command, PATIENT).await.unwrap();
        // A call that found no agent began nothing, and its key is free again.
        if first.code() != "agent_offline" {
            assert_eq!((first.status, first.code()), (again.status, again.code()), "round {round}");
        }
        match again.status {
            200 => assert_eq!(again.json["stdout"], format!("result {round}\n")),
            409 => assert!(!lines.written().contains(&round), "it ran, and nobody knows"),
            _ => assert_eq!(again.code(), "agent_error", "round {round}: {}", again.text),
        }
    }
    let written = lines.written();
    assert!(written.is_sorted_by(|a, b| a < b), "something ran twice: {written:?}");
}
