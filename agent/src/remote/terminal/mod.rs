//! The work of a terminal: a shell, what it prints, and what is typed into it.
//!
//! What it prints goes into a ring of bytes from which each viewer takes what it has room
//! for, and into a model of the screen, for viewers who come later. While the viewer who
//! drives has no room and the ring is full of what it has not seen, nothing more is read:
//! the shell waits.

mod channel;
mod input;
mod modes;
mod output;
mod pace;
mod running;
mod screen;
mod scrollback;
mod snapshot_size;
mod typed;

use std::io;

use muster_remote::recording::RecordType;
use muster_remote::{Frame, StreamError, Terminal as Wanted};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::time::Instant;

use super::helper::audience::Audience;
use super::helper::{End, Site};
use crate::os::terminal::{self, Terminal as Shell, TerminalReader, TerminalWriter};
use crate::os::{Echo, TerminalRequest};
use channel::{CHANNEL, record_typed, send_credit};
use input::Input;
use output::{Output, READ_BYTES};
use pace::Pace;
use typed::Typed;

/// No window on a screen has more characters.
const MOST_ROWS: u16 = 200;
const MOST_COLS: u16 = 500;
const FEWEST: u16 = 2;

/// A shell with its viewers.
pub struct Terminal {
    shell: Shell,
    reader: TerminalReader,
    writer: TerminalWriter,
    rows: u16,
    cols: u16,
    output: Output,
    input: Input,
    pace: Pace,
    buffer: Vec<u8>,
    /// The driver has too much of the output before it.
    is_blocked: bool,
    /// Nothing more comes out of the shell.
    is_drained: bool,
    typed: Typed,
    /// Whether its end is recorded.
    is_end_recorded: bool,
    /// How the shell ended, and until when its output is read.
    exit: Option<(i32, Instant)>,
}

/// What happened by itself.
#[derive(Debug)]
pub enum Step {
    /// The shell printed so many bytes.
    Read(io::Result<usize>),
    /// It took so many bytes of what was typed, which were shown or not.
    Written(io::Result<(usize, Echo)>),
    /// What was gathered is sent.
    Gathered,
    /// It has ended, with this code.
    Exited(i32),
    /// Nothing more is read after its end.
    Drained,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum FromViewer {
    Resize { rows: u16, cols: u16 },
}

impl Terminal {
    /// Starts the shell.
    pub async fn begin(site: &Site, wanted: &Wanted) -> Result<Self, End> {
        let (rows, cols) = bounded(wanted.rows, wanted.cols);
        let request = TerminalRequest {
            mark: site.session.clone(),
            folder: site.folder.clone(),
            shell: wanted.shell.clone(),
            run_as_user: wanted.run_as_user,
            rows,
            cols,
        };
        let opened = terminal::open(&request).await;
        let (shell, reader, writer) =
            opened.map_err(|refusal| End::new(refusal.code, refusal.reason))?;
        Ok(Self {
            shell,
            reader,
            writer,
            rows,
            cols,
            output: Output::new(rows, cols),
            input: Input::default(),
            pace: Pace::new(),
            buffer: vec![0; READ_BYTES],
            is_blocked: false,
            is_drained: false,
            typed: Typed::default(),
            is_end_recorded: false,
            exit: None,
        })
    }

