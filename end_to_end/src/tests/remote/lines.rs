//! Lines with numbers, typed into a program that prints what it reads.

use std::fmt::Write;

use crate::dice::Dice;
use crate::remote_viewer::RemoteViewer;

/// The most that are typed at once.
const AT_ONCE: u64 = 40;

/// Lines of one shell.
pub struct Lines {
    /// How many were typed.
    pub typed: u64,
    printed: u64,
    /// By which everything is decided that may be one way or another.
    pub dice: Dice,
}

impl Lines {
    /// Has the shell of a viewer print what is typed, and nothing else.
    pub async fn begin(viewer: &mut RemoteViewer, seed: u64) -> Self {
        viewer.type_text("stty -echo; echo be''gin; cat\n").await;
        viewer.read_until("begin\r\n").await;
        Self { typed: 0, printed: 0, dice: Dice::new(seed) }
    }

    /// Types some more.
    pub async fn type_some(&mut self, viewer: &mut RemoteViewer) {
        for _ in 0..=self.dice.roll(AT_ONCE) {
            self.typed += 1;
            viewer.type_text(&format!("line {}.\n", self.typed)).await;
        }
    }

    /// Reads until any of those that were not read before.
    pub async fn read_some(&mut self, viewer: &mut RemoteViewer) {
        let unread = self.typed - self.printed;
        if unread > 0 {
            self.printed += 1 + self.dice.roll(unread);
            viewer.read_until(&format!("line {}.\r\n", self.printed)).await;
        }
    }

    /// Reads the rest: each line has come once, in order, and nothing between them.
    pub async fn read_all(&mut self, viewer: &mut RemoteViewer) {
        self.printed = self.typed;
        viewer.read_until(&format!("line {}.\r\n", self.typed)).await;
        let (printed, expected) = (self.printed_to(viewer), self.expected());
        assert!(printed == expected, "{} lines were typed: {printed}", self.typed);
    }

    /// What has come, of a shell that died, is what was typed up to some moment.
    pub fn came_as_far_as_they_did(&self, viewer: &RemoteViewer) {
        let printed = self.printed_to(viewer);
        let is_beginning = self.expected().starts_with(&printed);
        assert!(is_beginning, "{} lines were typed: {printed}", self.typed);
    }

    fn printed_to(&self, viewer: &RemoteViewer) -> String {
        let text = viewer.text();
        let (_, printed) = text.split_once("begin\r\n").expect("it began");
        printed.to_owned()
    }

    fn expected(&self) -> String {
        let mut expected = String::new();
        for number in 1..=self.typed {
            write!(expected, "line {number}.\r\n").expect("a text takes everything");
        }
        expected
    }
}
