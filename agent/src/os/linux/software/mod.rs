//! What is installed, by every package manager of this machine.

mod apk;
mod dpkg;
mod flatpak;
mod pacman;
mod rpm;
mod snap;

use std::time::Duration;

use chrono::{DateTime, Local};
use muster_protocol::Software;

use crate::os::programs::find_program;
use crate::os::{Problem, run_tool};

/// How long a manager may take to list what it installed.
const LIMIT: Duration = Duration::from_secs(20);

/// Everything that is installed, manager by manager, by name.
pub async fn list_software() -> Result<Vec<Software>, Problem> {
    combine([
        dpkg::list().await,
        rpm::list().await,
        Ok(tokio::task::spawn_blocking(apk::list).await?),
        Ok(tokio::task::spawn_blocking(pacman::list).await?),
        snap::list().await,
        flatpak::list().await,
    ])
}

/// A manager that is there but out of order (snap without its service, rpm on
/// Debian) does not hide what the others know.
fn combine(lists: [Result<Option<Vec<Software>>, Problem>; 6]) -> Result<Vec<Software>, Problem> {
    let mut found = Vec::new();
    let mut problem = Problem::unsupported("there is no package manager this agent knows");
    let mut any = false;
    for list in lists {
        match list {
            Ok(Some(packages)) => {
                any = true;
                found.extend(packages);
            }
            Ok(None) => {}
            Err(failure) => {
                tracing::debug!(problem = %failure, "a package manager does not work");
                problem = failure;
            }
        }
    }
    if any { Ok(found) } else { Err(problem) }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manager_out_of_order_does_not_hide_the_others() {
        let broken = || Err(Problem::failed("rpm fails: no database"));
        let bash = vec![Software { name: "bash".to_owned(), ..Software::default() }];
        let lists = [Ok(Some(bash.clone())), broken(), Ok(None), Ok(None), broken(), Ok(None)];
        assert_eq!(combine(lists), Ok(bash));
        let lists = [Ok(None), broken(), Ok(None), Ok(None), Ok(None), Ok(None)];
        assert_eq!(combine(lists), Err(Problem::failed("rpm fails: no database")));
        let none = combine([const { Ok(None) }; 6]).unwrap_err();
        assert!(matches!(none, Problem::Unsupported(_)), "{none}");
    }
}
