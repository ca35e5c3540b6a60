//! A session of the screen: captures when something was drawn and somebody may be sent it.

use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use super::clipboard_text::{Assembled, messages};
use super::command::Command;
use super::differ::{Changes, Differ};
use super::messages::{ViewerMessage, refusal};
use super::packet::PackedShape;
use super::tile_set::TileSet;
use super::viewer::Viewer;
use super::viewers::{PointerState, Viewers};
use crate::os::{Problem, screen::Desktop};

/// How long to wait when the screen cannot be captured, as while another console is shown.
const RETRY: Duration = Duration::from_millis(500);

/// Frames that a viewer who is about to leave gets at most: a whole screen may take several.
const LAST_FRAMES: usize = 8;

/// A session of the screen.
pub struct Session {
    desktop: Desktop,
    differ: Differ,
    viewers: Viewers,
    pointer: PointerState,
    driver: Option<String>,
    passes_clipboard: bool,
    /// Something was drawn since the last capture.
    is_drawn: bool,
    /// All of the screen is to be captured, whatever was drawn.
    is_new: bool,
    /// The pointer is not where it was when it was last asked for.
    is_moved: bool,
    /// The pointer does not look as it did.
    is_reshaped: bool,
    /// No capture before then: half of a processor is enough.
    rest_until: Instant,
}

impl Session {
    /// Begins without viewers.
    pub fn new(mut desktop: Desktop, passes_clipboard: bool) -> Result<Self, Problem> {
        if passes_clipboard {
            desktop.watch_clipboard()?;
        }
        let layout = desktop.layout().clone();
        Ok(Self {
            desktop,
            differ: Differ::new(layout.grid),
            viewers: Viewers::new(layout)?,
            pointer: PointerState::default(),
            driver: None,
            passes_clipboard,
            is_drawn: true,
            is_new: true,
            is_moved: true,
            is_reshaped: true,
            rest_until: Instant::now(),
        })
    }

    /// Runs until nobody can send commands any more.
    pub async fn run(&mut self, commands: &mut mpsc::Receiver<Command>) -> Result<(), Problem> {
        loop {
            self.take_events()?;
            let due = self.viewers.due(self.is_drawn).map(|due| due.max(self.rest_until));
            tokio::select! {
                command = commands.recv() => match command {
                    Some(command) => self.obey(command)?,
                    None => return self.desktop.release_all(),
                },
                readable = self.desktop.readable() => readable?,
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {
                    self.publish()?;
                }
            }
        }
    }

    fn take_events(&mut self) -> Result<(), Problem> {
        let events = self.desktop.take_events()?;
        self.is_drawn |= events.drawn;
        self.is_moved |= events.pointer_moved;
        self.is_reshaped |= events.shape_changed;
        if events.pointer_moved || events.shape_changed {
            self.viewers.pointer_changed(events.shape_changed);
        }
        if events.resized {
            self.desktop.refresh_layout()?;
            let layout = self.desktop.layout().clone();
            if layout != *self.viewers.layout() {
                self.differ = Differ::new(layout.grid);
                self.viewers.set_layout(layout);
                (self.is_drawn, self.is_new) = (true, true);
            }
        }
        if let Some(text) = events.clipboard
            && let Some(driver) = self.driver.as_deref().and_then(|id| self.viewers.find(id))
            && !driver.is_view_only()
        {
            driver.send(messages(&text));
        }
        Ok(())
    }

    fn obey(&mut self, command: Command) -> Result<(), Problem> {
        match command {
            Command::Join { id, role, outgoing } => {
                let now = Instant::now();
                let viewer = Viewer::new(outgoing, role, self.viewers.layout(), now);
                self.viewers.add(id, viewer);
            }
            Command::Leave(id) => {
                self.viewers.remove(&id);
                if self.driver.as_ref() == Some(&id) {
                    self.driver = None;
                    self.desktop.release_all()?;
                }
            }
            Command::Finish(id) => self.finish(&id)?,
            Command::Drive(id) => {
                if self.driver != id {
                    self.driver = id;
                    self.desktop.release_all()?;
                }
            }
            Command::Message { id, text } => self.take_message(&id, &text)?,
        }
        Ok(())
    }

