//! What a terminal printed, as lines without escape sequences.

use crate::domain::recordings::utf8::Utf8Stream;

/// Longer lines are cut there, and go on as another one.
const LONGEST_LINE: usize = 1000;

/// Where in an escape sequence the next character belongs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    /// In none.
    #[default]
    Text,
    /// After ESC.
    Escape,
    /// After ESC and a character that announces one more.
    Charset,
    /// In `ESC [ …`.
    Control,
    /// In a text for the terminal, such as its title, until BEL or ESC.
    Hidden,
}

/// Takes what is printed, and returns whole lines.
#[derive(Default)]
pub(super) struct Printed {
    decoder: Utf8Stream,
    place: Place,
    line: String,
    characters: usize,
    /// When the line began.
    ms: u64,
}

impl Printed {
    /// Takes more; each line that is whole with it goes to `found` with its time.
    pub(super) fn print(&mut self, ms: u64, bytes: &[u8], found: &mut impl FnMut(u64, &str)) {
        for letter in self.decoder.decode(bytes).chars() {
            self.take(ms, letter, found);
        }
    }

    /// The last line, which has no end.
    pub(super) fn finish(&mut self, found: &mut impl FnMut(u64, &str)) {
        if !self.line.trim().is_empty() {
            found(self.ms, self.line.trim_end());
        }
        self.line.clear();
        self.characters = 0;
    }

    fn take(&mut self, ms: u64, letter: char, found: &mut impl FnMut(u64, &str)) {
        self.place = match (self.place, letter) {
            (_, '\u{1b}') => Place::Escape,
            (_, '\u{18}' | '\u{1a}') | (Place::Hidden, '\u{7}') => Place::Text,
            (Place::Hidden, _) => Place::Hidden,
            (Place::Escape, '[') => Place::Control,
            (Place::Escape, ']' | 'P' | 'X' | '^' | '_') => Place::Hidden,
            (Place::Escape, '(' | ')' | '*' | '+' | '#' | '%') => Place::Charset,
            (Place::Escape | Place::Charset, _) => Place::Text,
            (Place::Control, '@'..='~') => {
                self.control(letter, found);
                Place::Text
            }
            (Place::Control, _) => Place::Control,
            (Place::Text, _) => {
                self.show(ms, letter, found);
                Place::Text
            }
        };
    }

    /// What moves to another line ends this one; what moves within it leaves a space.
    fn control(&mut self, last: char, found: &mut impl FnMut(u64, &str)) {
        match last {
            'A' | 'B' | 'E' | 'F' | 'H' | 'J' | 'd' | 'f' => self.finish(found),
            'C' if !self.line.is_empty() => self.push(' ', found),
            _ => {}
        }
    }

    fn show(&mut self, ms: u64, letter: char, found: &mut impl FnMut(u64, &str)) {
        match letter {
            // What is written over a line was printed, too.
            '\n' | '\r' | '\u{b}' | '\u{c}' => return self.finish(found),
            '\u{8}' => {
                self.characters = self.characters.saturating_sub(1);
                self.line.pop();
                return;
            }
            '\t' => {}
            other if other.is_control() => return,
            _ => {}
        }
        if self.line.is_empty() {
            self.ms = ms;
        }
        self.push(letter, found);
    }

    fn push(&mut self, letter: char, found: &mut impl FnMut(u64, &str)) {
        self.line.push(letter);
        self.characters += 1;
        if self.characters >= LONGEST_LINE {
            self.finish(found);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lines(parts: &[(u64, &str)]) -> Vec<(u64, String)> {
        let (mut printed, mut found) = (Printed::default(), Vec::new());
        let mut keep = |ms, line: &str| found.push((ms, line.to_owned()));
        for (ms, text) in parts {
            printed.print(*ms, text.as_bytes(), &mut keep);
        }
        printed.finish(&mut keep);
        found
    }

    #[test]
    fn colours_titles_and_moves_are_no_text() {
        let text = "\u{1b}]0;a title\u{7}\u{1b}[1;32mok\u{1b}[0m done\u{1b}(B\r\n\u{1b}[2Jnext";
        assert_eq!(lines(&[(5, text)]), [(5, "ok done".to_owned()), (5, "next".to_owned())]);
        let title = "\u{1b}]2;half \u{1b}\\seen\n";
        assert_eq!(lines(&[(1, title)]), [(1, "seen".to_owned())]);
    }

    #[test]
    fn a_line_has_the_time_of_its_first_character_and_what_was_erased_is_gone() {
        let typed = [(1, "$ l"), (2, "x\u{8}"), (3, "s\r\n"), (4, "file\n")];
        assert_eq!(lines(&typed), [(1, "$ ls".to_owned()), (4, "file".to_owned())]);
    }

    #[test]
    fn a_sequence_may_be_cut_anywhere() {
        let text = "a\u{1b}[31mb\u{1b}]0;t\u{1b}\\c";
        let parts: Vec<(u64, &str)> = text.split("").map(|letter| (0, letter)).collect();
        assert_eq!(lines(&parts), [(0, "abc".to_owned())]);
    }

    proptest! {
        #[test]
        fn whatever_is_printed_lines_are_bounded_and_have_no_control_characters(
            bytes in proptest::collection::vec(any::<u8>(), 0..5000),
        ) {
            let (mut printed, mut worst) = (Printed::default(), Vec::new());
            let mut check = |_, line: &str| {
                let is_plain = line.chars().all(|letter| letter == '\t' || !letter.is_control());
                if !is_plain || line.chars().count() > LONGEST_LINE {
                    worst.push(line.to_owned());
                }
            };
            printed.print(0, &bytes, &mut check);
            printed.finish(&mut check);
            prop_assert!(worst.is_empty(), "{worst:?}");
        }
    }
}
