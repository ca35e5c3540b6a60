//! The system's log: the journal, or the files of a system without one.

mod filter;
mod journal;
mod journal_entry;
mod syslog_files;
mod syslog_line;

use std::path::Path;

use muster_protocol::{LogEntry, ReadEventLog};

use crate::os::Problem;
use crate::os::programs::find_program;
use filter::Filter;

/// A page of the log, newest first.
pub async fn read_event_log(request: &ReadEventLog) -> Result<Vec<LogEntry>, Problem> {
    let filter = Filter::new(request)?;
    if find_program("journalctl").is_some() && has_journal() {
        return journal::read("journalctl", filter).await;
    }
    let read = move || syslog_files::read(Path::new("/var/log"), filter);
    tokio::task::spawn_blocking(read).await?
}

/// Whether anything was ever written to a journal: the program alone says
/// nothing about who keeps the log.
fn has_journal() -> bool {
    let list = |path: &Path| std::fs::read_dir(path).into_iter().flatten().flatten();
    ["/run/log/journal", "/var/log/journal"].iter().any(|folder| {
        let machines = list(Path::new(folder));
        let mut files = machines.flat_map(|machine| list(&machine.path()));
        files.any(|file| file.path().extension().is_some_and(|kind| kind == "journal"))
    })
}
