//! A Windows agent that its package installed, as an administrator would install it.

use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;

use super::processes::command_line;
use super::{Wine, package};
use crate::process::Ended;
use crate::server::Server;
use crate::waiting::until_within;

/// How long an installation or a removal may take.
pub const PACKAGE_LIMIT: Duration = Duration::from_secs(240);

/// How long the service may take to start or to stop.
const SERVICE_LIMIT: Duration = Duration::from_secs(120);

/// The agent's folder, below drive C.
const DATA: &str = "ProgramData/Muster";

/// An installed agent, which runs as a service.
pub struct WindowsAgent {
    /// The identifier the server gave it.
    pub id: String,
    /// The computer it is on.
    pub wine: Wine,
}

impl WindowsAgent {
    /// Installs an agent in a new Windows and waits until it is connected.
    pub async fn join(server: &Server) -> Self {
        Self::join_with(server, Wine::new().await, &[]).await
    }

    /// The same in a Windows at hand, with more properties for the package.
    pub async fn join_with(server: &Server, wine: Wine, properties: &[&str]) -> Self {
        let place = format!("SERVER={}", server.url);
        let token = format!("TOKEN={}", server.enrolment_token().await);
        let all = [&[place.as_str(), &token][..], properties].concat();
        let installed = msiexec(&wine, "/i", &all).await;
        assert_eq!(installed.code, Some(0), "{}", install_log(&wine));
        let identity = std::fs::read(wine.path(DATA).join("identity.json")).expect("it enrolled");
        let identity: Value = serde_json::from_slice(&identity).expect("it is JSON");
        let id = identity["agent_id"].as_str().expect("it has an id").to_owned();
        let agent = Self { id, wine };
        server.has_agents(1).await;
        agent
    }

    /// Removes the package.
    pub async fn uninstall(&self) {
        let removed = msiexec(&self.wine, "/x", &[]).await;
        assert_eq!(removed.code, Some(0), "{}", install_log(&self.wine));
    }

    /// The number of the service's process; none when it does not run.
    pub fn find_pid(&self) -> Option<u32> {
        // A helper of the agent has the service's words in its command line, too.
        let is_service = |line: String| line.contains("run --service") && !line.contains("helper-");
        let found = self.wine.processes("muster-agent.exe");
        found.into_iter().find(|id| is_service(command_line(*id)))
    }

    /// The same for one that runs.
    pub fn pid(&self) -> u32 {
        self.find_pid().unwrap_or_else(|| panic!("the agent does not run: {}", self.log()))
    }

    /// Kills it without warning, and returns when it is gone.
    pub async fn kill9(&self) {
        let id = self.pid();
        kill(Pid::from_raw(id.cast_signed()), Signal::SIGKILL).expect("it lives");
        until_within(SERVICE_LIMIT, "the agent is gone", async || {
            (self.find_pid() != Some(id)).then_some(())
        })
        .await;
    }

    /// Starts the service again. Wine does not know what to do with one that failed.
    pub async fn start(&self) {
        until_within(SERVICE_LIMIT, "the service starts", async || {
            self.wine.run(&["sc", "start", "muster-agent"]).await;
            self.find_pid()
        })
        .await;
    }

    /// Everything it has logged.
    pub fn log(&self) -> String {
        let folder = std::fs::read_dir(self.wine.path(DATA).join("logs"));
        let files = folder.into_iter().flatten().flatten();
        files.filter_map(|file| std::fs::read_to_string(file.path()).ok()).collect()
    }
}

/// A log in the output of a failed test says what a panic cannot.
impl Drop for WindowsAgent {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("--- log of the Windows agent\n{}", self.log());
        }
    }
}

async fn msiexec(wine: &Wine, action: &str, properties: &[&str]) -> Ended {
    let package = format!("Z:{}", package().display()).replace('/', "\\");
    let words = ["msiexec", action, &package, "/qn", "/l*v", r"C:\install.log"];
    wine.run_within(PACKAGE_LIMIT, &[&words[..], properties].concat()).await
}

/// What the installer logged; it writes two bytes a letter.
fn install_log(wine: &Wine) -> String {
    let bytes = std::fs::read(wine.path("install.log")).unwrap_or_default();
    String::from_utf8_lossy(&bytes).replace(['\0', '\r'], "")
}
