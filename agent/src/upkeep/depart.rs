//! How this process becomes the next one.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use tokio_util::sync::CancellationToken;

use super::departures::{Departure, Update};
use super::{failed_update, program_files, trial};
use crate::data_dir::DataDir;
use crate::os::own_program::prepare_restart;

/// What is reported of an update that was cut short; the program that starts next knows
/// better when it is the new one.
const CUT_SHORT: &str = "the new program was put in place, but did not start";

/// Becomes the next process; the data directory is free by now. Returns the code to end
/// with: where a process cannot become another one, the next one waits for that.
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
            match tried.and_then(|()| continue_as_new(data, &update)) {
                Ok(code) => return code,
                Err(problem) => give_up(data, &update, &format!("{problem:#}")),
            }
        }
    }
    if stop.is_cancelled() {
        return ExitCode::SUCCESS;
    }
    let Some(program) = program else { return ExitCode::FAILURE };
    match restart(&program) {
        Ok(code) => code,
        Err(error) => {
            tracing::error!(%error, "the agent cannot restart itself");
            ExitCode::FAILURE
        }
    }
}

/// Puts the new program in the place of the old one, and has it continue. The old one is
/// back when that fails.
fn continue_as_new(data: &DataDir, update: &Update) -> anyhow::Result<ExitCode> {
    let program = &update.program;
    // From here on this process may end at any moment: somebody waits for that who puts
    // the files in order and starts the agent.
    let successor = prepare_restart(program, Some(&program_files::old_beside(program)))?;
    failed_update::record(data, &update.run_id, CUT_SHORT);
    program_files::swap(program)?;
    successor.take_over().map_err(|error| {
        let _ = program_files::swap_back(program);
        anyhow::anyhow!("the new program does not start: {error}")
    })
}

/// Has the same program continue with the same arguments.
fn restart(program: &Path) -> std::io::Result<ExitCode> {
    prepare_restart(program, None)?.take_over()
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
