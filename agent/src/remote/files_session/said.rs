//! Answers that a viewer may not have got: they are said again when it comes back.
//!
//! Of a change nobody knows whether it was done when the answer was lost with the
//! connection. Whoever has got it already ignores the second one.

use std::collections::VecDeque;

/// Answers that are kept, and their bytes.
const MOST: usize = 64;
const MOST_BYTES: usize = 512 * 1024;

/// The last answers to one viewer.
#[derive(Debug, Default)]
pub struct Said {
    answers: VecDeque<String>,
    bytes: usize,
}

impl Said {
    /// Keeps one; the oldest make room for it.
    pub fn keep(&mut self, answer: String) {
        self.bytes += answer.len();
        self.answers.push_back(answer);
        while self.answers.len() > MOST || self.bytes > MOST_BYTES {
            let Some(oldest) = self.answers.pop_front() else { return };
            self.bytes -= oldest.len();
        }
    }

    /// All that are kept, the oldest first.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        self.answers.iter().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_ones_are_kept() {
        let mut said = Said::default();
        (0..MOST + 2).for_each(|number| said.keep(number.to_string()));
        assert_eq!((said.all().next(), said.all().count()), (Some("2"), MOST));
        said.keep("x".repeat(MOST_BYTES));
        assert_eq!(said.all().count(), 1);
        said.keep("y".repeat(MOST_BYTES + 1));
        assert_eq!((said.all().count(), said.bytes), (0, 0));
    }
}
