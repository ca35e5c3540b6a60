//! The journal of systemd, through its own program.

use std::time::Duration;

use muster_protocol::LogEntry;

use super::filter::Filter;
use super::journal_entry::{self, FIELDS};
use crate::os::unix::log_request::{Channel, Wanted};
use crate::os::{Problem, read_tool_lines, refusals};

/// What leaves fields of an entry out.
const OUTPUT_FIELDS: &str = "--output-fields";

/// How long the journal may be searched.
const LIMIT: Duration = Duration::from_secs(25);

/// Fills the page from the newest entry backwards.
///
/// Entries are read one by one, so a large journal takes time but no memory.
pub async fn read(program: &str, mut filter: Filter) -> Result<Vec<LogEntry>, Problem> {
    let arguments = arguments(&filter)?;
    let mut arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut take = |line: &[u8]| match journal_entry::parse(line) {
        Some((channel, entry)) => filter.take(channel, entry),
        None => std::ops::ControlFlow::Continue(()),
    };
    let mut done = read_tool_lines(program, &arguments, LIMIT, &mut take).await;
    // A journal before version 236 prints all of an entry, and nothing when asked for less.
    if done.as_ref().is_err_and(|error| format!("{error:#}").contains("unrecognized option")) {
        arguments.retain(|argument| !argument.starts_with(OUTPUT_FIELDS));
        done = read_tool_lines(program, &arguments, LIMIT, &mut take).await;
    }
    done?;
    Ok(filter.into_page())
}

/// What the journal itself can leave out it does much faster than we.
fn arguments(filter: &Filter) -> Result<Vec<String>, Problem> {
    let plain = ["--output=json", "--all", "--reverse", "--quiet", "--no-pager"];
    let mut arguments: Vec<String> = plain.map(str::to_owned).to_vec();
    arguments.push(format!("{OUTPUT_FIELDS}={FIELDS}"));
    if let Some(since) = filter.since {
        arguments.push(format!("--since=@{since}"));
    }
    let priority = match filter.request.event_type.as_str() {
        "ERROR" => Some("0..3"),
        "WARNING" => Some("4..4"),
        // An entry without priority counts as one too, but not for the journal.
        _ => None,
    };
    arguments.extend(priority.map(|range| format!("--priority={range}")));
    match &filter.request.wanted {
        Wanted::Part(Channel::Security) => {
            let matches = ["SYSLOG_FACILITY=4", "SYSLOG_FACILITY=10", "+", "_TRANSPORT=audit"];
            arguments.extend(matches.map(str::to_owned));
        }
        Wanted::Named(name) => {
            let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b":-_.\\@".contains(&byte);
            if !name.bytes().all(is_plain) {
                return Err(refusals::unknown_log(name));
            }
            arguments.push(format!("--unit={name}"));
        }
        Wanted::Part(_) | Wanted::Everything => {}
    }
    Ok(arguments)
}

#[cfg(test)]
mod tests {
    use muster_protocol::ReadEventLog;

    use super::*;
    use crate::tests::fake_program::write_program;

    fn words(request: &ReadEventLog) -> String {
        arguments(&Filter::new(request).unwrap()).unwrap()[6..].join(" ")
    }

    #[test]
    fn the_journal_is_asked_for_as_little_as_it_can_tell_apart() {
        let request = |log: &str, event_type: &str| ReadEventLog {
            log: log.to_owned(),
            event_type: event_type.to_owned(),
            ..ReadEventLog::default()
        };
        assert_eq!(words(&request("", "")), "");
        assert_eq!(words(&request("System", "ERROR")), "--priority=0..3");
        let security = "SYSLOG_FACILITY=4 SYSLOG_FACILITY=10 + _TRANSPORT=audit";
        assert_eq!(words(&request("Security", "")), security);
        assert_eq!(words(&request("ssh.service", "INFO")), "--unit=ssh.service");
        let recent = ReadEventLog { days: 1, ..ReadEventLog::default() };
        assert!(words(&recent).starts_with("--since=@1"), "{}", words(&recent));
        let odd = Filter::new(&request("a b;--x", "")).unwrap();
        assert!(arguments(&odd).is_err());
    }

    #[tokio::test]
    async fn reading_stops_when_the_page_is_full() {
        let folder = tempfile::tempdir().unwrap();
        let text = "#!/bin/sh\nwhile :; do echo '{\"MESSAGE\":\"m\",\"PRIORITY\":\"3\"}'; done\n";
        let program = write_program(folder.path(), "journalctl", text).await;
        let request = ReadEventLog { limit: 5000, offset: 10, ..ReadEventLog::default() };

        let page = read(&program, Filter::new(&request).unwrap()).await.unwrap();
        assert_eq!(page.len(), 1000);
        assert_eq!((page[0].message.as_str(), page[0].event_type.as_str()), ("m", "ERROR"));
    }

    #[tokio::test]
    async fn an_old_journal_is_asked_for_whole_entries() {
        let folder = tempfile::tempdir().unwrap();
        let text = "#!/bin/sh\ncase $* in\n\
            *--output-fields*) echo \"$0: unrecognized option '--output-fields=x'\" >&2; exit 1 ;;\n\
            esac\necho '{\"MESSAGE\":\"m\",\"__CURSOR\":\"s\"}'\n";
        let program = write_program(folder.path(), "journalctl", text).await;
        let request = ReadEventLog { limit: 10, ..ReadEventLog::default() };
        let page = read(&program, Filter::new(&request).unwrap()).await.unwrap();
        assert_eq!((page.len(), page[0].message.as_str()), (1, "m"));
    }
}
