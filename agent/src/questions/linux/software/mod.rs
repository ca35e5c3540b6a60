//! What is installed, by every manager of packages that is on this machine.

mod apk;
mod dpkg;
mod flatpak;
mod pacman;
mod rpm;
mod snap;

use std::time::Duration;

use chrono::{DateTime, Local};
use muster_protocol::Software;

use crate::questions::answer::Problem;
use crate::run::{find_program, run_tool};

/// How long a manager may take to list what it installed.
const LIMIT: Duration = Duration::from_secs(20);

/// Everything that is installed, manager by manager, by name.
pub async fn list_software() -> Result<Vec<Software>, Problem> {
    let found = [
        dpkg::list().await?,
        rpm::list().await?,
        tokio::task::spawn_blocking(apk::list).await?,
        tokio::task::spawn_blocking(pacman::list).await?,
        snap::list().await?,
        flatpak::list().await?,
    ];
    if found.iter().all(Option::is_none) {
        return Err(Problem::unsupported("there is no manager of packages this agent knows"));
    }
    Ok(found.into_iter().flatten().flatten().collect())
}

/// What a manager says; none when it is not on this machine.
async fn ask(program: &str, arguments: &[&str]) -> Result<Option<String>, Problem> {
    if find_program(program).is_none() {
        return Ok(None);
    }
    let output = run_tool(program, arguments, LIMIT).await?;
    if !output.success {
        return Err(Problem::failed(format!("{program} fails: {}", output.stderr.trim())));
    }
    Ok(Some(output.stdout))
}

/// The date of a time in seconds since 1970; empty for none.
fn date_of(seconds: i64) -> String {
    let time = DateTime::from_timestamp(seconds, 0).filter(|_| seconds > 0);
    time.map(|time| time.with_timezone(&Local).format("%Y-%m-%d").to_string()).unwrap_or_default()
}

/// When a file was changed, as a date; empty when it is not there.
fn changed_on(path: &str) -> String {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).map(|metadata| date_of(metadata.mtime())).unwrap_or_default()
}
