//! Scripts on the server's own machine: started, watched and ended with all
//! their processes.
//!
//! The only module that starts processes. Small compared with what the agent
//! has for the same purpose, see decision 17. Scripts have no access to the
//! server's own files, see decision 54.

mod interpreter;
mod isolation;
mod locking;
mod output;
mod process;
mod script_file;
#[cfg(test)]
mod tests;
mod tree;

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use isolation::{Barriers, Isolation};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

pub use output::OutputChunk;
pub use process::{StopSignals, run};

/// Scripts that run at the same time; the others wait.
pub const AT_ONCE: usize = 8;

/// The variable that marks every process of a run, however it detached itself.
const RUN_MARK: &str = "MUSTER_RUN_ID";

/// Why nothing was started; a sentence for a person.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct CannotStart(String);

/// The scripts that this machine runs for the server.
pub struct Host {
    /// The server's own files and folders, which no script sees.
    private: Vec<PathBuf>,
    barriers: OnceLock<Barriers>,
    slots: Arc<Semaphore>,
    running: Mutex<HashSet<String>>,
}

/// A run in this process; its slot is taken until this is dropped.
pub struct HostSlot<'a> {
    host: &'a Host,
    run_id: String,
    permit: Option<OwnedSemaphorePermit>,
}

impl Host {
    /// The machine of a server that has these files and folders for itself.
    pub fn new(private: Vec<PathBuf>) -> Self {
        Self {
            private,
            barriers: OnceLock::new(),
            slots: Arc::new(Semaphore::new(AT_ONCE)),
            running: Mutex::default(),
        }
    }

    /// Refuses, with a sentence for a person, where scripts cannot be kept away
    /// from the server's files.
    pub fn must_isolate(&self) -> Result<(), String> {
        self.isolation().map(drop).map_err(|CannotStart(reason)| reason)
    }

    fn isolation(&self) -> Result<Isolation, CannotStart> {
        self.barriers.get_or_init(Barriers::find).isolate(&self.private)
    }

    /// Registers a run, which then waits for a slot.
    pub fn take(&self, run_id: &str) -> HostSlot<'_> {
        self.running().insert(run_id.to_owned());
        HostSlot { host: self, run_id: run_id.to_owned(), permit: None }
    }

    /// Whether this process has registered a run.
    pub fn has(&self, run_id: &str) -> bool {
        self.running().contains(run_id)
    }

    /// Removes what is left of a run whose server died: processes and files.
    pub async fn clear(&self, run_id: &str) {
        tree::kill(run_id, None).await;
        script_file::remove(run_id);
    }

    fn running(&self) -> std::sync::MutexGuard<'_, HashSet<String>> {
        // A panic elsewhere leaves the set whole: each change is one step.
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HostSlot<'_> {
    /// Waits until a slot is free.
    pub async fn wait(&mut self) {
        self.permit = Arc::clone(&self.host.slots).acquire_owned().await.ok();
    }

    /// Whether there is room at once.
    pub fn try_acquire(&mut self) -> bool {
        self.permit = Arc::clone(&self.host.slots).try_acquire_owned().ok();
        self.permit.is_some()
    }
}

impl Drop for HostSlot<'_> {
    fn drop(&mut self) {
        self.host.running().remove(&self.run_id);
    }
}

/// The name of this machine's platform, as the API spells it.
pub fn platform() -> &'static str {
    match std::env::consts::OS {
        "macos" => "darwin",
        other => other,
    }
}
