//! Where a process logs that nobody sees: a service of OpenRC has no standard error, so its
//! lines go to the system's log. Those of a service of systemd are read by its journal.

use std::io::{self, Write};
use std::os::unix::net::UnixDatagram;
use std::path::{Path, PathBuf};

use tracing::{Level, Metadata};
use tracing_subscriber::Layer;
use tracing_subscriber::fmt::MakeWriter;

use super::service_manager::is_service_without_journal;
use crate::os::LogLayer;

/// Where the daemon that keeps the log reads.
const SOCKET: &str = "/dev/log";

/// Daemons, in the numbers of syslog.
const FACILITY: u8 = 3 << 3;

/// What records log lines instead of standard error; nothing for a process whose standard
/// error is read.
pub fn layers(_folder: &Path) -> Vec<LogLayer> {
    if !is_service_without_journal() {
        return Vec::new();
    }
    SystemLog::at(Path::new(SOCKET)).map(layer).into_iter().collect()
}

/// Waits until what was logged is recorded: it is.
pub fn flush() {}

fn layer(log: SystemLog) -> LogLayer {
    let lines = tracing_subscriber::fmt::layer().with_writer(log).with_ansi(false);
    lines.with_target(false).without_time().log_internal_errors(false).boxed()
}

/// The system's log, as a writer for each line.
#[derive(Debug)]
struct SystemLog {
    /// Not connected: a daemon that is started again has another socket there.
    socket: UnixDatagram,
    path: PathBuf,
}

impl SystemLog {
    /// Does not wait for a daemon that is stuck: such lines are lost.
    fn at(path: &Path) -> io::Result<Self> {
        let socket = UnixDatagram::unbound()?;
        socket.set_nonblocking(true)?;
        Ok(Self { socket, path: path.to_owned() })
    }
}

impl<'a> MakeWriter<'a> for SystemLog {
    type Writer = LogLine<'a>;

    fn make_writer(&'a self) -> LogLine<'a> {
        LogLine { log: self, severity: severity(&Level::INFO) }
    }

    fn make_writer_for(&'a self, metadata: &Metadata<'_>) -> LogLine<'a> {
        LogLine { log: self, severity: severity(metadata.level()) }
    }
}

/// A line on its way to the log. Each is written as a whole.
#[derive(Debug)]
struct LogLine<'a> {
    log: &'a SystemLog,
    severity: u8,
}

impl Write for LogLine<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        let (priority, id) = (FACILITY | self.severity, std::process::id());
        // The daemon adds the time.
        let line = format!("<{priority}>muster-agent[{id}]: {}", text.trim());
        // Nobody is left to complain to.
        let _ = self.log.socket.send_to(line.as_bytes(), &self.log.path);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn severity(level: &Level) -> u8 {
    match *level {
        Level::ERROR => 3,
        Level::WARN => 4,
        Level::INFO => 6,
        _ => 7,
    }
}

#[cfg(test)]
mod tests {
    use tracing_subscriber::prelude::*;

    use super::*;

    #[test]
    fn each_line_is_sent_as_syslog_expects_it_and_none_waits() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let log = layer(SystemLog::at(&path).unwrap());
        let (daemon, mut bytes) = (std::cell::OnceCell::new(), [0; 200]);
        tracing::subscriber::with_default(tracing_subscriber::registry().with(log), || {
            tracing::error!("lost: nobody reads yet");
            daemon.set(UnixDatagram::bind(&path).unwrap()).unwrap();
            tracing::info!(agent_id = "a-1", "agent started");
            tracing::warn!("two\nlines");
        });
        let id = std::process::id();
        for expected in [
            format!("<30>muster-agent[{id}]: INFO agent started agent_id=\"a-1\""),
            format!("<28>muster-agent[{id}]: WARN two\nlines"),
        ] {
            let length = daemon.get().unwrap().recv(&mut bytes).unwrap();
            assert_eq!(String::from_utf8_lossy(&bytes[..length]), expected);
        }
        // A process that is no service logs to standard error.
        assert_eq!(layers(Path::new("/")).len(), 0);
    }
}
