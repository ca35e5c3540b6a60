//! Updates of the system, and packages that are installed and removed.
//!
//! Each order is a run like any other: its programs are ended as a whole tree,
//! and what they print is the run's output.

mod watch;

use std::time::Duration;

use muster_protocol::{ChangeSoftware, End, InstallUpdates, Outcome, ScanUpdates, Stream};
use tokio::sync::Mutex;

use crate::os;
use crate::run::{Job, Stage, never_started};
pub use watch::PackageWatch;

/// How long a stopping agent waits for a package manager.
pub const STOP_LIMIT: Duration = Duration::from_secs(600);

/// Package managers lock their database: one run of this kind at a time.
static TURN: Mutex<()> = Mutex::const_new(());

/// What one of the orders asks for.
#[derive(Debug)]
pub enum Change<'a> {
    /// Find out which updates could be installed.
    Scan(&'a ScanUpdates),
    /// Install certain updates.
    Update(&'a InstallUpdates),
    /// Install a package.
    Install(&'a ChangeSoftware),
    /// Remove a package.
    Remove(&'a ChangeSoftware),
}

/// Whether a run of this kind is in progress.
pub fn is_busy() -> bool {
    TURN.try_lock().is_err()
}

/// Carries out an order about packages, to its end.
pub async fn carry_out(job: &Job, change: Change<'_>) -> Outcome {
    let _turn = tokio::select! {
        turn = TURN.lock() => turn,
        () = job.cancel.cancelled() => return never_started(End::Cancelled),
        () = job.stopping.cancelled() => return never_started(End::Interrupted),
    };
    // A package manager that is ended in the middle leaves half a package behind.
    let job = match change {
        Change::Scan(_) => job,
        Change::Update(_) | Change::Install(_) | Change::Remove(_) => &job.uninterrupted(),
    };
    let mut stage = Stage::begin(job);
    let end = match change {
        Change::Scan(request) => scan(&mut stage, request).await,
        Change::Update(request) => os::packages::update(&mut stage, &request.guids).await,
        Change::Install(request) => os::packages::install(&mut stage, request).await,
        Change::Remove(request) => os::packages::remove(&mut stage, request).await,
    };
    // Both sides of the result are ends: the first is that of the last program.
    stage.finish(end.unwrap_or_else(|end| end))
}

async fn scan(stage: &mut Stage<'_>, request: &ScanUpdates) -> Result<End, End> {
    let scan = os::packages::scan(stage, request).await?;
    let text = serde_json::to_string(&scan).unwrap_or_default();
    stage.print(Stream::Stdout, &format!("{text}\n"));
    Ok(End::Exited { code: 0 })
}
