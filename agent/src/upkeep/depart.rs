//! How this process becomes the next one.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use tokio_util::sync::CancellationToken;

use super::departures::{Departure, Update};
use super::{failed_update, program_files, trial};
use crate::data_dir::DataDir;
use crate::os::child_process::become_program;

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
            if let Err(problem) = tried.and_then(|()| Ok(program_files::swap(&update.program)?)) {
                give_up(data, &update, &format!("{problem:#}"));
            } else {
                let error = restart_as(&update.program);
                let _ = program_files::swap_back(&update.program);
                give_up(data, &update, &format!("the new program does not start: {error}"));
            }
        }
    }
    if stop.is_cancelled() {
        return ExitCode::SUCCESS;
    }
    if let Some(program) = program {
        let error = restart_as(&program);
        tracing::error!(%error, "the agent cannot restart itself");
    }
    ExitCode::FAILURE
}

/// Records what went wrong; the old program reports it.
fn give_up(data: &DataDir, update: &Update, problem: &str) {
    tracing::error!(
        version = update.version,
        problem,
        "the update failed, the old program continues"
    );
    program_files::remove_new(&update.program);
    failed_update::record(data, &update.run_id, problem);
}

/// Replaces this process, with the same id and the same arguments: a service
/// manager sees one service that continues. Returns the reason when it fails.
fn restart_as(program: &Path) -> std::io::Error {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    become_program(program, &arguments)
}
