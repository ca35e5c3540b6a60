//! The log files of a system that keeps no journal.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use chrono::Local;
use muster_protocol::LogEntry;

use super::filter::Filter;
use super::syslog_line;
use crate::os::unix::log_request::{Channel, Wanted};
use crate::os::{Problem, refusals};

/// How much of a file's end is looked at.
const TAIL_BYTES: u64 = 16 * 1024 * 1024;

/// Fills the page from the end of the file backwards.
///
/// These files have no priority of an entry: all are `INFO`.
pub fn read(folder: &Path, mut filter: Filter) -> Result<Vec<LogEntry>, Problem> {
    let (names, of_file) = match &filter.request.wanted {
        Wanted::Part(Channel::Security) => (["auth.log", "secure"], Some(Channel::Security)),
        Wanted::Part(_) | Wanted::Everything => (["syslog", "messages"], None),
        Wanted::Named(name) => return Err(refusals::unknown_log(name)),
    };
    let paths = names.map(|name| folder.join(name));
    let Some(path) = paths.iter().find(|path| path.is_file()) else {
        let reason = "this machine has no journal and no log file this agent knows";
        return Err(Problem::unsupported(reason));
    };
    let shown = path.display();
    let tail = read_tail(path)
        .map_err(|error| Problem::failed(format!("{shown} cannot be read: {error}")))?;

    let since = filter.since.unwrap_or(0).saturating_mul(1_000_000);
    let now = Local::now();
    let newest_first = tail.split(|byte| *byte == b'\n').rev();
    for line in newest_first {
        let Some(entry) = syslog_line::parse(&String::from_utf8_lossy(line), now) else { continue };
        if entry.time < since {
            break;
        }
        let channel = of_file.unwrap_or_else(|| channel_of(&entry.source));
        if filter.take(channel, entry).is_break() {
            break;
        }
    }
    Ok(filter.into_page())
}

fn channel_of(source: &str) -> Channel {
    match source == "kernel" || source.starts_with("systemd") {
        true => Channel::System,
        false => Channel::Application,
    }
}

/// The end of a file; its first line may be cut and then is no entry.
fn read_tail(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL_BYTES)))?;
    let mut tail = Vec::new();
    file.take(TAIL_BYTES).read_to_end(&mut tail)?;
    Ok(tail)
}

#[cfg(test)]
mod tests {
    use muster_protocol::ReadEventLog;

    use super::*;

    fn messages(folder: &Path, request: &ReadEventLog) -> Result<Vec<String>, Problem> {
        let page = read(folder, Filter::new(request).unwrap())?;
        Ok(page.into_iter().map(|entry| entry.message).collect())
    }

    #[test]
    fn files_are_read_backwards_and_apart() {
        let folder = tempfile::tempdir().unwrap();
        let all = ReadEventLog { limit: 100, ..ReadEventLog::default() };
        let none = messages(folder.path(), &all).unwrap_err();
        assert!(matches!(none, Problem::Unsupported(_)), "{none}");

        let now = Local::now().to_rfc3339();
        let text = format!(
            "2001-01-01T00:00:00+00:00 pc-1 old[1]: ancient\n{now} pc-1 kernel: disk\n\
             cut line\n{now} pc-1 app[7]: hello\n"
        );
        std::fs::write(folder.path().join("messages"), text).unwrap();
        std::fs::write(folder.path().join("secure"), format!("{now} pc-1 sshd[9]: in\n")).unwrap();
        let named = |log: &str| ReadEventLog { log: log.to_owned(), ..all.clone() };

        let found = |request: &ReadEventLog| messages(folder.path(), request).unwrap();
        assert_eq!(found(&all), ["hello", "disk", "ancient"]);
        assert_eq!(found(&ReadEventLog { days: 1, ..all.clone() }), ["hello", "disk"]);
        assert_eq!(found(&ReadEventLog { offset: 1, limit: 1, ..all.clone() }), ["disk"]);
        assert_eq!(found(&named("System")), ["disk"]);
        assert_eq!(found(&named("Security")), ["in"]);
        assert!(messages(folder.path(), &named("ssh.service")).is_err());
    }
}
