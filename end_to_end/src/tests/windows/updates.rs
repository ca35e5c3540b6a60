//! A Windows agent becomes another release, or stays what it is and says why.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::super::updates::{NEWER, ended_within, muster_sign, newer_than, put, version};
use crate::server::{Server, last_line};
use crate::turn;
use crate::waiting::until_true;
use crate::windows::{Impostor, WindowsAgent, Wine, agent_program, build_impostor};

/// Where the package installs the program.
const PROGRAM: &str = "Program Files/Muster/muster-agent.exe";

/// A new program is tried, put in place and started; the old one after that, if need be.
const UPDATE_LIMIT: Duration = Duration::from_secs(240);

/// A server, and an agent that takes only programs of a publisher.
struct Scene {
    server: Server,
    agent: WindowsAgent,
    folder: TempDir,
    before: Value,
}

impl Scene {
    async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let key = folder.path().join("publisher.key").display().to_string();
        let publisher = last_line(&muster_sign(&["keygen", &key]).await).to_owned();
        let server = Server::start().await;
        let property = format!("PUBLISHERKEY={publisher}");
        let agent = WindowsAgent::join_with(&server, Wine::new().await, &[&property]).await;
        let before = version(&server).await;
        Self { server, agent, folder, before }
    }

    /// Puts a program where the server hands it out from, signed by the publisher.
    async fn hand_out(&self, program: &[u8]) {
        put(&self.server.handed_out_for_windows(), program);
        let key = self.folder.path().join("publisher.key").display().to_string();
        let program = self.server.handed_out_for_windows().display().to_string();
        let sign = ["sign", "--key", &key, "--plat", "windows", "--arch", "amd64", &program];
        let signed = muster_sign(&sign).await;
        assert_eq!(signed.code, Some(0), "{}", signed.stderr);
    }

    async fn hand_out_impostor(&self, kind: Impostor) {
        let program = self.folder.path().join("impostor.exe");
        build_impostor(NEWER, kind, &program).await;
        self.hand_out(&std::fs::read(program).unwrap()).await;
    }

    /// Orders the update and returns the run when it has ended.
    async fn update(&self) -> Value {
        let ids = json!({ "agent_ids": [self.agent.id] });
        let update = self.server.api.post("/agents/update/", ids).await;
        assert_eq!(update.json, "update was started on 1 agents");
        ended_within(UPDATE_LIMIT, &self.server, "agent_update").await
    }

    /// The agent is what it was: the same program, which works.
    async fn still_works_as_before(&self) {
        self.server.has_agents(1).await;
        assert_eq!(version(&self.server).await, self.before);
        let own = std::fs::read(self.agent.wine.path(PROGRAM)).unwrap();
        assert!(own == std::fs::read(agent_program()).unwrap(), "it is another program");
        self.works().await;
    }

    async fn works(&self) {
        let ran = self.server.api.run(&self.agent.id, "cmd", "echo here", 60).await;
        assert_eq!(ran.json["stdout"], "here\r\n", "{}", ran.text);
    }

    fn files(&self) -> Vec<String> {
        let folder = self.agent.wine.path(PROGRAM);
        let folder = std::fs::read_dir(folder.parent().unwrap()).unwrap();
        let name = |entry: std::fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        let mut names: Vec<String> = folder.flatten().map(name).collect();
        names.sort();
        names
    }
}

#[tokio::test]
async fn an_agent_becomes_the_release_that_its_publisher_signed_and_no_other() {
    let _turn = turn::shared().await;
    let scene = Scene::start().await;
    let (program, pid) = (newer_than(&agent_program()), scene.agent.pid());
    put(&scene.server.handed_out_for_windows(), &program);
    let refused = scene.update().await;
    let text = refused.to_string();
    assert_eq!(refused["status"], "failed", "{text}");
    assert!(text.contains("the program is not signed by this agent's publisher"), "{text}");
    scene.still_works_as_before().await;

    scene.hand_out(&program).await;
    let update = scene.update().await;
    assert_eq!(update["status"], "passed", "{update}");
    scene.server.has_agents(1).await;
    assert_eq!(version(&scene.server).await, NEWER);
    assert_ne!(scene.agent.pid(), pid);
    assert!(std::fs::read(scene.agent.wine.path(PROGRAM)).unwrap() == program);
    until_true("nothing but the old program is kept", || {
        scene.files() == ["muster-agent.exe", "muster-agent.exe.old"]
    })
    .await;
    scene.works().await;
    assert_says(&scene, "muster-agent 9.9.9\n").await;

    // What came by an update is removed with the package as well.
    scene.agent.uninstall().await;
    assert!(!scene.agent.wine.path("Program Files/Muster").exists(), "{:?}", scene.files());
}

#[tokio::test]
async fn an_agent_whose_new_program_does_not_connect_stays_as_it_was_and_says_why() {
    let _turn = turn::shared().await;
    let scene = Scene::start().await;
    scene.hand_out_impostor(Impostor::Fails).await;

    let update = scene.update().await;

    assert_eq!(update["status"], "failed", "{update}");
    let text = update.to_string();
    assert!(text.contains("the new program did not reach the server: it hurts"), "{text}");
    scene.still_works_as_before().await;
}

#[tokio::test]
async fn an_agent_whose_new_program_does_not_start_as_a_service_comes_back_as_it_was() {
    let _turn = turn::shared().await;
    let scene = Scene::start().await;
    scene.hand_out_impostor(Impostor::Lies).await;

    let update = scene.update().await;

    assert_eq!(update["status"], "failed", "{update}");
    let text = update.to_string();
    assert!(text.contains("the new program was put in place, but did not start"), "{text}");
    scene.still_works_as_before().await;
}

/// The program that is installed now says which release it is.
async fn assert_says(scene: &Scene, expected: &str) {
    let program = Path::new("C:\\").join(PROGRAM).display().to_string().replace('/', "\\");
    let said = scene.agent.wine.output_of(&[&program, "--version"]).await;
    assert_eq!(said, expected);
}
