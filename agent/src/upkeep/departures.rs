//! Whether this process has to leave, for the next one.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::run_id::RunId;

/// Why this process has to leave.
#[derive(Debug)]
pub enum Departure {
    /// The same program restarts.
    Restart,
    /// Another program replaces it, when that works.
    Update(Update),
}

/// A program that waits beside the one that runs.
#[derive(Debug)]
pub struct Update {
    /// The run that asked for it.
    pub run_id: RunId,
    /// The program it replaces.
    pub program: PathBuf,
    /// The release it is.
    pub version: String,
    /// How long it may take to reach the server.
    pub trial: Duration,
}

/// Whether this process has to leave, and what it was started from.
#[derive(Debug)]
pub struct Departures {
    /// This program's file, as it was found at the start.
    pub program: Option<PathBuf>,
    /// Held by the update that is on its way.
    pub updating: tokio::sync::Mutex<()>,
    /// Cancelled when this process has to leave.
    pub leaving: CancellationToken,
    why: Mutex<Option<Departure>>,
}

impl Departures {
    /// Of a process that has just started.
    pub fn new() -> Self {
        Self {
            program: std::env::current_exe().ok(),
            updating: tokio::sync::Mutex::default(),
            leaving: CancellationToken::new(),
            why: Mutex::default(),
        }
    }

    /// Has the process leave as soon as its runs have ended. Only the first reason
    /// counts.
    pub fn leave(&self, why: Departure) {
        self.why.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
        self.leaving.cancel();
    }

    /// Why the process left; none when it was stopped.
    pub fn take(&self) -> Option<Departure> {
        self.why.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
