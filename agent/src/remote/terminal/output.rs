//! What the shell prints: the last of it as bytes, and the screen that all of it makes.

use std::collections::HashMap;

use muster_remote::{Cursor, Frame, Ring, StreamError};
use serde_json::json;

use super::channel::CHANNEL;
use super::screen::Screen;
use crate::remote::helper::audience::Audience;

/// Bytes that are kept for viewers whose connection breaks.
const RING_BYTES: usize = 2 * 1024 * 1024;

/// The most that is read at once.
pub const READ_BYTES: usize = 16 * 1024;

/// The most in one frame.
const PIECE_BYTES: usize = 32 * 1024;

/// The output of a shell, and how far each viewer is.
pub struct Output {
    ring: Ring,
    screen: Screen,
    views: HashMap<String, View>,
    exit: Option<i32>,
}

/// How far one viewer is.
struct View {
    cursor: Cursor,
    /// Whether it has said where it is.
    has_begun: bool,
    /// Where the snapshot leads that it has not taken note of yet.
    snapshot: Option<u64>,
    knows_the_end: bool,
}

impl View {
    fn at(offset: u64, snapshot: Option<u64>) -> Self {
        Self { cursor: Cursor::at(offset), has_begun: false, snapshot, knows_the_end: false }
    }
}

impl Output {
    /// Of a shell that has printed nothing.
    pub fn new(rows: u16, cols: u16) -> Self {
        let (ring, screen) = (Ring::new(RING_BYTES), Screen::new(rows, cols));
        Self { ring, screen, views: HashMap::new(), exit: None }
    }

    /// Adds what the shell printed.
    pub fn push(&mut self, bytes: &[u8]) {
        self.ring.push(bytes);
        self.screen.feed(bytes);
    }

    /// The terminal has another size.
    pub fn resize(&mut self, rows: u16, cols: u16) {
        self.screen.resize(rows, cols);
    }

    /// The shell has ended, after everything that it printed.
    pub fn set_exit(&mut self, code: i32) {
        self.exit = Some(code);
    }

    /// Whether everybody who is there has got all, and the end.
    pub fn all_know_the_end(&self) -> bool {
        self.exit.is_some() && self.views.values().all(|view| view.knows_the_end)
    }

    /// A viewer goes on where it was, which its first credit says.
    pub fn resume(&mut self, viewer: &str) {
        self.views.insert(viewer.to_owned(), View::at(self.ring.end(), None));
    }

    /// A viewer sees the screen as it is, and goes on from there.
    pub fn show(&mut self, audience: &Audience, viewer: &str) {
        // A character that is not complete yet comes as a whole, after the snapshot.
        let offset = self.ring.end() - self.screen.incomplete() as u64;
        let (rows, cols) = self.screen.size();
        let message = json!({
            "type": "snapshot", "offset": offset, "rows": rows, "cols": cols,
            "text": self.screen.snapshot(),
        });
        audience.control(viewer, CHANNEL, &message);
        self.views.insert(viewer.to_owned(), View::at(offset, Some(offset)));
    }

    /// A viewer has gone.
    pub fn leave(&mut self, viewer: &str) {
        self.views.remove(viewer);
    }

    /// Takes a viewer's credit. One who needs what is no longer kept sees the screen as it
    /// is now.
    pub fn credit(
        &mut self,
        audience: &Audience,
        viewer: &str,
        received: u64,
        limit: u64,
    ) -> Result<(), StreamError> {
        let Some(view) = self.views.get_mut(viewer) else { return Ok(()) };
        if view.snapshot.is_some_and(|offset| received < offset) {
            // It was sent before the snapshot arrived.
            return Ok(());
        }
        match view.cursor.credit(received, limit, &self.ring) {
            Ok(()) => (view.has_begun, view.snapshot) = (true, None),
            Err(StreamError::Gone) => self.show(audience, viewer),
            // It was connected to another shell before.
            Err(_) if !view.has_begun => self.show(audience, viewer),
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Sends everybody what there is room for.
    pub fn send_all(&mut self, audience: &Audience) {
        for viewer in audience.started() {
            self.send(audience, viewer);
        }
    }

    /// Sends a viewer what there is room for.
    pub fn send(&mut self, audience: &Audience, viewer: &str) {
        let Some(view) = self.views.get_mut(viewer) else { return };
        if view.has_begun && view.cursor.sent() < self.ring.start() {
            return self.show(audience, viewer);
        }
        while let Some((offset, bytes)) = view.cursor.next(&self.ring, PIECE_BYTES) {
            audience.frame(viewer, CHANNEL, &Frame::Data { offset, bytes: &bytes });
        }
        let is_complete = view.has_begun && view.cursor.sent() == self.ring.end();
        if let Some(code) = self.exit.filter(|_| is_complete && !view.knows_the_end) {
            view.knows_the_end = true;
            audience.control(viewer, CHANNEL, &json!({ "type": "exit", "code": code }));
        }
    }

    /// Whether more output would drop what this viewer has not got yet.
    pub fn is_full_for(&self, viewer: &str) -> bool {
        let Some(view) = self.views.get(viewer) else { return false };
        let unsent = self.ring.end().saturating_sub(view.cursor.sent());
        unsent + READ_BYTES as u64 > RING_BYTES as u64
    }

    /// Bytes that are kept.
    #[cfg(test)]
    pub fn kept(&self) -> usize {
        self.ring.len()
    }
}

#[cfg(test)]
#[path = "output_tests.rs"]
mod tests;
