//! A server that dies under a run: one run, one result, whatever happens.

use tempfile::TempDir;
use tokio::task::JoinHandle;

use crate::agent::Agent;
use crate::api::Reply;
use crate::server::Server;
use crate::waiting::until_true;
use crate::{database, turn};

/// An agent in the middle of a command, whose caller waits.
struct Scene {
    server: Server,
    agent: Agent,
    folder: TempDir,
    command: String,
    waiting: JoinHandle<reqwest::Result<Reply>>,
}

/// Writes a line when it begins, waits for a file, writes a line and prints.
async fn in_the_middle_of_a_command() -> Scene {
    let server = Server::start().await;
    let agent = Agent::join(&server, "pc-1").await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display();
    let command = format!(
        "echo begun >> {path}/lines; until [ -e {path}/go ]; do sleep 0.1; done; \
         echo ended >> {path}/lines; echo the result"
    );
    let (api, id, text) = (server.api.clone(), agent.id.clone(), command.clone());
    let waiting = tokio::spawn(async move { api.run_once("once", &id, &text, 60).await });
    let scene = Scene { server, agent, folder, command, waiting };
    until_true("the command began", || scene.lines() == ["begun"]).await;
    scene
}

impl Scene {
    fn lines(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.folder.path().join("lines"));
        text.unwrap_or_default().lines().map(str::to_owned).collect()
    }

    fn let_it_end(&self) {
        std::fs::write(self.folder.path().join("go"), "").unwrap();
    }

    /// The same request again returns the first run's result, and nothing ran
    /// twice.
    async fn assert_one_run_with_its_result(self) {
        assert!(self.waiting.await.unwrap().is_err(), "the first caller lost its server");
        let (api, id) = (&self.server.api, &self.agent.id);
        let reply = api.run_once("once", id, &self.command, 60).await.unwrap();
        assert_eq!((reply.status, reply.json["stdout"].as_str()), (200, Some("the result\n")));

        let mut db = database::open(&self.server.database_file()).await;
        assert_eq!(database::texts(&mut db, "select status from runs").await, ["passed"]);
        let audited = "select count(*) from audit_log where action = 'execute_command'";
        assert_eq!(database::number(&mut db, audited).await, 1);
        let text = std::fs::read_to_string(self.folder.path().join("lines")).unwrap();
        assert_eq!(text, "begun\nended\n");
    }
}

#[tokio::test]
async fn a_run_outlives_the_server_and_its_result_arrives_once() {
    let _turn = turn::shared().await;
    let mut scene = in_the_middle_of_a_command().await;
    scene.server.kill9().await;
    scene.server.restart().await;
    scene.let_it_end();
    scene.assert_one_run_with_its_result().await;
}

#[tokio::test]
async fn a_result_that_found_no_server_is_delivered_to_the_next() {
    let _turn = turn::shared().await;
    let mut scene = in_the_middle_of_a_command().await;
    scene.server.kill9().await;
    scene.let_it_end();
    until_true("the command ended", || scene.lines() == ["begun", "ended"]).await;
    scene.server.restart().await;
    scene.assert_one_run_with_its_result().await;
}

#[tokio::test]
async fn a_result_survives_the_death_of_both_sides() {
    let _turn = turn::shared().await;
    let mut scene = in_the_middle_of_a_command().await;
    scene.server.kill9().await;
    scene.let_it_end();
    until_true("the command ended", || scene.lines() == ["begun", "ended"]).await;
    scene.agent.logged("run ended").await;
    // An agent that stops by itself has written the end down; the next one is
    // killed while it has nobody to tell.
    scene.agent.terminate().await;
    scene.agent.start_with(&[]);
    scene.agent.logged_twice("agent started").await;
    scene.agent.kill9().await;
    scene.server.restart().await;
    scene.agent.restart().await;
    scene.assert_one_run_with_its_result().await;
}
