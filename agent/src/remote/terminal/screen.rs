//! What a viewer would see who had been there all along.

use avt::Terminal;

use super::modes::Modes;
use super::scrollback::Scrollback;
use super::snapshot_size::{MOST, json_length};

/// The screen that the output makes.
pub struct Screen {
    terminal: Terminal,
    scrollback: Scrollback,
    modes: Modes,
    /// The beginning of a character, whose rest has not come yet.
    partial: Vec<u8>,
}

impl Screen {
    /// An empty one.
    pub fn new(rows: u16, cols: u16) -> Self {
        let (rows, cols) = (usize::from(rows.max(1)), usize::from(cols.max(1)));
        Self {
            terminal: Terminal::new(cols, rows).expect("rows and columns are positive"),
            scrollback: Scrollback::default(),
            modes: Modes::default(),
            partial: Vec::new(),
        }
    }

    /// Draws output. Characters may be cut in two; what is none is shown as such.
    pub fn feed(&mut self, bytes: &[u8]) {
        let mut joined = std::mem::take(&mut self.partial);
        let mut rest = bytes;
        if !joined.is_empty() {
            joined.extend_from_slice(bytes);
            rest = &joined;
        }
        loop {
            let error = match std::str::from_utf8(rest) {
                Ok(text) => return self.draw(text),
                Err(error) => error,
            };
            let (text, bad) = rest.split_at(error.valid_up_to());
            self.draw(std::str::from_utf8(text).unwrap_or_default());
            let Some(length) = error.error_len() else {
                self.partial = bad.to_vec();
                return;
            };
            self.draw("\u{fffd}");
            rest = &bad[length..];
        }
    }

    /// The bytes at the end of the output that are not drawn yet.
    pub fn incomplete(&self) -> usize {
        self.partial.len()
    }

    /// Changes its size.
    pub fn resize(&mut self, rows: u16, cols: u16) {
        let (rows, cols) = (usize::from(rows.max(1)), usize::from(cols.max(1)));
        self.terminal.resize_with(cols, rows, &mut self.scrollback);
    }

    /// Rows and columns.
    pub fn size(&self) -> (usize, usize) {
        let (cols, rows) = self.terminal.size();
        (rows, cols)
    }

    /// What draws all of it on an empty terminal of the same size: the lines above the
    /// screen as far as there is room for them in one message, then the screen.
    pub fn snapshot(&self) -> String {
        // First the modes: the screen may end within a sequence.
        let mut screen = self.modes.text();
        screen.push_str(&self.terminal.dump());
        if json_length(&screen) > MOST {
            screen = self.plain_text();
        }
        let (rows, cols) = self.size();
        let mut text = self.scrollback.draw(cols, rows, MOST - json_length(&screen));
        text.push_str(&screen);
        text
    }

    fn draw(&mut self, text: &str) {
        self.modes.feed(text);
        self.terminal.feed_with(text, &mut self.scrollback);
    }

    /// The characters alone, for a screen on which every one has colours of its own.
    fn plain_text(&self) -> String {
        let mut text = self.modes.text();
        let mut left = MOST - json_length(&text) - 32;
        for (row, line) in self.terminal.screen().visible_lines().enumerate() {
            let line = line.text();
            let line = format!("\x1b[{}H{}", row + 1, line.trim_end());
            let length = json_length(&line);
            if length > left {
                break;
            }
            left -= length;
            text.push_str(&line);
        }
        let cursor = self.terminal.cursor();
        text.push_str(&format!("\x1b[{};{}H", cursor.row + 1, cursor.col + 1));
        text
    }
}

#[cfg(test)]
#[path = "screen_tests.rs"]
mod tests;
