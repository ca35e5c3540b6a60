//! Two servers, one PostgreSQL, one NATS. Skipped without these.

use std::time::Duration;

use tokio::time::timeout;

use crate::agent::Agent;
use crate::database::{Engines, engines};
use crate::server::{Server, refused_start};
use crate::turn;
use crate::waiting::{PATIENCE, until, until_true};

/// Longer than any answer that does not wait for the agent.
const ON_ITS_WAY: Duration = Duration::from_secs(30);

fn settings<'a>(engines: &'a Engines, key_file: &'a str) -> [(&'a str, &'a str); 3] {
    [
        ("MUSTER_DATABASE_URL", &engines.database_url),
        ("MUSTER_BUS_URL", &engines.bus_url),
        ("MUSTER_KEY_FILE", key_file),
    ]
}

#[tokio::test]
async fn a_command_to_one_server_reaches_an_agent_of_the_other() {
    let _turn = turn::shared().await;
    let Some(engines) = engines().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let key_file = folder.path().join("secret.key").display().to_string();
    let first = Server::start_with(&settings(&engines, &key_file)).await;
    let mut second = Server::start_bare(&settings(&engines, &key_file), None).await;
    second.api = first.api.at(&second.url);
    let agent = Agent::join(&second, "pc-1").await;

    let reply = first.api.run(&agent.id, "sh", "echo over the bus", 10).await;
    assert_eq!(reply.json["stdout"], "over the bus\n", "{}", reply.text);
    println!("a command over the other server: p50 {:?}", median(&first, &agent.id).await);
    println!("a command over the agent's own server: p50 {:?}", median(&second, &agent.id).await);

    second.kill9().await;
    let offline = until("the agent of the dead server is offline", async || {
        // Nobody knows whether an order arrived that the dying server was handed: its
        // caller goes on waiting, and this test does not.
        let asked = timeout(ON_ITS_WAY, first.api.run(&agent.id, "sh", "echo", 600)).await;
        asked.ok().filter(|reply| reply.code() == "agent_offline")
    })
    .await;
    println!("an agent of a dead server: {} after {:?}", offline.status, offline.took);
    assert_eq!(offline.status, 409);
    assert!(offline.took < PATIENCE, "{:?}", offline.took);

    second.restart().await;
    second.has_agents(1).await;
    let reply = first.api.run(&agent.id, "sh", "echo again", 10).await;
    assert_eq!(reply.json["stdout"], "again\n", "{}", reply.text);
    let reply = second.api.run(&agent.id, "sh", "echo here", 10).await;
    assert_eq!(reply.json["stdout"], "here\n", "{}", reply.text);
}

/// What a command that does nothing takes, in the middle of many.
async fn median(server: &Server, agent_id: &str) -> Duration {
    let mut times = Vec::new();
    for _ in 0..21 {
        times.push(server.api.run(agent_id, "sh", "true", 10).await.took);
    }
    times.sort();
    times[10]
}

#[tokio::test]
async fn a_run_outlives_the_server_that_was_asked_for_it() {
    let _turn = turn::shared().await;
    let Some(engines) = engines().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let key_file = folder.path().join("secret.key").display().to_string();
    let mut first = Server::start_with(&settings(&engines, &key_file)).await;
    let mut second = Server::start_bare(&settings(&engines, &key_file), None).await;
    second.api = first.api.at(&second.url);
    let agent = Agent::join(&second, "pc-1").await;

    let path = folder.path().display();
    let command = format!(
        "echo begun >> {path}/lines; until [ -e {path}/go ]; do sleep 0.1; done; echo the result"
    );
    let waiting = {
        let (api, id, command) = (first.api.clone(), agent.id.clone(), command.clone());
        tokio::spawn(async move { api.run_once("once", &id, &command, 60).await })
    };
    let lines = folder.path().join("lines");
    until_true("the command began", || lines.exists()).await;
    first.kill9().await;
    assert!(waiting.await.unwrap().is_err(), "the first caller lost its server");
    std::fs::write(folder.path().join("go"), "").unwrap();

    let reply = second.api.run_once("once", &agent.id, &command, 60).await.unwrap();
    assert_eq!((reply.status, reply.json["stdout"].as_str()), (200, Some("the result\n")));
    assert_eq!(std::fs::read_to_string(lines).unwrap(), "begun\n");
}

#[tokio::test]
async fn a_bus_without_login_is_warned_about_at_the_start_and_by_the_doctor() {
    let _turn = turn::shared().await;
    let Some(engines) = engines().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let key_file = folder.path().join("secret.key").display().to_string();
    let server = Server::start_bare(&settings(&engines, &key_file), None).await;
    let warning = "MUSTER_BUS_URL: NATS asks for no login";
    assert!(server.log().contains(warning), "{}", server.log());

    let report = server.muster(&["doctor"]).await;
    assert_eq!(report.code, Some(0), "it is no failure: {}", report.stdout);
    assert!(report.stdout.contains(&format!("WARNING {warning}")), "{}", report.stdout);
}

#[tokio::test]
async fn a_server_with_another_key_is_refused() {
    let _turn = turn::shared().await;
    let Some(engines) = engines().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (right, wrong) = (path("secret.key"), path("other.key"));
    let _first = Server::start_with(&settings(&engines, &right)).await;

    for problem in ["is missing", "does not belong to this database"] {
        let refused = refused_start(&settings(&engines, &wrong), &[]).await;
        let said = refused.refusal();
        assert!(said.contains("MUSTER_KEY_FILE"), "{said}");
        assert!(said.contains(problem), "{said}");
        // None at first: nothing is made in its place. Then another one.
        std::fs::write(&wrong, "ab".repeat(32)).unwrap();
    }
}