    /// What a viewer learns of it when it starts.
    pub fn description(&self) -> Map<String, Value> {
        let program = self.shell.program();
        let fields = [("shell", json!(program.shell)), ("account", json!(program.account))];
        fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// What its recording begins with.
    pub fn heading(&self) -> Map<String, Value> {
        let mut heading = self.description();
        heading.insert("rows".to_owned(), json!(self.rows));
        heading.insert("cols".to_owned(), json!(self.cols));
        heading
    }

    /// A viewer takes part from now on.
    pub fn enter(&mut self, audience: &Audience, viewer: &str, resumes: Option<&str>) {
        let (received, limit) = self.input.enter(viewer, resumes);
        audience.frame(viewer, CHANNEL, &Frame::Credit { received, limit });
        if resumes.is_some() {
            audience.control(viewer, CHANNEL, &self.size());
            self.output.resume(viewer);
        } else {
            self.output.show(audience, viewer);
        }
        self.weigh(audience);
    }

    /// A viewer sent something.
    pub fn take(
        &mut self,
        audience: &Audience,
        viewer: &str,
        channel: u16,
        frame: Frame<'_>,
    ) -> Result<(), End> {
        if channel != CHANNEL {
            return Ok(());
        }
        let broken = |error: StreamError| {
            End::new("unreadable", format!("A viewer broke the rules: {error}."))
        };
        match frame {
            Frame::Control(text) => {
                // What only newer viewers say is ignored.
                if let Ok(FromViewer::Resize { rows, cols }) = serde_json::from_str(text) {
                    self.resize(audience, viewer, rows, cols);
                }
            }
            Frame::Data { offset, bytes } => {
                let counts = audience.is_driver(viewer) && self.exit.is_none();
                let credit = self.input.take(viewer, offset, bytes, counts).map_err(broken)?;
                send_credit(audience, viewer, credit);
                if !audience.is_driver(viewer) && self.input.is_first_refusal(viewer) {
                    audience.notice(viewer, "not_driver", "Only the one who drives can type.");
                }
            }
            Frame::Credit { received, limit } => {
                self.output.credit(audience, viewer, received, limit).map_err(broken)?;
                self.output.send(audience, viewer);
            }
            Frame::Packet(_) => {}
        }
        self.weigh(audience);
        Ok(())
    }

    /// A viewer has gone. What it typed is still there when it comes back.
    pub fn leave(&mut self, audience: &Audience, viewer: &str) {
        self.output.leave(viewer);
        self.weigh(audience);
    }

    /// A viewer does not come back.
    pub fn forget(&mut self, viewer: &str) {
        self.input.forget(viewer);
    }

    /// Another viewer drives, or none.
    pub fn driver_changed(&mut self, audience: &Audience) {
        self.input.allow_refusals();
        self.weigh(audience);
    }

    /// Why the session ends: the shell has ended, and everybody who is there has seen it.
    pub fn end(&self, audience: &Audience) -> Option<End> {
        let (code, _) = self.exit.filter(|_| self.is_drained)?;
        let is_seen = self.output.all_know_the_end() && audience.started().next().is_some();
        is_seen.then(|| End::new("exited", format!("The shell has ended with code {code}.")))
    }

    /// Ends the shell and everything it started.
    pub async fn stop(&mut self, audience: &Audience) {
        record_typed(audience, &self.typed.give_up());
        self.shell.end().await;
    }

    fn resize(&mut self, audience: &Audience, viewer: &str, rows: u16, cols: u16) {
        if !audience.is_driver(viewer) {
            let text = "Only the one who drives can change the size.";
            return audience.notice(viewer, "not_driver", text);
        }
        let (rows, cols) = bounded(rows, cols);
        if let Err(error) = terminal::resize(&self.writer, rows, cols) {
            return tracing::debug!(%error, "the size of a terminal cannot be changed");
        }
        (self.rows, self.cols) = (rows, cols);
        self.output.resize(rows, cols);
        let size = json!({ "cols": cols, "rows": rows }).to_string();
        audience.record(RecordType::Resize, size.as_bytes());
        audience.control_all(CHANNEL, &self.size());
    }

    fn size(&self) -> Value {
        json!({ "type": "size", "rows": self.rows, "cols": self.cols })
    }

    /// Decides whether more is read.
    fn weigh(&mut self, audience: &Audience) {
        self.is_blocked = audience.driver().is_some_and(|driver| self.output.is_full_for(driver));
    }
}

fn bounded(rows: u16, cols: u16) -> (u16, u16) {
    (rows.clamp(FEWEST, MOST_ROWS), cols.clamp(FEWEST, MOST_COLS))
}
