//! What a program asked of the terminal beside drawing: reports of the mouse, marks around
//! what is pasted. The model of the screen knows nothing of it, and a viewer who comes later
//! needs it.

use std::collections::BTreeSet;

/// Modes that change what a viewer's terminal sends: mouse (1000 to 1016), focus (1004),
/// marks around pasted text (2004).
const KEPT: [u16; 9] = [1000, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 2004];

/// No sequence that matters has more parameters.
const MOST_DIGITS: usize = 64;

/// Which modes are on.
#[derive(Debug, Default)]
pub struct Modes {
    on: BTreeSet<u16>,
    /// Whether the keypad sends sequences of its own.
    has_keypad: bool,
    state: State,
}

/// Where in a sequence the output is.
#[derive(Debug, Default, PartialEq)]
enum State {
    #[default]
    Text,
    /// After `ESC`.
    Escape,
    /// After `ESC [`.
    Control,
    /// After `ESC [ ?`, with what follows.
    Private(String),
}

impl Modes {
    /// Follows the output.
    pub fn feed(&mut self, text: &str) {
        let mut rest = text;
        while !rest.is_empty() {
            if self.state == State::Text {
                // Almost all output is text.
                let Some(at) = rest.find('\x1b') else { return };
                rest = &rest[at..];
            }
            let mut letters = rest.chars();
            if let Some(letter) = letters.next() {
                self.step(letter);
            }
            rest = letters.as_str();
        }
    }

    /// The sequences that switch on what is on.
    pub fn text(&self) -> String {
        let modes = self.on.iter().map(|mode| format!("\x1b[?{mode}h"));
        modes.chain(self.has_keypad.then(|| "\x1b=".to_owned())).collect()
    }

    fn step(&mut self, letter: char) {
        let state = std::mem::take(&mut self.state);
        self.state = match (state, letter) {
            (_, '\x1b') => State::Escape,
            (State::Escape, '[') => State::Control,
            (State::Escape, '=' | '>') => {
                self.has_keypad = letter == '=';
                State::Text
            }
            (State::Escape, 'c') => {
                *self = Self::default();
                State::Text
            }
            (State::Control, '?') => State::Private(String::new()),
            (State::Private(mut digits), '0'..='9' | ';') if digits.len() < MOST_DIGITS => {
                digits.push(letter);
                State::Private(digits)
            }
            (State::Private(digits), 'h' | 'l') => {
                self.switch(&digits, letter == 'h');
                State::Text
            }
            _ => State::Text,
        };
    }

    fn switch(&mut self, modes: &str, is_on: bool) {
        let modes = modes.split(';').filter_map(|mode| mode.parse().ok());
        for mode in modes.filter(|mode| KEPT.contains(mode)) {
            match is_on {
                true => self.on.insert(mode),
                false => self.on.remove(&mode),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn after(text: &str) -> String {
        let mut modes = Modes::default();
        modes.feed(text);
        modes.text()
    }

    #[test]
    fn what_is_on_is_switched_on_again() {
        assert_eq!(after("\x1b[?1049h\x1b[?1002;1006hvim\x1b[?25l"), "\x1b[?1002h\x1b[?1006h");
        assert_eq!(after("\x1b[?2004h\x1b=$ \x1b[?2004l"), "\x1b=");
        assert_eq!(after("\x1b[?1000h\x1b=\x1bc"), "");
        assert_eq!(after("[?1000h \x1b[1000h \x1b[?1000m \x1b]?1000h"), "");
    }

    proptest! {
        #[test]
        fn it_does_not_matter_how_the_output_is_cut(
            text in "(\x1b|\\[|\\?|;|1000|2004|h|l|=|c|a){0,30}",
            cuts in prop::collection::vec(0usize..40, 0..5),
        ) {
            let mut modes = Modes::default();
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(text.len())).collect();
            cuts.sort_unstable();
            let mut from = 0;
            for cut in cuts.into_iter().chain([text.len()]) {
                modes.feed(&text[from..cut]);
                from = cut;
            }
            prop_assert_eq!(modes.text(), after(&text));
        }
    }
}
