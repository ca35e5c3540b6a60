//! What is recorded of what is typed: what the terminal shows as well. The rest may be a
//! password, and is recorded as one `*` a byte.
//!
//! A program that reads lines has the terminal echo them, or not. One that reads keys, such as
//! a shell with a line editor or `ssh`, prints what is typed by itself, or not: there each byte
//! waits until the program has printed something.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

use crate::os::Echo;

/// How long a byte may take to be shown.
const SHOWN_WITHIN: Duration = Duration::from_millis(500);

/// Bytes that wait. More at once were not typed but pasted, and are masked sooner.
const MOST_WAITING: usize = 4096;

const MASK: u8 = b'*';
const ESCAPE: u8 = 0x1b;
const BELL: u8 = 0x07;

/// What was typed and may still be shown.
#[derive(Debug, Default)]
pub struct Typed {
    waiting: VecDeque<u8>,
    /// When the first of it was typed.
    since: Option<Instant>,
    printed: Printed,
}

/// Where in its output a program is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Printed {
    /// In text.
    #[default]
    Text,
    /// After an escape.
    Escape,
    /// In a control sequence.
    Sequence,
    /// In the title of the window and the like.
    Title,
}

impl Typed {
    /// The shell took these bytes. Returns what is to be recorded now.
    pub fn took(&mut self, bytes: &[u8], echo: Echo) -> Vec<u8> {
        let is_late = self.since.is_some_and(|since| since.elapsed() >= SHOWN_WITHIN);
        let mut known = match is_late || echo != Echo::ByProgram {
            true => self.give_up(),
            false => Vec::new(),
        };
        match echo {
            Echo::On => known.extend_from_slice(bytes),
            Echo::Off => known.extend(bytes.iter().map(|byte| mask(*byte))),
            Echo::ByProgram => {
                if self.waiting.is_empty() {
                    (self.since, self.printed) = (Some(Instant::now()), Printed::Text);
                }
                self.waiting.extend(bytes);
                let surplus = self.waiting.len().saturating_sub(MOST_WAITING);
                known.extend(self.waiting.drain(..surplus).map(mask));
                self.release_keys(&mut known);
            }
        }
        known
    }

    /// The program printed this. Returns what is to be recorded of what was typed before it.
    pub fn printed(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut known = Vec::new();
        for byte in bytes {
            let Some(next) = self.waiting.front().copied() else { break };
            if !self.is_text(*byte) {
                continue;
            }
            if *byte != next {
                break;
            }
            known.push(*byte);
            self.waiting.pop_front();
            self.release_keys(&mut known);
        }
        if self.since.is_some_and(|since| since.elapsed() >= SHOWN_WITHIN) {
            known.extend(self.give_up());
        }
        known
    }

    /// Nothing of it is shown any more.
    pub fn give_up(&mut self) -> Vec<u8> {
        self.since = None;
        self.waiting.drain(..).map(mask).collect()
    }

    /// Keys without a character are never shown, and no secret.
    fn release_keys(&mut self, known: &mut Vec<u8>) {
        while let Some(key) = self.waiting.pop_front_if(|byte| is_key(*byte)) {
            known.push(key);
        }
        if self.waiting.is_empty() {
            self.since = None;
        }
    }

    /// Whether a byte of the output is a part of a character on the screen.
    fn is_text(&mut self, byte: u8) -> bool {
        let (next, is_text) = match (self.printed, byte) {
            (Printed::Text, ESCAPE) => (Printed::Escape, false),
            (Printed::Text, _) => (Printed::Text, !is_key(byte)),
            (Printed::Escape, b'[') => (Printed::Sequence, false),
            (Printed::Escape, b']') => (Printed::Title, false),
            (Printed::Sequence, 0x20..=0x3f) => (Printed::Sequence, false),
            (Printed::Title, BELL) => (Printed::Text, false),
            (Printed::Title, ESCAPE) => (Printed::Escape, false),
            (Printed::Title, _) => (Printed::Title, false),
            (Printed::Escape | Printed::Sequence, _) => (Printed::Text, false),
        };
        self.printed = next;
        is_text
    }
}

fn is_key(byte: u8) -> bool {
    byte < b' ' || byte == 0x7f
}

/// The end of a line is no secret, and shows how many there were.
fn mask(byte: u8) -> u8 {
    if matches!(byte, b'\r' | b'\n') { byte } else { MASK }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(typed: &mut Typed, bytes: &[u8], echo: Echo) -> String {
        String::from_utf8(typed.took(bytes, echo)).unwrap()
    }

    fn printed(typed: &mut Typed, bytes: &[u8]) -> String {
        String::from_utf8(typed.printed(bytes)).unwrap()
    }

    #[test]
    fn what_the_terminal_itself_echoes_is_known_at_once() {
        let mut it = Typed::default();
        assert_eq!(typed(&mut it, b"ls -l\n", Echo::On), "ls -l\n");
        assert_eq!(typed(&mut it, b"hunter2\n", Echo::Off), "*******\n");
        assert_eq!(printed(&mut it, b"hunter2"), "");
    }

    #[test]
    fn what_may_have_been_typed_without_echo_was() {
        use Echo::{ByProgram, Off, On};
        for (before, after, known) in [
            (On, On, On),
            (Off, On, Off),
            (On, Off, Off),
            (ByProgram, Off, Off),
            (On, ByProgram, ByProgram),
            (ByProgram, On, ByProgram),
        ] {
            assert_eq!(before.until(after), known, "{before:?}, then {after:?}");
        }
    }

    #[test]
    fn what_a_line_editor_shows_is_no_secret() {
        let mut it = Typed::default();
        assert_eq!(typed(&mut it, b"l", Echo::ByProgram), "");
        assert_eq!(typed(&mut it, b"s\r", Echo::ByProgram), "");
        assert_eq!(printed(&mut it, b"\x1b[?2004hl"), "l");
        assert_eq!(printed(&mut it, b"\x1b]0;lots\x07s\r\nfile\r\n"), "s\r");
        assert_eq!(typed(&mut it, b"\x1b", Echo::ByProgram), "\x1b");
        assert_eq!(typed(&mut it, "ü".as_bytes(), Echo::ByProgram), "");
        assert_eq!(printed(&mut it, "ü".as_bytes()), "ü");
    }

    #[tokio::test(start_paused = true)]
    async fn what_a_program_does_not_show_is_masked() {
        let mut it = Typed::default();
        assert_eq!(typed(&mut it, b"hunter2", Echo::ByProgram), "");
        assert_eq!(printed(&mut it, b"*******"), "");
        // Letters further on are not those that were typed.
        assert_eq!(printed(&mut it, b"Wrong: hunter2"), "");
        tokio::time::advance(SHOWN_WITHIN).await;
        assert_eq!(printed(&mut it, b"\r\n"), "*******");
        assert_eq!(typed(&mut it, b"x", Echo::ByProgram), "");
        tokio::time::advance(SHOWN_WITHIN).await;
        assert_eq!(typed(&mut it, b"y", Echo::ByProgram), "*");
        assert_eq!(typed(&mut it, b"ok\n", Echo::On), "*ok\n");
    }

    #[test]
    fn what_waits_has_a_bound() {
        let mut it = Typed::default();
        let pasted = vec![b'x'; MOST_WAITING + 7];
        assert_eq!(typed(&mut it, &pasted, Echo::ByProgram), "*".repeat(7));
        assert_eq!(it.give_up(), vec![MASK; MOST_WAITING]);
        assert_eq!(it.give_up(), b"");
    }
}
