//! The two streams of a terminal: what is typed and what the shell prints. Both outlive the
//! connections that carry them.

use muster_remote::{Cursor, Incoming, Ring, StreamError};

/// Bytes that may come before they are shown.
const WINDOW: u64 = 256 * 1024;

/// What is typed and pasted, until the agent has it.
const MOST_TYPED: usize = 64 * 1024;

/// The most in one frame.
const PIECE: usize = 16 * 1024;

/// A credit: everything before the first was received, and more may come up to the second.
pub type Credit = (u64, u64);

/// How far both streams are.
pub struct Streams {
    /// None before the first screen says where the output goes on.
    output: Option<Incoming>,
    typed: Ring,
    cursor: Cursor,
    has_begun: bool,
}

impl Streams {
    /// Of a session that was never connected to.
    pub fn new() -> Self {
        let (typed, cursor) = (Ring::new(MOST_TYPED), Cursor::at(0));
        Self { output: None, typed, cursor, has_begun: false }
    }

    /// There is another connection: the agent says first how much of the input it has.
    /// Returns the credit that says the same of the output. Unless the shell is the one from
    /// before, everything begins again.
    pub fn connected(&mut self, is_resumed: bool) -> Option<Credit> {
        if !is_resumed {
            *self = Self::new();
        }
        (self.cursor, self.has_begun) = (Cursor::at(self.typed.start()), false);
        self.output.as_mut().map(Incoming::first_credit)
    }

    /// The whole screen comes, and the output goes on here.
    pub fn restart(&mut self, offset: u64) -> Credit {
        self.output.insert(Incoming::new(offset, WINDOW)).first_credit()
    }

    /// Takes output; what is new of it is to be shown.
    pub fn take<'a>(&mut self, offset: u64, bytes: &'a [u8]) -> Result<&'a [u8], StreamError> {
        self.output.as_mut().ok_or(StreamError::BeyondLimit)?.take(offset, bytes)
    }

    /// So much was shown. Returns the credit that is due.
    pub fn shown(&mut self, bytes: usize) -> Option<Credit> {
        let output = self.output.as_mut()?;
        output.used(bytes);
        output.next_credit()
    }

    /// Whether more can be typed without losing any of it.
    pub fn has_room(&self, bytes: usize) -> bool {
        self.typed.len() + bytes <= MOST_TYPED
    }

    /// Adds what was typed.
    pub fn push(&mut self, bytes: &[u8]) {
        self.typed.push(bytes);
    }

    /// Takes the agent's credit for what is typed. An agent that does not know this stream
    /// begins another one; what it never got is not typed into another shell.
    pub fn credit(&mut self, received: u64, limit: u64) -> Result<(), StreamError> {
        match self.cursor.credit(received, limit, &self.typed) {
            Err(StreamError::Gone | StreamError::NeverSent) if !self.has_begun => {
                (self.typed, self.cursor) = (Ring::new(MOST_TYPED), Cursor::at(0));
                self.cursor.credit(received, limit, &self.typed)?;
            }
            other => other?,
        }
        self.has_begun = true;
        self.typed.forget_before(self.cursor.received());
        Ok(())
    }

    /// What is to be sent next.
    pub fn next(&mut self) -> Option<(u64, Vec<u8>)> {
        self.cursor.next(&self.typed, PIECE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_goes_on_after_a_break_where_the_agent_is() {
        let mut streams = Streams::new();
        assert_eq!(streams.connected(false), None, "nothing is known of the output yet");
        streams.push(b"echo hello");
        assert_eq!(streams.next(), None, "the agent says first where it is");
        streams.credit(0, 100).unwrap();
        assert_eq!(streams.next(), Some((0, b"echo hello".to_vec())));
        streams.connected(true);
        streams.push(b"!\r");
        streams.credit(4, 100).unwrap();
        assert_eq!(streams.next(), Some((4, b" hello!\r".to_vec())));
        assert_eq!(streams.credit(13, 100), Err(StreamError::NeverSent));
    }

    #[test]
    fn nothing_that_was_meant_for_another_shell_is_typed_into_this_one() {
        let mut streams = Streams::new();
        streams.push(b"first");
        streams.credit(0, 100).unwrap();
        streams.next();
        streams.credit(5, 100).unwrap();
        // Whether the agent says so, or has no such stream.
        for is_resumed in [true, false] {
            streams.push(b"rm -r old");
            streams.connected(is_resumed);
            streams.credit(0, 100).unwrap();
            assert_eq!(streams.next(), None);
            streams.push(b"ls");
            assert_eq!(streams.next(), Some((0, b"ls".to_vec())));
            streams.credit(2, 100).unwrap();
        }
    }

    #[test]
    fn output_begins_with_a_screen_and_goes_on_by_its_offset() {
        let mut streams = Streams::new();
        assert_eq!(streams.take(0, b"x"), Err(StreamError::BeyondLimit));
        assert_eq!(streams.restart(10), (10, 10 + WINDOW));
        assert_eq!(streams.take(10, b"abc"), Ok(&b"abc"[..]));
        assert_eq!(streams.shown(3), None);
        assert_eq!(streams.connected(true), Some((13, 13 + WINDOW)));
        assert_eq!(streams.take(12, b"cde"), Ok(&b"de"[..]));
        assert_eq!(streams.take(20, b"x"), Err(StreamError::Gap));
    }

    #[test]
    fn a_paste_waits_for_room() {
        let mut streams = Streams::new();
        assert!(streams.has_room(MOST_TYPED));
        streams.push(&vec![b'x'; MOST_TYPED]);
        assert!(!streams.has_room(1));
        streams.credit(0, 100).unwrap();
        streams.next();
        streams.credit(100, 200).unwrap();
        assert!(streams.has_room(100) && !streams.has_room(101));
    }
}
