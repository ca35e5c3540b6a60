//! Scripts on the server's own machine: started, watched and ended as a whole.
//!
//! The only place where the server starts processes. Small beside what the
//! agent has for the same purpose, see decision 17.

mod interpreter;
mod output;
mod process;
mod script_file;
#[cfg(test)]
mod tests;
mod tree;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

pub use output::Piece;
pub use process::{Until, run};

/// Scripts that run at the same time; the others wait.
pub const AT_ONCE: usize = 8;

/// The variable that marks every process of a run, however it detached itself.
const RUN_MARK: &str = "MUSTER_RUN_ID";

/// Nothing was started, and this is why; a sentence for a person.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct CannotStart(String);

/// What this machine runs for the server.
pub struct Host {
    /// Where the texts of scripts are while they run.
    folder: PathBuf,
    places: Arc<Semaphore>,
    in_hand: Mutex<HashSet<String>>,
}

/// A run that is in this process's hands; until it is dropped, its place is
/// taken.
pub struct Place<'a> {
    host: &'a Host,
    run_id: String,
    permit: Option<OwnedSemaphorePermit>,
}

impl Host {
    /// The machine of a server with this data folder.
    pub fn new(data: &Path) -> Self {
        // Scripts run elsewhere, from where a relative path leads nowhere.
        let data = std::path::absolute(data).unwrap_or_else(|_| data.to_owned());
        Self {
            folder: data.join("server-scripts"),
            places: Arc::new(Semaphore::new(AT_ONCE)),
            in_hand: Mutex::default(),
        }
    }

    /// Takes a run in hand, which then waits for a place.
    pub fn take(&self, run_id: &str) -> Place<'_> {
        self.in_hand().insert(run_id.to_owned());
        Place { host: self, run_id: run_id.to_owned(), permit: None }
    }

    /// Whether this process has a run in hand.
    pub fn has(&self, run_id: &str) -> bool {
        self.in_hand().contains(run_id)
    }

    /// Ends what is left of a run whose server died: processes and files.
    pub async fn clear(&self, run_id: &str) {
        tree::kill(run_id, None).await;
        script_file::remove(&self.folder, run_id);
    }

    fn in_hand(&self) -> std::sync::MutexGuard<'_, HashSet<String>> {
        // A panic elsewhere leaves the set whole: each change is one step.
        self.in_hand.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Place<'_> {
    /// Waits until one of the others is over.
    pub async fn wait(&mut self) {
        self.permit = Arc::clone(&self.host.places).acquire_owned().await.ok();
    }

    /// Whether there is room at once.
    pub fn is_free(&mut self) -> bool {
        self.permit = Arc::clone(&self.host.places).try_acquire_owned().ok();
        self.permit.is_some()
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.host.in_hand().remove(&self.run_id);
    }
}

/// The name of this machine's platform, as the API spells it.
pub fn platform() -> &'static str {
    match std::env::consts::OS {
        "macos" => "darwin",
        other => other,
    }
}
