//! Updates and packages on macOS.

use muster_protocol::{ChangeSoftware, End, UpdateScan};

use crate::os::Problem;
use crate::run::{Stage, could_not_start};

/// What package managers write when a package is installed or removed.
pub const DATABASES: &[&str] = &[];

/// The state of a package database that is no file: a line for each part of it,
/// which changes with that part. There is none here.
pub fn database_marks() -> Vec<String> {
    Vec::new()
}

/// Finds out which updates could be installed.
pub async fn scan(_stage: &mut Stage<'_>, _refresh: bool) -> Result<UpdateScan, End> {
    Err(refusal())
}

/// Installs certain updates of installed packages.
pub async fn update(_stage: &mut Stage<'_>, _guids: &[String]) -> Result<End, End> {
    Err(refusal())
}

/// Installs a package.
pub async fn install(_stage: &mut Stage<'_>, _request: &ChangeSoftware) -> Result<End, End> {
    Err(refusal())
}

/// Removes an installed package, whatever its version is.
pub async fn remove(_stage: &mut Stage<'_>, _request: &ChangeSoftware) -> Result<End, End> {
    Err(refusal())
}

fn refusal() -> End {
    could_not_start(Problem::not_supported_yet("managing updates and packages").to_string())
}
