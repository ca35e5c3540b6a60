//! Whether the agent is connected, written down for `muster-agent status`.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use crate::clock;
use crate::data_dir::DataDir;

/// What the running agent reports of its connection to the server.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Status {
    /// Whether the agent is connected and the server has welcomed it.
    pub connected: bool,
    /// Since when that is so, seconds since 1970.
    pub since: i64,
    /// The number of the agent's process.
    pub process: u32,
    /// Why it is not connected; empty when it is.
    pub problem: String,
    /// Since when the server refuses this agent, seconds since 1970. Kept over
    /// restarts.
    pub refused_since: Option<i64>,
}

/// The file with the status.
#[derive(Debug)]
pub struct StatusFile {
    path: PathBuf,
    status: Mutex<Status>,
    connected: watch::Sender<bool>,
}

impl StatusFile {
    /// Takes over the file for a process that has just started.
    pub fn open(data: &DataDir) -> Self {
        let before = Self::read(data).unwrap_or_default();
        let status = Status { refused_since: before.refused_since, ..Status::default() };
        let file = Self {
            path: data.status_file(),
            status: Mutex::new(status),
            connected: watch::Sender::new(false),
        };
        file.change(|status| status.process = std::process::id());
        file
    }

    /// Reads what an agent wrote; none when it never ran.
    pub fn read(data: &DataDir) -> Option<Status> {
        serde_json::from_slice(&std::fs::read(data.status_file()).ok()?).ok()
    }

    /// The server has welcomed the agent.
    pub fn connected(&self) {
        self.change(|status| {
            status.connected = true;
            status.since = clock::now_seconds();
            status.problem.clear();
            status.refused_since = None;
        });
    }

    /// The agent is not connected, for this reason.
    pub fn disconnected(&self, problem: &str) {
        self.change(|status| {
            if status.connected || status.since == 0 {
                status.since = clock::now_seconds();
            }
            status.connected = false;
            problem.clone_into(&mut status.problem);
        });
    }

    /// The server refuses the agent.
    pub fn refused(&self, problem: &str) {
        self.disconnected(problem);
        self.change(|status| {
            status.refused_since.get_or_insert_with(clock::now_seconds);
        });
    }

    /// Whether the agent is connected now.
    pub fn is_connected(&self) -> bool {
        *self.connected.borrow()
    }

    /// Waits until the agent is not connected.
    pub async fn wait_until_disconnected(&self) {
        // Fails only when the sender is gone, and it lives in here.
        let _ = self.connected.subscribe().wait_for(|connected| !connected).await;
    }

    /// The file is for people: when it cannot be written, the agent works on.
    fn change(&self, change: impl FnOnce(&mut Status)) {
        let mut status = self.status.lock().unwrap_or_else(PoisonError::into_inner);
        let before = status.clone();
        change(&mut status);
        if *status == before {
            return;
        }
        self.connected.send_replace(status.connected);
        let text = serde_json::to_vec(&*status).unwrap_or_default();
        let draft = self.path.with_extension("new");
        let written =
            std::fs::write(&draft, text).and_then(|()| std::fs::rename(&draft, &self.path));
        if let Err(error) = written {
            tracing::warn!(%error, "the status file cannot be written");
        }
    }
}
