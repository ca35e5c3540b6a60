//! One viewer of the screen: what it has, and what it gets next.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::Instant;

use super::clipboard_text::TextParts;
use super::pace::Pace;
use super::tile_set::TileSet;
use crate::os::screen_parts::geometry::Layout;

/// What is to be sent to a viewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToViewer {
    /// Packets of one number, in their order, for channel 1.
    Packets(Vec<Arc<[u8]>>),
    /// A message, as JSON, for channel 2.
    Control(String),
}

/// Who sees the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Somebody who may use mouse and keyboard.
    Participant,
    /// Somebody who may look, and nothing else.
    Watcher,
    /// The recording of the session.
    Recording,
}

/// The time between two whole pictures of a recording in which something changes: playback
/// can begin with each.
const BETWEEN_KEYS: Duration = Duration::from_secs(10);

/// One viewer.
#[derive(Debug)]
pub struct Viewer {
    /// What is sent to it.
    pub outgoing: mpsc::Sender<ToViewer>,
    /// What it may do.
    pub role: Role,
    /// Frames on their way to it.
    pub pace: Pace,
    /// Tiles that look different at the viewer than they do now.
    pub missing: TileSet,
    /// Tiles that it wants to see.
    pub view: TileSet,
    /// It has nothing, or nothing that counts.
    pub is_new: bool,
    /// It does not know where the pointer is.
    pub cursor_moved: bool,
    /// It does not know how the pointer looks.
    pub shape_changed: bool,
    /// The tile that its next frame begins with.
    pub next_tile: usize,
    /// Text of its clipboard that is on its way.
    pub clipboard: TextParts,
    /// When it began with a whole picture.
    renewed: Instant,
}

impl Viewer {
    /// One that has nothing yet.
    pub fn new(
        outgoing: mpsc::Sender<ToViewer>,
        role: Role,
        layout: &Layout,
        now: Instant,
    ) -> Self {
        Self {
            outgoing,
            role,
            pace: match role {
                Role::Recording => Pace::of_recording(now),
                Role::Participant | Role::Watcher => Pace::new(now),
            },
            missing: TileSet::full(layout.grid),
            view: TileSet::full(layout.grid),
            is_new: true,
            cursor_moved: true,
            shape_changed: true,
            next_tile: 0,
            clipboard: TextParts::default(),
            renewed: now,
        }
    }

    /// It may look, and nothing else.
    pub fn is_view_only(&self) -> bool {
        self.role != Role::Participant
    }

    /// Begins with a whole picture again, where playback must be able to begin here and
    /// there.
    pub fn renew(&mut self, layout: &Layout, now: Instant) {
        let is_due = self.role == Role::Recording && now >= self.renewed + BETWEEN_KEYS;
        if self.is_new || (is_due && self.lacks_tiles()) {
            self.renewed = now;
            self.restart(layout);
        }
    }

    /// It gets everything again, of a screen that may look different.
    pub fn restart(&mut self, layout: &Layout) {
        self.missing = TileSet::full(layout.grid);
        self.is_new = true;
        self.cursor_moved = true;
        self.shape_changed = true;
        self.next_tile = 0;
    }

    /// Shows it one monitor or all of them. It keeps what it has of the others.
    pub fn show(&mut self, layout: &Layout, monitor: Option<usize>) {
        self.view = match monitor.and_then(|index| layout.monitors.get(index)) {
            Some(monitor) => TileSet::touched_by(layout.grid, &[monitor.rect]),
            None => TileSet::full(layout.grid),
        };
    }

    /// When a frame may be sent to it. One that does not even take what is here gets nothing,
    /// whatever it acknowledges.
    pub fn due(&self) -> Option<Instant> {
        self.pace.due().filter(|_| self.outgoing.capacity() > 0)
    }

    /// Sends it messages, as long as it takes them.
    pub fn send(&self, messages: Vec<String>) {
        for message in messages {
            if self.outgoing.try_send(ToViewer::Control(message)).is_err() {
                return;
            }
        }
    }

    /// Whether there is something it does not have.
    pub fn lacks_something(&self) -> bool {
        self.is_new || self.cursor_moved || self.shape_changed || self.lacks_tiles()
    }

    fn lacks_tiles(&self) -> bool {
        !self.missing.intersection(&self.view).is_empty()
    }
}
