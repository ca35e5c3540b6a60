//! Where a process logs that nobody sees: launchd throws standard error away, so lines of the
//! service go to the system's own log, which keeps them as long as it has room.

use std::io::{self, Write};
use std::path::Path;

use nix::syslog::{Facility, Priority, Severity, syslog};
use tracing::{Level, Metadata};
use tracing_subscriber::Layer;
use tracing_subscriber::fmt::MakeWriter;

use super::service_manager::is_service;
use crate::os::LogLayer;

/// What records log lines instead of standard error; nothing for a process that was started
/// by hand.
pub fn layers(_folder: &Path) -> Vec<LogLayer> {
    if !is_service() {
        return Vec::new();
    }
    let lines = tracing_subscriber::fmt::layer().with_writer(SystemLog).with_ansi(false);
    let lines = lines.with_target(false).with_level(false).without_time();
    vec![lines.log_internal_errors(false).boxed()]
}

/// Waits until what was logged is recorded: it is.
pub fn flush() {}

/// The system's log, as a writer for each line.
struct SystemLog;

/// A line on its way to the log; it goes there when it is complete.
#[derive(Debug)]
struct LogLine {
    severity: Severity,
    text: Vec<u8>,
}

impl<'a> MakeWriter<'a> for SystemLog {
    type Writer = LogLine;

    fn make_writer(&'a self) -> LogLine {
        LogLine { severity: Severity::LOG_NOTICE, text: Vec::new() }
    }

    fn make_writer_for(&'a self, metadata: &Metadata<'_>) -> LogLine {
        LogLine { severity: severity(metadata.level()), text: Vec::new() }
    }
}

/// The system does not keep what is less than a notice.
fn severity(level: &Level) -> Severity {
    match *level {
        Level::ERROR => Severity::LOG_ERR,
        Level::WARN => Severity::LOG_WARNING,
        _ => Severity::LOG_NOTICE,
    }
}

impl Write for LogLine {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(part);
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for LogLine {
    fn drop(&mut self) {
        let text = String::from_utf8_lossy(&self.text);
        // Nobody is left to complain to.
        let _ = syslog(Priority::new(self.severity, Facility::LOG_DAEMON), text.trim_end());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_agent_says_by_default_is_kept_by_the_system() {
        let levels = [Level::ERROR, Level::WARN, Level::INFO, Level::DEBUG];
        let found = levels.map(|level| severity(&level) as i32);
        assert_eq!(found, [3, 4, 5, 5]);
        // A process that is no service logs to standard error.
        assert_eq!(layers(Path::new("/")).len(), 0);
    }
}
