//! A `muster-agent` of a test's own.

use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::Duration;

use tempfile::TempDir;
use tokio::process::Command;

use crate::process::{
    Ended, Process, copy_program, finish, owned, program, program_at, program_path,
};
use crate::server::Server;
use crate::waiting::{until, until_true};

/// An enrolled, running agent and everything it keeps.
pub struct Agent {
    /// The identifier the server gave it.
    pub id: String,
    environment: Vec<(String, String)>,
    // Before the folder: its log is shown when it is dropped.
    process: Process,
    folder: TempDir,
}

impl Agent {
    /// Enrols an agent with a server and waits until it is connected.
    pub async fn join(server: &Server, hostname: &str) -> Self {
        let token = server.enrolment_token().await;
        Self::join_with(server, &token, hostname, &[]).await
    }

    /// The same for one that runs from a program of its own, which it may
    /// replace.
    pub async fn join_with_own_program(server: &Server, hostname: &str) -> Self {
        let token = server.enrolment_token().await;
        let folder = tempfile::tempdir().expect("a temporary folder");
        copy_program(&program_path("muster-agent"), &own_program(folder.path())).await;
        let enrolled = enrol(folder.path(), &server.url, &token, hostname, &[]).await;
        assert_eq!(enrolled.code, Some(0), "{}", enrolled.stderr);
        Self::run_in(folder, &[]).await
    }

    /// The program it runs from, if that is its own.
    pub fn own_program(&self) -> PathBuf {
        own_program(self.folder.path())
    }

    /// The same, with a token at hand and variables in its environment.
    pub async fn join_with(
        server: &Server,
        token: &str,
        hostname: &str,
        environment: &[(&str, &str)],
    ) -> Self {
        Self::join_at(&server.url, token, hostname, environment).await
    }

    /// The same over an address that is not the server's own.
    pub async fn join_over(url: &str, token: &str, hostname: &str) -> Self {
        Self::join_at(url, token, hostname, &[]).await
    }

    async fn join_at(url: &str, token: &str, hostname: &str, environment: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let enrolled = enrol(folder.path(), url, token, hostname, environment).await;
        assert_eq!(enrolled.code, Some(0), "{}", enrolled.stderr);
        Self::run_in(folder, environment).await
    }

    /// Runs a copy of this agent's folder, as a cloned disk would. It is not
    /// expected to get in.
    pub fn run_clone(&self) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::copy(self.identity_file(), folder.path().join("identity.json")).expect("a copy");
        let process = run(folder.path(), &self.environment);
        Self { id: self.id.clone(), folder, environment: self.environment.clone(), process }
    }

    async fn run_in(folder: TempDir, environment: &[(&str, &str)]) -> Self {
        let environment = owned(environment);
        let identity = std::fs::read(folder.path().join("identity.json")).expect("it enrolled");
        let identity: serde_json::Value = serde_json::from_slice(&identity).expect("it is JSON");
        let id = identity["agent_id"].as_str().expect("it has an id").to_owned();
        let process = run(folder.path(), &environment);
        let mut agent = Self { id, folder, environment, process };
        agent.connected().await;
        agent
    }

    /// Waits until it says that it is connected.
    pub async fn connected(&mut self) {
        until("the agent is connected", async || {
            assert!(self.process.is_running(), "the agent ended");
            self.is_connected().await.then_some(())
        })
        .await;
    }

    /// Whether it says that it is connected.
    pub async fn is_connected(&self) -> bool {
        self.status().await.code == Some(0)
    }

    /// What it says of itself.
    pub async fn status(&self) -> Ended {
        finish(self.command(&["status"])).await
    }

    /// Waits until its process has ended by itself.
    pub async fn ended(&mut self) {
        until("the agent ends", async || (!self.process.is_running()).then_some(())).await;
    }

    /// Waits until it logged a text.
    pub async fn logged(&self, text: &str) {
        until_true(&format!("the agent logs {text:?}"), || self.process.log().contains(text)).await;
    }

    /// Waits until it logged a text a second time, after a restart.
    pub async fn logged_twice(&self, text: &str) {
        let count = || self.process.log().matches(text).count();
        until_true(&format!("the agent logs {text:?} again"), || count() >= 2).await;
    }

    /// Who it is and how it proves it.
    pub fn identity_file(&self) -> PathBuf {
        self.folder.path().join("identity.json")
    }

    /// The number of its process.
    pub fn pid(&self) -> u32 {
        self.process.pid()
    }

    /// Kills it without warning.
    pub async fn kill9(&mut self) {
        self.process.kill9().await;
    }

    /// Asks it to stop, and returns how it did and how long that took.
    pub async fn terminate(&mut self) -> (ExitStatus, Duration) {
        self.process.terminate().await
    }

    /// Starts it again and waits until it is connected.
    pub async fn restart(&mut self) {
        self.process = run(self.folder.path(), &self.environment);
        self.connected().await;
    }

    /// Starts it again with other variables in its environment.
    pub fn start_with(&mut self, environment: &[(&str, &str)]) {
        self.environment = owned(environment);
        self.process = run(self.folder.path(), &self.environment);
    }

    /// Has it take programs of this publisher alone, as its installer does when
    /// it is run again.
    pub async fn take_programs_of(&self, server: &Server, publisher: &str) {
        let enroll = ["enroll", "--server", &server.url, "--token", "none", "--if-needed"];
        let arguments = [&enroll[..], &["--publisher-key", publisher]].concat();
        let ended = finish(self.command(&arguments)).await;
        assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    }

    fn command(&self, arguments: &[&str]) -> Command {
        muster_agent(self.folder.path(), &self.environment, arguments)
    }
}

/// Tries to make a folder that of an agent.
pub async fn enrol(
    folder: &Path,
    url: &str,
    token: &str,
    hostname: &str,
    environment: &[(&str, &str)],
) -> Ended {
    let environment = owned(environment);
    let arguments = ["enroll", "--server", url, "--token", token, "--hostname", hostname];
    finish(muster_agent(folder, &environment, &arguments)).await
}

fn run(folder: &Path, environment: &[(String, String)]) -> Process {
    Process::start(muster_agent(folder, environment, &["run"]), &folder.join("agent.log"))
}

fn own_program(folder: &Path) -> PathBuf {
    folder.join("program")
}

fn muster_agent(folder: &Path, environment: &[(String, String)], arguments: &[&str]) -> Command {
    let own = own_program(folder);
    let mut command = match own.exists() {
        true => program_at(&own),
        false => program("muster-agent"),
    };
    command.args(arguments).env("MUSTER_AGENT_DATA", folder);
    command.envs(environment.iter().map(|(name, value)| (name, value)));
    command
}
