//! Commands that begin, leave a line, and go on when the test wants it.

use std::path::PathBuf;

use tempfile::TempDir;
use tokio::task::JoinHandle;

use crate::api::{Api, Reply};
use crate::waiting::until_true;

/// The limit of a command in seconds: its end is the test's to decide, however slow the
/// machine is. Callers wait a little longer.
const PATIENT: u32 = 100;

/// Where held commands leave their lines and wait.
pub struct Held {
    folder: TempDir,
}

impl Held {
    /// Nothing is held yet.
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    /// Runs a held command by this name on an agent and waits until it has
    /// begun. The task returns the answer, or an error if the server is lost.
    pub async fn begin(
        &self,
        api: &Api,
        agent_id: &str,
        name: &str,
    ) -> JoinHandle<reqwest::Result<Reply>> {
        let (api, agent_id) = (api.clone(), agent_id.to_owned());
        let (key, command) = (name.to_owned(), self.command(name));
        let asking =
            tokio::spawn(async move { api.run_once(&key, &agent_id, &command, PATIENT).await });
        let begun = format!("{name} begun");
        until_true(&begun, || self.lines().contains(&begun)).await;
        asking
    }

    /// Asks for the same command again.
    pub async fn ask_again(&self, api: &Api, agent_id: &str, name: &str) -> Reply {
        let asked = api.run_once(name, agent_id, &self.command(name), PATIENT).await;
        asked.expect("the server answers")
    }

    /// Lets it end, at once or when it comes so far.
    pub fn let_end(&self, name: &str) {
        std::fs::write(self.path(name), "").expect("a file");
    }

    /// Waits until it has ended on its machine, whether or not the server knows.
    pub async fn ended(&self, name: &str) {
        let ended = format!("{name} ended");
        until_true(&ended, || self.lines().contains(&ended)).await;
    }

    /// Everything the commands wrote: each begins once and ends once.
    pub fn lines(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.path("lines")).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, name: &str) -> String {
        let (lines, go) = (self.path("lines"), self.path(name));
        let (lines, go) = (lines.display(), go.display());
        format!(
            "echo {name} begun >> {lines}; until [ -e {go} ]; do sleep 0.1; done; \
             echo {name} ended >> {lines}; echo result of {name}"
        )
    }
}

/// Whether this is the answer of a held command that ended well.
pub fn assert_result(reply: &Reply, name: &str) {
    let expected = format!("result of {name}\n");
    let found = (reply.status, reply.json["stdout"].as_str());
    assert_eq!(found, (200, Some(&*expected)), "{}", reply.text);
}

/// A failed test leaves nothing that waits for ever.
impl Drop for Held {
    fn drop(&mut self) {
        for line in self.lines() {
            if let Some(name) = line.strip_suffix(" begun") {
                self.let_end(name);
            }
        }
    }
}
