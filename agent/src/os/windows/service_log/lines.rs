//! Log lines on their way to a thread that records them: whoever logs does not wait.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use tracing::{Level, Metadata};
use tracing_subscriber::fmt::MakeWriter;

use super::event_source::EventSource;
use super::rolling_file::RollingFile;

/// How many lines may wait; more are lost, and counted.
const WAITING_LINES: usize = 1024;

/// How long a process that ends waits until its lines are recorded.
const FLUSH_LIMIT: Duration = Duration::from_secs(2);

/// The lines of this process, for those that want all of them recorded.
static KEPT: OnceLock<Lines> = OnceLock::new();

/// Takes lines without waiting.
#[derive(Clone, Debug)]
pub struct Lines {
    queue: SyncSender<Line>,
    lost: Arc<AtomicU64>,
}

enum Line {
    File(Vec<u8>),
    Event {
        is_error: bool,
        text: Vec<u8>,
    },
    /// Answered when all lines before it are recorded.
    Flush(SyncSender<()>),
}

impl Lines {
    /// Starts the thread that records lines; none when there can be no thread.
    pub fn start(file: Option<RollingFile>, events: Option<EventSource>) -> Option<Self> {
        let (queue, lines) = sync_channel(WAITING_LINES);
        let lost = Arc::new(AtomicU64::new(0));
        let recorder = Recorder { file, events, lost: Arc::clone(&lost) };
        let thread = std::thread::Builder::new().name("log".to_owned());
        thread.spawn(move || recorder.record(&lines)).ok()?;
        Some(Self { queue, lost })
    }

    /// Records a warning that is not logged in the ordinary way.
    pub fn warn(&self, text: &str) {
        self.send(Line::Event { is_error: false, text: text.as_bytes().to_vec() });
    }

    fn send(&self, line: Line) {
        if self.queue.try_send(line).is_err() {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn flush(&self) {
        let deadline = Instant::now() + FLUSH_LIMIT;
        let (done, all) = sync_channel(1);
        while self.queue.try_send(Line::Flush(done.clone())).is_err() {
            if Instant::now() > deadline {
                return;
            }
            crate::os::windows::pause::pause(Duration::from_millis(10));
        }
        let _ = all.recv_timeout(deadline.saturating_duration_since(Instant::now()));
    }
}

/// Lets `flush` find the lines, and has a panic logged.
pub fn keep(lines: Lines) {
    let _ = KEPT.set(lines);
    std::panic::set_hook(Box::new(|panic| {
        tracing::error!("{panic}");
        // The process may end with it.
        flush();
    }));
}

/// Waits until the lines of this process are recorded, though not for ever.
pub fn flush() {
    if let Some(lines) = KEPT.get() {
        lines.flush();
    }
}

struct Recorder {
    file: Option<RollingFile>,
    events: Option<EventSource>,
    lost: Arc<AtomicU64>,
}

impl Recorder {
    fn record(mut self, lines: &Receiver<Line>) {
        while let Ok(line) = lines.recv() {
            match line {
                Line::File(text) => self.write(&text),
                Line::Event { is_error, text } => {
                    if let Some(events) = &self.events {
                        events.report(is_error, &String::from_utf8_lossy(&text));
                    }
                }
                Line::Flush(done) => {
                    let _ = done.try_send(());
                }
            }
            let lost = self.lost.swap(0, Ordering::Relaxed);
            if lost > 0 {
                self.write(format!("{lost} log lines were lost\n").as_bytes());
            }
        }
    }

    /// A disk that is full makes no difference to the agent.
    fn write(&mut self, text: &[u8]) {
        if let Some(file) = &mut self.file {
            let _ = file.write(text);
        }
    }
}

/// Makes lines for the file.
#[derive(Debug)]
pub struct FileLines(Lines);

/// Makes events.
#[derive(Debug)]
pub struct EventLines(Lines);

impl From<&Lines> for FileLines {
    fn from(lines: &Lines) -> Self {
        Self(lines.clone())
    }
}

impl From<&Lines> for EventLines {
    fn from(lines: &Lines) -> Self {
        Self(lines.clone())
    }
}

/// Takes one line, which comes as a whole.
#[derive(Debug)]
pub struct LineWriter<'a> {
    lines: &'a Lines,
    /// Whether it is an event, and an error; none for a line of the file.
    is_error: Option<bool>,
}

impl Write for LineWriter<'_> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        let copy = text.to_vec();
        self.lines.send(match self.is_error {
            Some(is_error) => Line::Event { is_error, text: copy },
            None => Line::File(copy),
        });
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for FileLines {
    type Writer = LineWriter<'a>;

    fn make_writer(&'a self) -> LineWriter<'a> {
        LineWriter { lines: &self.0, is_error: None }
    }
}

impl<'a> MakeWriter<'a> for EventLines {
    type Writer = LineWriter<'a>;

    fn make_writer(&'a self) -> LineWriter<'a> {
        LineWriter { lines: &self.0, is_error: Some(false) }
    }

    fn make_writer_for(&'a self, about: &Metadata<'_>) -> LineWriter<'a> {
        LineWriter { lines: &self.0, is_error: Some(*about.level() == Level::ERROR) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_recorded_in_order_and_a_flush_waits_for_them() {
        let folder = tempfile::tempdir().unwrap();
        let file = RollingFile::open(folder.path()).unwrap();
        let lines = Lines::start(Some(file), None).unwrap();
        let maker = FileLines::from(&lines);
        for text in ["one\n", "two\n"] {
            maker.make_writer().write_all(text.as_bytes()).unwrap();
        }
        lines.warn("not for the file");
        lines.flush();
        let text = std::fs::read_to_string(folder.path().join("agent.log")).unwrap();
        assert_eq!(text, "one\ntwo\n");
    }

    #[test]
    fn somebody_who_logs_does_not_wait_for_a_recorder_that_hangs() {
        let (queue, lines) = sync_channel(2);
        let all = Lines { queue, lost: Arc::default() };
        let maker = FileLines::from(&all);
        for _ in 0..5 {
            maker.make_writer().write_all(b"line\n").unwrap();
        }
        assert_eq!(all.lost.load(Ordering::Relaxed), 3);
        assert_eq!(lines.try_iter().count(), 2);
    }
}