    fn take_message(&mut self, id: &str, text: &str) -> Result<(), Problem> {
        let message = ViewerMessage::read(text);
        let Some(viewer) = self.viewers.find(id) else { return Ok(()) };
        let drives = self.driver.as_deref() == Some(id) && !viewer.is_view_only();
        match message {
            Err(reason) => viewer.send(vec![refusal("not_understood", &reason)]),
            Ok(ViewerMessage::Acknowledge(number)) => {
                viewer.pace.acknowledged(number, Instant::now());
            }
            Ok(ViewerMessage::Refresh) => self.viewers.restart(id),
            Ok(ViewerMessage::Monitor(index)) => self.viewers.show(id, index),
            Ok(_) if viewer.is_view_only() => {
                viewer.send(vec![refusal("view_only", "you may only look")]);
            }
            Ok(_) if !drives => {
                viewer.send(vec![refusal("not_driving", "somebody else has mouse and keyboard")]);
            }
            Ok(ViewerMessage::Input(input)) => return self.desktop.input(&input),
            Ok(ViewerMessage::Clipboard { .. }) if !self.passes_clipboard => {
                let reason = "the policy keeps the clipboards apart";
                viewer.send(vec![refusal("clipboard_off", reason)]);
            }
            Ok(ViewerMessage::Clipboard { text, has_more }) => {
                match viewer.clipboard.add(&text, has_more) {
                    Assembled::Unfinished => {}
                    Assembled::Text(text) => return self.desktop.set_clipboard(text),
                    Assembled::TooLong => {
                        let reason = "a text for the clipboard has at most one mebibyte";
                        viewer.send(vec![refusal("clipboard_too_long", reason)]);
                    }
                }
            }
        }
        Ok(())
    }

    /// Sends a viewer how the screen looks now, whether it is due or not, and removes it.
    fn finish(&mut self, id: &str) -> Result<(), Problem> {
        // With the answer comes everything that was drawn before it.
        self.pointer.position = self.desktop.pointer()?;
        self.take_events()?;
        for _ in 0..LAST_FRAMES {
            if !self.viewers.hurry(id, self.is_drawn, Instant::now()) {
                break;
            }
            self.publish()?;
        }
        self.viewers.remove(id);
        Ok(())
    }

    fn publish(&mut self) -> Result<(), Problem> {
        let begun = Instant::now();
        self.ask_pointer()?;
        let changes = self.capture()?;
        self.viewers.publish(self.differ.current(), &changes, &self.pointer, Instant::now())?;
        self.rest_until = self.rest_until.max(Instant::now() + begun.elapsed());
        Ok(())
    }

    fn ask_pointer(&mut self) -> Result<(), Problem> {
        if std::mem::take(&mut self.is_moved) {
            self.pointer.position = self.desktop.pointer()?;
        }
        if std::mem::take(&mut self.is_reshaped) {
            self.pointer.shape = match self.desktop.shape()? {
                Some(shape) => {
                    let pixels = self.viewers.pack_shape(&shape.rgba)?;
                    Some(PackedShape { hot: shape.hot, size: shape.size, pixels })
                }
                None => None,
            };
        }
        Ok(())
    }

    fn capture(&mut self) -> Result<Changes, Problem> {
        let grid = self.viewers.layout().grid;
        if !self.is_drawn {
            return Ok(Changes::none(grid));
        }
        let drawn = self.desktop.take_drawn()?;
        let wanted =
            if self.is_new { TileSet::full(grid) } else { TileSet::touched_by(grid, &drawn) };
        let rects = wanted.cover(grid);
        let captured = TileSet::touched_by(grid, &rects);
        if !self.desktop.capture(&rects, self.differ.canvas(&captured))? {
            // What was drawn meanwhile is not known: all of it is captured later.
            self.is_new = true;
            self.rest_until = Instant::now() + RETRY;
            return Ok(Changes::none(grid));
        }
        (self.is_drawn, self.is_new) = (false, false);
        Ok(self.differ.compare(&captured))
    }
}
