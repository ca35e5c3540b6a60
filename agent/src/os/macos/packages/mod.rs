//! Updates by Apple's own tool and Homebrew, and packages by Homebrew and the installer.

mod brew;
mod change;
mod offered;
mod software_update;
mod update;
mod verdict;

use muster_protocol::{ChangeSoftware, End, ScanUpdates, UpdateScan};

use super::homebrew::Homebrew;
use super::inventory;
use crate::run::Stage;

/// What package managers write when a package is installed or removed.
pub const DATABASES: &[&str] = &[
    "/var/db/receipts",
    "/Library/Receipts/InstallHistory.plist",
    "/Applications",
    "/opt/homebrew/Cellar",
    "/opt/homebrew/Caskroom",
    "/usr/local/Cellar",
    "/usr/local/Caskroom",
];

/// What the protocol calls Apple's tool, which is always there.
const SOURCE: &str = "softwareupdate";

/// The state of a package database that is no file: a line for each part of it,
/// which changes with that part. There is none here.
pub fn database_marks() -> Vec<String> {
    Vec::new()
}

/// Whether updates can be hidden, so that the system leaves them out, too. Not here.
pub fn can_hide_updates() -> bool {
    false
}

/// Finds out which updates could be installed.
///
/// Apple's tool always asks again, also without `refresh`. When either of the two cannot
/// answer there is no scan: what it leaves out counts as installed.
pub async fn scan(stage: &mut Stage<'_>, request: &ScanUpdates) -> Result<UpdateScan, End> {
    let offered = software_update::search(stage).await?;
    let mut updates: Vec<_> = offered.iter().map(offered::Offered::describe).collect();
    if let Some(homebrew) = Homebrew::find() {
        updates.extend(brew::outdated(stage, &homebrew, request.refresh).await?);
    }
    Ok(UpdateScan {
        source: SOURCE.to_owned(),
        updates,
        reboot_required: inventory::needs_reboot(),
    })
}

/// Installs certain updates of installed packages.
pub async fn update(stage: &mut Stage<'_>, guids: &[String]) -> Result<End, End> {
    update::install(stage, guids).await
}

/// Installs a package.
pub async fn install(stage: &mut Stage<'_>, request: &ChangeSoftware) -> Result<End, End> {
    change::install(stage, request).await
}

/// Removes an installed package, whatever its version is.
pub async fn remove(stage: &mut Stage<'_>, request: &ChangeSoftware) -> Result<End, End> {
    change::remove(stage, request).await
}
