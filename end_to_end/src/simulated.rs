//! A fleet of `muster sim` beside a test.

use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use crate::process::{Ended, Process};
use crate::server::Server;

/// Longer than any test; each ends its fleet by itself.
const SECONDS: &str = "3600";
/// Longer than a simulation that ends by itself.
pub const LIMIT: Duration = Duration::from_secs(180);

/// Runs a simulation to its end and returns its report.
pub async fn simulate(server: &Server, arguments: &[&str]) -> (Ended, Value) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = report(&folder);
    let all = [&["sim"][..], arguments, &["--json", &file]].concat();
    let ended = server.muster_within(LIMIT, &all).await;
    let text = std::fs::read_to_string(&file).unwrap_or_default();
    (ended, serde_json::from_str(&text).unwrap_or_default())
}

/// Simulated agents that are connected.
pub struct Simulated {
    process: Process,
    folder: TempDir,
}

impl Simulated {
    /// Lets agents connect to the server at this address. Arguments may say
    /// more.
    pub fn start(server: &Server, url: &str, token: &str, agents: usize, more: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (report, agents) = (report(&folder), agents.to_string());
        let mut arguments = vec!["sim", "--server", url, "--token", token, "--agents", &agents];
        arguments.extend(["--seconds", SECONDS, "--json", &report]);
        arguments.extend(more);
        let process = server.start_muster(&arguments, &folder.path().join("sim.log"));
        Self { process, folder }
    }

    /// Ends the load, and returns the report.
    pub async fn end(mut self) -> Value {
        self.process.interrupt();
        let ended = self.process.wait().await;
        assert!(ended.success(), "{ended:?}");
        let text = std::fs::read_to_string(report(&self.folder)).expect("a report");
        serde_json::from_str(&text).expect("it is JSON")
    }
}

fn report(folder: &TempDir) -> String {
    folder.path().join("report.json").display().to_string()
}
