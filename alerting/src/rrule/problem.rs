//! What is wrong with a window that a person wrote.

use std::fmt;

/// A part of a rule or window, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The field of the window, or the part of the rule such as `BYDAY`.
    pub part: String,
    /// What is wrong.
    pub text: String,
}

impl Problem {
    /// Names a problem.
    pub fn new(part: impl Into<String>, text: impl Into<String>) -> Self {
        Self { part: part.into(), text: text.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{}: {}", self.part, self.text)
    }
}
