//! Updates by Windows Update, and packages by winget or Chocolatey.
//!
//! What winget and Chocolatey could upgrade is no part of a scan: a scan names
//! one source, and an update that it leaves out counts as installed.

mod change;
mod choco;
mod exit_words;
mod manager;
mod package;
mod registered;
mod update_agent;
mod winget;
mod winget_output;

use muster_protocol::{ChangeSoftware, End, ScanUpdates, UpdateScan};

use super::inventory;
use crate::run::Stage;

/// What package managers write when a package is installed or removed: nothing
/// that is a file everywhere. See [`database_marks`].
pub const DATABASES: &[&str] = &[];

/// The state of a package database that is no file: a line for each part of it,
/// which changes with that part. Here a line for each program that can be
/// uninstalled.
pub fn database_marks() -> Vec<String> {
    registered::marks()
}

/// Whether updates can be hidden, so that the system leaves them out, too.
pub fn can_hide_updates() -> bool {
    true
}

/// Finds out which updates could be installed, and hides and shows those that are named.
///
/// Windows Update is always asked anew, also without `refresh`: what it has in
/// its cache may be empty, and then everything would look installed.
pub async fn scan(stage: &mut Stage<'_>, request: &ScanUpdates) -> Result<UpdateScan, End> {
    let mut scan = update_agent::scan(stage, request).await?;
    scan.reboot_required |= inventory::needs_reboot();
    Ok(scan)
}

/// Installs certain updates of installed packages.
pub async fn update(stage: &mut Stage<'_>, guids: &[String]) -> Result<End, End> {
    update_agent::install(stage, guids).await
}

/// Installs a package.
pub async fn install(stage: &mut Stage<'_>, request: &ChangeSoftware) -> Result<End, End> {
    change::install(stage, request).await
}

/// Removes an installed package, whatever its version is.
pub async fn remove(stage: &mut Stage<'_>, request: &ChangeSoftware) -> Result<End, End> {
    change::remove(stage, request).await
}
