//! Text of the clipboard on its way: in parts, as a message is smaller than it may be.

use serde_json::json;

/// The longest text that is passed on, in bytes.
pub const MAX_TEXT: usize = 1024 * 1024;

/// Bytes of a part. Written as JSON they can be six times as many, and still fit a message.
const PART: usize = 32 * 1024;

/// Puts the parts of one sender together.
#[derive(Debug, Default)]
pub struct TextParts {
    text: String,
    is_too_long: bool,
}

/// What a part led to.
#[derive(Debug, PartialEq, Eq)]
pub enum Assembled {
    /// There are more parts.
    Unfinished,
    /// This is all of it.
    Text(String),
    /// It was longer than is passed on.
    TooLong,
}

impl TextParts {
    /// Adds a part.
    pub fn add(&mut self, part: &str, has_more: bool) -> Assembled {
        if self.text.len() + part.len() > MAX_TEXT {
            self.is_too_long = true;
            self.text = String::new();
        }
        if !self.is_too_long {
            self.text.push_str(part);
        }
        if has_more {
            return Assembled::Unfinished;
        }
        let (text, is_too_long) = (std::mem::take(&mut self.text), self.is_too_long);
        self.is_too_long = false;
        if is_too_long { Assembled::TooLong } else { Assembled::Text(text) }
    }
}

/// The messages that carry a text to a viewer; none for one that is too long.
pub fn messages(text: &str) -> Vec<String> {
    if text.len() > MAX_TEXT {
        return Vec::new();
    }
    let (mut rest, mut found) = (text, Vec::new());
    loop {
        let (part, after) = rest.split_at(rest.floor_char_boundary(PART));
        let message = json!({"type": "clipboard", "text": part, "more": !after.is_empty()});
        found.push(message.to_string());
        rest = after;
        if rest.is_empty() {
            return found;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pass_on(text: &str) -> Assembled {
        let mut parts = TextParts::default();
        let messages = messages(text);
        let (last, first) = messages.split_last().unwrap();
        let mut add = |message: &String| {
            let message: serde_json::Value = serde_json::from_str(message).unwrap();
            parts.add(message["text"].as_str().unwrap(), message["more"] == true)
        };
        assert!(first.iter().all(|message| add(message) == Assembled::Unfinished));
        add(last)
    }

    #[test]
    fn the_longest_text_arrives_and_a_longer_one_does_not() {
        let longest = "ä".repeat(MAX_TEXT / 2);
        assert_eq!(pass_on(&longest), Assembled::Text(longest.clone()));
        assert_eq!(messages(&format!("{longest}.")), Vec::<String>::new());
    }

    #[test]
    fn a_text_that_is_too_long_is_forgotten_up_to_its_end() {
        let mut parts = TextParts::default();
        assert_eq!(parts.add(&"x".repeat(MAX_TEXT), true), Assembled::Unfinished);
        assert_eq!(parts.add("x", true), Assembled::Unfinished);
        assert_eq!(parts.add("x", false), Assembled::TooLong);
        assert_eq!(parts.add("next", false), Assembled::Text("next".to_owned()));
    }

    #[test]
    fn every_part_fits_a_message() {
        let worst = "\u{1}".repeat(MAX_TEXT);
        assert!(messages(&worst).iter().all(|message| message.len() < 256 * 1024));
    }

    proptest! {
        #[test]
        fn any_text_arrives_as_it_was(text in ".{0,2000}", times in 1..40_usize) {
            let text = text.repeat(times);
            prop_assert_eq!(pass_on(&text), Assembled::Text(text));
        }
    }
}
