//! Updates of the system, and packages that come and go.
//!
//! Each order is a run like any other: its programs are ended as a whole tree,
//! and what they say is the run's output.

mod apt;
mod dnf;
mod manager;
mod package;
mod pacman;
mod rpm;
mod watch;
mod zypper;
mod zypper_table;

use muster_protocol::{
    ChangeSoftware, End, InstallUpdates, Outcome, ScanUpdates, Stream, Update, UpdateScan,
};
use tokio::sync::Mutex;

use crate::inventory;
use crate::run::{Job, Stage, never_started};
use manager::Manager;
use package::Package;
pub use watch::PackageWatch;

/// Managers of packages do not share: one run of this kind at a time.
static TURN: Mutex<()> = Mutex::const_new(());

/// What one of the orders asks for.
#[derive(Debug)]
pub enum Change<'a> {
    /// Find out what could be installed.
    Scan(&'a ScanUpdates),
    /// Install certain updates.
    Update(&'a InstallUpdates),
    /// Install a package.
    Install(&'a ChangeSoftware),
    /// Remove a package.
    Remove(&'a ChangeSoftware),
}

/// Whether a run of this kind goes on now.
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
    // A manager that is ended in the middle leaves half a package behind.
    let job = match change {
        Change::Scan(_) => job,
        Change::Update(_) | Change::Install(_) | Change::Remove(_) => &job.unhurried(),
    };
    let mut stage = Stage::begin(job);
    let end = match change {
        Change::Scan(request) => scan(&mut stage, request.refresh).await,
        Change::Update(request) => update(&mut stage, &request.guids).await,
        Change::Install(request) => install(&mut stage, request).await,
        Change::Remove(request) => remove(&mut stage, request).await,
    };
    // Both sides of the result are ends: the first is that of the last program.
    stage.finish(end.unwrap_or_else(|end| end))
}

async fn scan(stage: &mut Stage<'_>, refresh: bool) -> Result<End, End> {
    let manager = Manager::named("")?;
    let updates: Vec<Update> = manager.scan(stage, refresh).await?;
    let scan = UpdateScan {
        source: manager.name().to_owned(),
        updates,
        reboot_required: inventory::needs_reboot(),
    };
    let text = serde_json::to_string(&scan).unwrap_or_default();
    stage.say(Stream::Stdout, &format!("{text}\n"));
    Ok(End::Exited { code: 0 })
}

async fn update(stage: &mut Stage<'_>, guids: &[String]) -> Result<End, End> {
    let manager = Manager::named("")?;
    if guids.is_empty() {
        return Err(refused("no update is named"));
    }
    let read = |guid: &String| Package::from_guid(manager, guid);
    let packages: Vec<Package> = guids.iter().map(read).collect::<Result<_, _>>()?;
    manager.check_installed(stage, &packages).await?;
    manager.update(stage, &packages).await
}

async fn install(stage: &mut Stage<'_>, request: &ChangeSoftware) -> Result<End, End> {
    let manager = Manager::named(&request.manager)?;
    let package = Package::new(manager, &request.name, &request.version)?;
    manager.install(stage, &package).await
}

async fn remove(stage: &mut Stage<'_>, request: &ChangeSoftware) -> Result<End, End> {
    let manager = Manager::named(&request.manager)?;
    // Whatever its version is: there is one of it.
    let package = Package::new(manager, &request.name, "")?;
    manager.check_installed(stage, std::slice::from_ref(&package)).await?;
    manager.remove(stage, &package).await
}

/// Nothing was changed, and this is why.
fn refused(reason: impl Into<String>) -> End {
    End::CouldNotStart { reason: reason.into() }
}
