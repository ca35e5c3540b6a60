//! The order to become another release, up to the moment this process leaves.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use muster_protocol::{End, UpdateAgent, is_older};

use super::departures::{Departure, Update};
use super::{package, program_files};
use crate::freeze::FROZEN;
use crate::run::{Job, Stage, could_not_start};
use crate::shared::Shared;
use crate::{records, release};

/// Fetches the program, waits until no run is in progress that would be lost,
/// and has this process leave. The next one ends the run.
pub async fn update(shared: Arc<Shared>, job: Job, request: UpdateAgent) {
    let limit = Duration::from_secs(request.timeout_seconds.into());
    let ready = tokio::select! {
        ready = prepare(&shared, &request) => ready,
        () = job.cancel.cancelled() => Err(End::Cancelled),
        () = job.stopping.cancelled() => Err(End::Interrupted),
        () = shared.freeze.wait_until_frozen() => Err(could_not_start(FROZEN)),
        () = tokio::time::sleep(limit) => Err(End::TimedOut),
    };
    match ready {
        Ok(program) => shared.departures.leave(Departure::Update(Update {
            run_id: job.run_id,
            program,
            version: request.version,
            trial: Duration::from_secs(request.trial_seconds.into()),
        })),
        Err(end) => records::finish(&shared, &job.run_id, Stage::begin(&job).finish(end)).await,
    }
}

/// The program to replace, once all is ready for that; else how the run ends.
async fn prepare(shared: &Shared, request: &UpdateAgent) -> Result<PathBuf, End> {
    if request.version == release::version() {
        return Err(End::Exited { code: 0 });
    }
    // With a weakness of an old release anybody could take over this computer.
    if is_older(&request.version, release::version()) && !request.allow_downgrade {
        let (old, own) = (&request.version, release::version());
        let reason = format!("release {old} is older than {own}, and nobody ordered it by name");
        return Err(End::CouldNotStart { reason });
    }
    let could_not = |error: anyhow::Error| End::CouldNotStart { reason: format!("{error:#}") };
    let Ok(_turn) = shared.departures.updating.try_lock() else {
        let reason = "another update is on its way".to_owned();
        return Err(End::CouldNotStart { reason });
    };
    let program = own_program(shared).map_err(could_not)?;
    tracing::info!(version = request.version, "fetching a new program");
    let staged = Staged(&program);
    package::fetch(shared, &program, request).await.map_err(could_not)?;
    shared.board.close_when_quiet().await;
    std::mem::forget(staged);
    Ok(program)
}

fn own_program(shared: &Shared) -> anyhow::Result<PathBuf> {
    let program = shared.departures.program.clone();
    // It is no longer there when somebody has replaced it by hand.
    program.filter(|path| path.is_file()).context("this program's own file cannot be found")
}

/// Removes the new program however the update ends, unless it will be used.
struct Staged<'a>(&'a Path);

impl Drop for Staged<'_> {
    fn drop(&mut self) {
        program_files::remove_new(self.0);
    }
}
