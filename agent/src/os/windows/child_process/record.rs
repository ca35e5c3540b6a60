//! Which job a run has, for the agent that comes after a crash.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::job::{Job, PREFIX};

/// The name of the file in a run's folder.
const FILE: &str = "process.json";

#[derive(Debug, Serialize, Deserialize)]
struct Record {
    job: String,
}

/// Writes the name of a run's job down, before its process begins.
///
/// Not forced to the disk: when the machine dies, so do its processes.
pub fn write(run_dir: &Path, job: &str) -> io::Result<()> {
    let record = Record { job: job.to_owned() };
    std::fs::write(run_dir.join(FILE), serde_json::to_vec(&record)?)
}

/// The job of a run that an earlier agent process started, if any of it still runs.
pub fn find_job(run_dir: &Path) -> Option<Job> {
    let text = std::fs::read(run_dir.join(FILE)).ok()?;
    let record: Record = serde_json::from_slice(&text).ok()?;
    // Nothing else is ever ended, whatever the file says.
    Job::open(Some(record.job).filter(|name| name.starts_with(PREFIX))?.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::os::windows::child_process::pipe::random_text;

    #[test]
    fn the_job_of_a_run_is_found_while_it_is_there() {
        let folder = tempfile::tempdir().unwrap();
        assert!(find_job(folder.path()).is_none());
        let name = format!("{PREFIX}test-{}", random_text());
        write(folder.path(), &name).unwrap();
        assert!(find_job(folder.path()).is_none());
        let job = Job::create(&name).unwrap();
        assert!(find_job(folder.path()).is_some());
        drop(job);
        assert!(find_job(folder.path()).is_none());
        std::fs::write(folder.path().join(FILE), "{").unwrap();
        assert!(find_job(folder.path()).is_none());
    }

    #[test]
    fn a_job_of_somebody_else_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let name = format!(r"Local\other-{}", random_text());
        let _job = Job::create(&name).unwrap();
        write(folder.path(), &name).unwrap();
        assert!(find_job(folder.path()).is_none());
    }
}
