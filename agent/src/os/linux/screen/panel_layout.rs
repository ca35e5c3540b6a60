//! Where the lines and buttons of a small window are.

use crate::os::plain_text::plain_text;

/// Pixels between things.
const SPACE: usize = 14;
/// Characters in a line, at most.
const MAX_LINE: usize = 64;
/// Lines of a text, at most; what is beyond them is not shown.
const MAX_LINES: usize = 12;

/// The size of the characters, which are all of the same width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CharacterSize {
    /// Pixels from one character to the next.
    pub width: usize,
    /// Pixels from one line to the next.
    pub height: usize,
    /// Pixels from the upper edge of a line to what letters stand on.
    pub ascent: usize,
}

/// A button in a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PanelButton {
    /// What is written on it.
    pub label: String,
    /// Its left edge.
    pub x: usize,
    /// Its upper edge.
    pub y: usize,
    /// Its width.
    pub width: usize,
    /// Its height.
    pub height: usize,
}

/// A small window: lines, then a line that changes, then buttons in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PanelLayout {
    /// Its width.
    pub width: usize,
    /// Its height.
    pub height: usize,
    /// Its text, in lines.
    pub lines: Vec<String>,
    /// The upper edge of the line that changes.
    pub footer: usize,
    /// Its buttons, from left to right.
    pub buttons: Vec<PanelButton>,
}

impl PanelLayout {
    /// Breaks the text into lines and puts the buttons below them.
    pub fn new(text: &str, labels: &[&str], has_footer: bool, size: CharacterSize) -> Self {
        let lines = break_lines(text);
        let footer = SPACE + lines.len() * size.height;
        let below = if has_footer { footer + size.height + SPACE / 2 } else { footer };
        let (mut x, y) = (SPACE, below + SPACE / 2);
        let mut buttons = Vec::new();
        for label in labels {
            let (width, height) = (label.len() * size.width + 2 * SPACE, size.height + SPACE);
            buttons.push(PanelButton { label: (*label).to_owned(), x, y, width, height });
            x += width + SPACE;
        }
        let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let longest = if has_footer { longest.max(MAX_LINE / 2) } else { longest };
        let width = (longest * size.width + 2 * SPACE).max(x);
        Self { width, height: y + size.height + 2 * SPACE, lines, footer, buttons }
    }

    /// Where the first character of a line is.
    pub fn line_position(line: usize, size: CharacterSize) -> (usize, usize) {
        (SPACE, SPACE + line * size.height)
    }

    /// The button at a position.
    pub fn button_at(&self, x: usize, y: usize) -> Option<usize> {
        self.buttons.iter().position(|button| {
            (button.x..button.x + button.width).contains(&x)
                && (button.y..button.y + button.height).contains(&y)
        })
    }
}

fn break_lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in plain_text(text).lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let length = line.chars().count() + 1 + word.chars().count();
            if !line.is_empty() && length > MAX_LINE {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            // A word without an end must not hide what follows it.
            line.extend(word.chars().take(MAX_LINE));
        }
        lines.push(line);
    }
    lines.truncate(MAX_LINES);
    lines
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SIZE: CharacterSize = CharacterSize { width: 9, height: 18, ascent: 14 };

    #[test]
    fn lines_are_broken_between_words() {
        let text = "one two three four five six seven eight nine ten eleven twelve thirteen";
        let expected =
            ["one two three four five six seven eight nine ten eleven twelve", "thirteen"];
        assert_eq!(break_lines(text), expected);
        assert_eq!(break_lines(&"x".repeat(500))[0].len(), MAX_LINE);
        assert_eq!(break_lines("a\n\nb"), ["a", "", "b"]);
    }

    #[test]
    fn a_button_is_found_where_it_is() {
        let layout = PanelLayout::new("May Ann see this?", &["Deny", "Allow"], true, SIZE);
        for (index, button) in layout.buttons.iter().enumerate() {
            assert_eq!(layout.button_at(button.x, button.y), Some(index));
            assert_eq!(layout.button_at(button.x + button.width, button.y), None);
        }
        assert_eq!(layout.button_at(0, 0), None);
    }

    proptest! {
        #[test]
        fn everything_is_within_the_window(text in "\\PC{0,900}", has_footer: bool) {
            let layout = PanelLayout::new(&text, &["Deny", "Allow"], has_footer, SIZE);
            prop_assert!(layout.lines.len() <= MAX_LINES);
            prop_assert!(layout.lines.iter().all(|line| line.chars().count() <= MAX_LINE));
            for button in &layout.buttons {
                prop_assert!(button.x + button.width < layout.width);
                prop_assert!(button.y + button.height < layout.height);
            }
        }
    }
}
