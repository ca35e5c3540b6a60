//! How this process makes room for the next one.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::{places, report, trial};
use crate::data_dir::DataDir;
use crate::os::child_process::become_program;
use crate::run_id::RunId;

/// Why this process is to leave.
#[derive(Debug)]
pub enum Departure {
    /// The same program restarts.
    Restart,
    /// Another program takes its place, when it works.
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

/// Whether this process is to leave, and what it was started from.
#[derive(Debug)]
pub struct Departures {
    /// This program's file, as it was found at the start.
    pub program: Option<PathBuf>,
    /// Held by the update that is on its way.
    pub updating: tokio::sync::Mutex<()>,
    /// Cancelled when this process is to leave.
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

    /// Has the process leave as soon as its runs are parked. The first reason
    /// holds.
    pub fn leave(&self, why: Departure) {
        self.why.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
        self.leaving.cancel();
    }

    /// Why the process left; none when it was stopped.
    pub fn take(&self) -> Option<Departure> {
        self.why.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Becomes the next process; the data directory is free by now. Returns only
/// when the service manager has to start it.
pub async fn depart(
    data: &DataDir,
    why: Departure,
    program: Option<PathBuf>,
    stop: &CancellationToken,
) -> ExitCode {
    match why {
        Departure::Restart => tracing::info!("the agent restarts"),
        Departure::Update(update) => {
            let tried = tokio::select! {
                tried = trial::try_program(data, &update) => tried,
                () = stop.cancelled() => Err(anyhow::anyhow!("the agent was stopped meanwhile")),
            };
            if let Err(problem) = tried.and_then(|()| Ok(places::swap(&update.program)?)) {
                give_up(data, &update, &format!("{problem:#}"));
            } else {
                let error = start_anew(&update.program);
                let _ = places::swap_back(&update.program);
                give_up(data, &update, &format!("the new program does not start: {error}"));
            }
        }
    }
    if stop.is_cancelled() {
        return ExitCode::SUCCESS;
    }
    if let Some(program) = program {
        let error = start_anew(&program);
        tracing::error!(%error, "the agent cannot restart itself");
    }
    ExitCode::FAILURE
}

/// Leaves word of what went wrong; the old program tells the server.
fn give_up(data: &DataDir, update: &Update, problem: &str) {
    tracing::error!(version = update.version, problem, "the old program stays");
    places::remove_new(&update.program);
    report::leave_word(data, &update.run_id, problem);
}

/// Replaces this process, with the same number and the same words: a service
/// manager sees one service that goes on. Gives the reason when it does not.
fn start_anew(program: &Path) -> std::io::Error {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    become_program(program, &words)
}
