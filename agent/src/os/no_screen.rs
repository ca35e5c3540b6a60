//! The screen of systems whose screen the agent cannot show yet.

use super::problem::Problem;
use crate::os::screen_parts::cursor::CursorShape;
use crate::os::screen_parts::geometry::{Layout, Rect};
use crate::os::screen_parts::picture::Picture;
use crate::remote::screen::desktop_events::DesktopEvents;
use crate::remote::screen::messages::Input;

/// A screen that cannot be had: [`Self::open`] refuses it.
pub struct Desktop {
    layout: Layout,
}

/// Compresses nothing, as there is nothing to compress.
#[derive(Debug)]
pub struct Compressor(());

impl Desktop {
    /// Refuses.
    pub async fn open() -> Result<Self, Problem> {
        Ok(Self { layout: read_layout()? })
    }

    /// How the screen looks from outside.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Asks again how it looks from outside.
    pub fn refresh_layout(&mut self) -> Result<(), Problem> {
        missing()
    }

    /// Waits until something may have happened.
    pub async fn readable(&self) -> Result<(), Problem> {
        missing()
    }

    /// What happened since this was called last.
    pub fn take_events(&mut self) -> Result<DesktopEvents, Problem> {
        missing().map(|()| DesktopEvents::default())
    }

    /// The parts that were drawn on.
    pub fn take_drawn(&mut self) -> Result<Vec<Rect>, Problem> {
        missing().map(|()| Vec::new())
    }

    /// Captures parts into a picture.
    pub fn capture(&mut self, _rects: &[Rect], _picture: &mut Picture) -> Result<bool, Problem> {
        missing().map(|()| false)
    }

    /// Where the pointer is.
    pub fn pointer(&mut self) -> Result<(i16, i16), Problem> {
        missing().map(|()| (0, 0))
    }

    /// How the pointer looks.
    pub fn shape(&mut self) -> Result<Option<CursorShape>, Problem> {
        missing().map(|()| None)
    }

    /// Uses mouse and keyboard.
    pub fn input(&mut self, _input: &Input) -> Result<(), Problem> {
        missing()
    }

    /// Releases all keys and buttons that are down.
    pub fn release_all(&mut self) -> Result<(), Problem> {
        missing()
    }

    /// Begins to read what other programs put into the clipboard.
    pub fn watch_clipboard(&mut self) -> Result<(), Problem> {
        missing()
    }

    /// Puts a text into the clipboard.
    pub fn set_clipboard(&mut self, _text: String) -> Result<(), Problem> {
        missing()
    }
}

impl Compressor {
    /// Refuses.
    pub fn new() -> Result<Self, Problem> {
        missing().map(Self)
    }

    /// Compresses one thing after the other.
    pub fn compress(&mut self, _raw: &[u8], _compressed: &mut Vec<u8>) -> Result<(), Problem> {
        missing()
    }
}

fn read_layout() -> Result<Layout, Problem> {
    Err(Problem::unsupported("the agent cannot show the screen of this system yet"))
}

fn missing() -> Result<(), Problem> {
    read_layout().map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_screen_that_cannot_be_shown_is_refused_in_words() {
        let refused = Desktop::open().await.map(|_| ()).unwrap_err();
        assert_eq!(refused.to_string(), "the agent cannot show the screen of this system yet");
        assert!(Compressor::new().is_err());
    }
}
