//! launchd, through its own program: what it runs, and how that is changed.

use std::collections::HashMap;
use std::path::Path;
use std::time::{Duration, Instant};

use super::ask::ask;
use crate::os::Problem;

/// How long launchd may take to answer.
const READ_LIMIT: Duration = Duration::from_secs(10);

/// How long it may take to start or stop something.
const CHANGE_LIMIT: Duration = Duration::from_secs(25);

const BETWEEN_CHECKS: Duration = Duration::from_millis(100);

/// The program that controls launchd.
#[derive(Clone, Debug)]
pub struct Launchctl {
    pub program: String,
}

/// A job that launchd has loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its process; 0 for none.
    pub pid: u32,
    /// How it ended last: its exit code, or a signal as a negative number.
    pub status: i32,
}

impl Default for Launchctl {
    fn default() -> Self {
        Self { program: "launchctl".to_owned() }
    }
}

impl Launchctl {
    /// The loaded jobs of the system, by their labels.
    pub async fn list(&self) -> Result<HashMap<String, Job>, Problem> {
        Ok(parse_jobs(&self.call(&["list"], READ_LIMIT).await?))
    }

    /// What is switched off, or on against its definition: whether each of these may run.
    pub async fn overrides(&self) -> Result<HashMap<String, bool>, Problem> {
        Ok(parse_overrides(&self.call(&["print-disabled", "system"], READ_LIMIT).await?))
    }

    /// Loads a job; one that starts by itself starts.
    pub async fn load(&self, definition: &Path) -> Result<(), Problem> {
        let definition = definition.to_string_lossy();
        self.call(&["bootstrap", "system", &definition], CHANGE_LIMIT).await.map(drop)
    }

    /// Ends a job, and waits until launchd does not know it any more.
    pub async fn unload(&self, label: &str, limit: Duration) -> Result<(), Problem> {
        let deadline = Instant::now() + limit;
        // It also fails when it only does not wait for the end: what counts is the list.
        let refused = self.call(&["bootout", &target(label)], limit).await.err();
        loop {
            if !self.list().await?.contains_key(label) {
                return Ok(());
            }
            let is_stopping = refused.as_ref().is_none_or(|problem| {
                let reason = problem.to_string();
                reason.contains("in progress") || reason.contains(": 36:")
            });
            match refused {
                Some(problem) if !is_stopping => return Err(problem),
                _ if Instant::now() > deadline => {
                    return Err(Problem::failed(format!("{label} does not stop")));
                }
                _ => tokio::time::sleep(BETWEEN_CHECKS).await,
            }
        }
    }

    /// Starts a loaded job now; one that runs is ended first when `again` says so.
    pub async fn start(&self, label: &str, again: bool) -> Result<(), Problem> {
        let label = target(label);
        let words = if again { vec!["kickstart", "-k", &label] } else { vec!["kickstart", &label] };
        self.call(&words, CHANGE_LIMIT).await.map(drop)
    }

    /// Lets launchd start a job, or not, from the next start of the system on.
    pub async fn allow(&self, label: &str, may_run: bool) -> Result<(), Problem> {
        let verb = if may_run { "enable" } else { "disable" };
        self.call(&[verb, &target(label)], READ_LIMIT).await.map(drop)
    }

    async fn call(&self, arguments: &[&str], limit: Duration) -> Result<String, Problem> {
        ask(&self.program, arguments, limit).await
    }
}

fn target(label: &str) -> String {
    format!("system/{label}")
}

/// Three columns under a heading: process or `-`, status, label.
fn parse_jobs(text: &str) -> HashMap<String, Job> {
    let job = |line: &str| {
        let mut columns = line.split('\t');
        let (pid, status, label) = (columns.next()?, columns.next()?, columns.next()?);
        let pid = if pid == "-" { 0 } else { pid.parse().ok()? };
        Some((label.to_owned(), Job { pid, status: status.parse().unwrap_or(0) }))
    };
    text.lines().filter_map(job).collect()
}

/// Lines like `"com.example.job" => disabled`; before macOS 13 the word is `true` for that.
fn parse_overrides(text: &str) -> HashMap<String, bool> {
    let entry = |line: &str| {
        let (label, word) = line.trim().split_once(" => ")?;
        let may_run = match word {
            "disabled" | "true" => false,
            "enabled" | "false" => true,
            _ => return None,
        };
        Some((label.trim_matches('"').to_owned(), may_run))
    };
    text.lines().filter_map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_a_heading_and_jobs_without_a_process() {
        let text = "PID\tStatus\tLabel\n-\t0\tcom.apple.idle\n312\t0\torg.example.db\n\
            -\t78\torg.example.broken\n-\t-9\tcom.apple.gone\n";
        let jobs = parse_jobs(text);
        assert_eq!(jobs.len(), 4);
        assert_eq!(jobs["org.example.db"], Job { pid: 312, status: 0 });
        assert_eq!(jobs["org.example.broken"], Job { pid: 0, status: 78 });
        assert_eq!(jobs["com.apple.gone"], Job { pid: 0, status: -9 });
    }

    #[test]
    fn what_is_switched_off_is_read_in_both_ways_of_writing_it() {
        let text = "\tdisabled services = {\n\t\t\"com.apple.ftpd\" => disabled\n\
            \t\t\"org.example.db\" => enabled\n\t\t\"com.apple.old\" => true\n\
            \t\t\"com.apple.older\" => false\n\t}\n";
        let overrides = parse_overrides(text);
        let found = ["com.apple.ftpd", "org.example.db", "com.apple.old", "com.apple.older"];
        assert_eq!(found.map(|label| overrides[label]), [false, true, false, true]);
        assert_eq!(overrides.len(), 4);
    }
}
