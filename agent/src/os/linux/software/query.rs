//! How package managers are asked, and how their dates are read.

use std::os::unix::fs::MetadataExt;
use std::time::Duration;

use chrono::{DateTime, Local};

use crate::os::programs::find_program;
use crate::os::{Problem, run_tool};

/// How long a manager may take to list what it installed.
const LIMIT: Duration = Duration::from_secs(20);

/// What a manager answers; none when it is not on this machine.
pub async fn ask(program: &str, arguments: &[&str]) -> Result<Option<String>, Problem> {
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
pub fn date_of(seconds: i64) -> String {
    let time = DateTime::from_timestamp(seconds, 0).filter(|_| seconds > 0);
    time.map(|time| time.with_timezone(&Local).format("%Y-%m-%d").to_string()).unwrap_or_default()
}

/// When a file was changed, as a date; empty when it is not there.
pub fn changed_on(path: &str) -> String {
    std::fs::metadata(path).map(|metadata| date_of(metadata.mtime())).unwrap_or_default()
}
