//! A `muster serve` of a test's own, with a user, a key and a site.

use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use serde_json::json;
use tempfile::TempDir;
use tokio::io::AsyncWriteExt;
use tokio::process::Command;

use crate::api::Api;
use crate::process::{Ended, Process, finish, finish_within, owned, program};
use crate::waiting::{PATIENCE, until};

const PASSWORD: &str = "Correct-horse-9-battery\n";

/// A running server and everything it keeps.
pub struct Server {
    /// A caller with the administrator's key.
    pub api: Api,
    /// Where it listens.
    pub url: String,
    settings: Vec<(String, String)>,
    // Before the folder: its log is shown when it is dropped.
    process: Process,
    folder: TempDir,
}

impl Server {
    /// Starts a server on an empty folder, and makes an administrator with a
    /// key and a client with a site.
    pub async fn start() -> Self {
        Self::start_with(&[]).await
    }

    /// The same, with settings.
    pub async fn start_with(settings: &[(&str, &str)]) -> Self {
        let mut server = Self::start_bare(settings, None).await;
        server.set_up().await;
        server
    }

    /// Starts a server on an empty folder and leaves it as it is.
    pub async fn start_bare(settings: &[(&str, &str)], authority: Option<&str>) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        Self::start_in(folder, settings, authority).await
    }

    /// The same in a folder of the test's choice.
    pub async fn start_in(
        folder: TempDir,
        settings: &[(&str, &str)],
        authority: Option<&str>,
    ) -> Self {
        let mut settings = owned(settings);
        for _ in 0..5 {
            let listen = ("MUSTER_LISTEN".to_owned(), format!("127.0.0.1:{}", free_port()));
            settings.retain(|(name, _)| name != "MUSTER_LISTEN");
            settings.push(listen);
            let mut process = serve(folder.path(), &settings);
            if let Some(url) = listening(&mut process).await {
                let api = Api::new(&url, authority);
                return Self { api, url, folder, settings, process };
            }
            // The port may be lost to another process between looking and binding.
            assert!(process.log().contains("cannot listen"), "the server does not start");
        }
        panic!("no free port was found");
    }

    /// Makes an administrator with a key, and a client with a site.
    pub async fn set_up(&mut self) {
        let mut create =
            self.command(&["user", "create", "admin", "--superuser", "--password-stdin"]);
        create.stdin(Stdio::piped()).stdout(Stdio::null());
        let mut child = create.spawn().expect("it starts");
        let mut stdin = child.stdin.take().expect("it is piped");
        stdin.write_all(PASSWORD.as_bytes()).await.expect("it reads");
        drop(stdin);
        let ended = tokio::time::timeout(PATIENCE, child.wait()).await.expect("it ends in time");
        assert!(ended.expect("its end can be read").success());

        let key = self.muster(&["apikey", "create", "test", "--user", "admin"]).await;
        self.api = self.api.with_key(last_line(&key));
        let client = json!({ "client": { "name": "Acme" }, "site": { "name": "Main" } });
        assert_eq!(self.api.post("/clients/", client).await.status, 200);
    }

    /// A token that lets agents into the first site.
    pub async fn enrolment_token(&self) -> String {
        let site = self.first_site().await;
        let token = self.muster(&["enroll-token", "create", "--site", &site]).await;
        last_line(&token).to_owned()
    }

    /// Runs `muster` with this server's settings.
    pub async fn muster(&self, arguments: &[&str]) -> Ended {
        finish(self.command(arguments)).await
    }

    /// The same for what takes long.
    pub async fn muster_within(&self, limit: Duration, arguments: &[&str]) -> Ended {
        finish_within(limit, self.command(arguments)).await
    }

    /// Starts `muster` with this server's settings, and does not wait for it.
    pub fn start_muster(&self, arguments: &[&str], log: &Path) -> Process {
        Process::start(self.command(arguments), log)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        muster(self.folder.path(), &self.settings, arguments)
    }

    /// An empty folder with a copy of its key, for a server to be restored in.
    pub fn new_home(&self) -> TempDir {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let key = "secret.key";
        std::fs::copy(self.folder.path().join(key), folder.path().join(key)).expect("a key file");
        folder
    }

    /// Runs `muster` with this server's settings, but in another folder.
    pub async fn muster_in(&self, folder: &TempDir, arguments: &[&str]) -> Ended {
        finish(muster(folder.path(), &self.settings, arguments)).await
    }

    /// Changes a setting, for the next start.
    pub fn set(&mut self, name: &str, value: &str) {
        self.settings.retain(|(known, _)| known != name);
        self.settings.push((name.to_owned(), value.to_owned()));
    }

    /// Goes on in another folder, at the same address. It does not run.
    pub async fn move_to(&mut self, folder: TempDir) {
        self.folder = folder;
        self.restart().await;
    }

    /// The id of its first site.
    pub async fn first_site(&self) -> String {
        self.api.get("/clients/").await.json[0]["sites"][0]["id"].to_string()
    }

    /// The number of its process.
    pub fn pid(&self) -> u32 {
        self.process.pid()
    }

    /// Everything it has logged.
    pub fn log(&self) -> String {
        self.process.log()
    }

    /// Where it looks for the agent program it hands out to this kind of
    /// computer.
    pub fn handed_out(&self) -> PathBuf {
        let goarch = if cfg!(target_arch = "aarch64") { "arm64" } else { "amd64" };
        self.folder.path().join(format!("agents/linux-{goarch}/muster-agent"))
    }

    /// The same for computers with Windows.
    pub fn handed_out_for_windows(&self) -> PathBuf {
        self.folder.path().join("agents/windows-amd64/muster-agent.exe")
    }

    /// Its SQLite file.
    pub fn database_file(&self) -> PathBuf {
        self.folder.path().join("muster.db")
    }

    /// Kills it without warning.
    pub async fn kill9(&mut self) {
        self.process.kill9().await;
    }

    /// Asks it to stop, and returns how it did and how long that took.
    pub async fn terminate(&mut self) -> (ExitStatus, Duration) {
        self.process.terminate().await
    }

    /// How many agents are connected to it.
    pub async fn agents(&self) -> usize {
        let metrics = self.api.get("/metrics").await.text;
        let mut counts = metrics
            .lines()
            .filter_map(|line| line.strip_prefix("muster_agents_connected ")?.parse().ok());
        counts.next().unwrap_or(0)
    }

    /// Waits until this many agents are connected to it.
    pub async fn has_agents(&self, count: usize) {
        until(&format!("{count} agents are connected"), async || {
            (self.agents().await == count).then_some(())
        })
        .await;
    }

    /// Starts it again, on the same folder and port.
    pub async fn restart(&mut self) {
        self.process = serve(self.folder.path(), &self.settings);
        let url = listening(&mut self.process).await;
        assert_eq!(url.as_ref(), Some(&self.url), "it listens again: {}", self.log());
    }
}

