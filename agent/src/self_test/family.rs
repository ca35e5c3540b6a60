//! A command that starts others, to see that all of them are found and ended: each
//! waits for the next, so that nothing is left when one of them ends.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use muster_protocol::{Process, RunCommand};

use super::bench::{command, system_shell};
use super::snag::Snag;
use crate::os::processes::list_processes;
use crate::run_id::RunId;

/// How long the processes may take to show in the list, and to leave it.
const LIMIT: Duration = Duration::from_secs(4);

const BETWEEN_CHECKS: Duration = Duration::from_millis(100);

/// A command whose processes carry a mark that no others have.
pub struct Family {
    shell: &'static str,
    text: String,
    mark: String,
    /// What the name of the last of them begins with, which starts nothing.
    youngest: &'static str,
}

/// The processes of such a command while it runs.
pub struct Members {
    pub all: Vec<Process>,
    pub youngest: Process,
}

impl Family {
    /// A command that would last a minute.
    pub fn new() -> Result<Self, Snag> {
        let mark = format!("muster-self-test-{}", RunId::random());
        let shell = system_shell()?;
        let (text, youngest) = match shell {
            "cmd" => (format!("cmd /d /c \"ping -n 61 127.0.0.1 >nul & rem {mark}\""), "ping"),
            _ => (format!("sh -c 'sleep 61; : {mark}'; : {mark}"), "sleep"),
        };
        Ok(Self { shell, text, mark, youngest })
    }

    /// The command with a limit.
    pub fn command(&self, seconds: u32) -> RunCommand {
        command(self.shell, &self.text, seconds)
    }

    /// Waits until all of it runs.
    pub async fn wait_for_all(&self) -> Result<Members, Snag> {
        let deadline = Instant::now() + LIMIT;
        loop {
            let all = self.members(list_processes().await?);
            let is_youngest = |one: &&Process| {
                let name = one.name.to_ascii_lowercase();
                name.starts_with(self.youngest) && !one.command_line.contains(&self.mark)
            };
            if let Some(youngest) = all.iter().find(is_youngest).cloned() {
                return Ok(Members { all, youngest });
            }
            if Instant::now() > deadline {
                let (count, name) = (all.len(), self.youngest);
                let reason = format!("of a command that runs {name}, {count} processes are listed");
                return Err(Snag::Failed(reason));
            }
            tokio::time::sleep(BETWEEN_CHECKS).await;
        }
    }

    /// What carries the mark, and everything below that.
    fn members(&self, listed: Vec<Process>) -> Vec<Process> {
        let is_marked = |one: &&Process| one.command_line.contains(&self.mark);
        let mut ids: BTreeSet<u32> = listed.iter().filter(is_marked).map(|one| one.pid).collect();
        loop {
            let below = listed.iter().filter(|one| ids.contains(&one.ppid)).map(|one| one.pid);
            let more: Vec<u32> = below.filter(|pid| !ids.contains(pid)).collect();
            if more.is_empty() {
                break;
            }
            ids.extend(more);
        }
        listed.into_iter().filter(|one| ids.contains(&one.pid)).collect()
    }
}

impl Members {
    /// Waits until none of them is left. One that has ended and is only still listed
    /// has no memory.
    pub async fn wait_until_gone(&self) -> Result<(), Snag> {
        let deadline = Instant::now() + LIMIT;
        loop {
            let listed = list_processes().await?;
            let is_left = |known: &&Process| {
                let same = |one: &Process| one.pid == known.pid && one.name == known.name;
                listed.iter().any(|one| same(one) && one.memory_bytes > 0)
            };
            let left: Vec<&str> =
                self.all.iter().filter(is_left).map(|one| one.name.as_str()).collect();
            if left.is_empty() {
                return Ok(());
            }
            if Instant::now() > deadline {
                return Err(Snag::Failed(format!("still there: {}", left.join(", "))));
            }
            tokio::time::sleep(BETWEEN_CHECKS).await;
        }
    }
}