/// Tries to start a server that is expected to refuse, and returns its message.
pub async fn refused_start(settings: &[(&str, &str)], arguments: &[&str]) -> Ended {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut all = vec![("MUSTER_LISTEN".to_owned(), "127.0.0.1:0".to_owned())];
    all.extend(owned(settings));
    let arguments: Vec<&str> = ["serve"].iter().chain(arguments).copied().collect();
    finish(muster(folder.path(), &all, &arguments)).await
}

/// What a command printed last, where it puts keys and tokens.
pub fn last_line(ended: &Ended) -> &str {
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    ended.stdout.lines().last().expect("it printed something")
}

fn serve(folder: &Path, settings: &[(String, String)]) -> Process {
    Process::start(muster(folder, settings, &["serve"]), &folder.join("server.log"))
}

fn muster(folder: &Path, settings: &[(String, String)], arguments: &[&str]) -> Command {
    let mut command = program("muster");
    command.args(arguments).env("MUSTER_DATA", folder).current_dir(folder);
    // Most tests count what they began; who wants more says so.
    command.env("COLLECTION_DISABLED", "true");
    command.envs(settings.iter().map(|(name, value)| (name, value)));
    command
}

/// The address in the line a server prints when it is ready.
async fn listening(process: &mut Process) -> Option<String> {
    let line = process.line_with("listens on ").await?;
    line.split_once("listens on ").map(|(_, url)| url.trim().to_owned())
}

/// A port below the range that the system hands out by itself: while a server
/// is down for a restart, no connection may be given its port.
pub fn free_port() -> u16 {
    loop {
        let port = rand::random_range(12_000..32_000);
        if std::net::TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}
