//! One field of a request: what was sent, and what is wrong with it.

use std::ops::RangeInclusive;

use super::{Fields, ask_for};
use crate::auth::{MASK, Secret};

/// One field on its way from JSON to a value.
pub struct Field<'f, 'a, T> {
    fields: &'f Fields<'a>,
    name: String,
    state: State<T>,
}

enum State<T> {
    Absent,
    Null,
    /// The problem is noted already.
    Wrong,
    Value(T),
}

impl<'f, 'a, T> Field<'f, 'a, T> {
    pub(super) fn absent(fields: &'f Fields<'a>, name: &str) -> Self {
        Self { fields, name: name.to_owned(), state: State::Absent }
    }

    pub(super) fn null(fields: &'f Fields<'a>, name: &str) -> Self {
        Self { fields, name: name.to_owned(), state: State::Null }
    }

    pub(super) fn value(fields: &'f Fields<'a>, name: &str, value: T) -> Self {
        Self { fields, name: name.to_owned(), state: State::Value(value) }
    }

    pub(super) fn wrong(fields: &'f Fields<'a>, name: &str, problem: &str) -> Self {
        fields.problem(name, problem);
        Self::noted(fields, name)
    }

    pub(super) fn noted(fields: &'f Fields<'a>, name: &str) -> Self {
        Self { fields, name: name.to_owned(), state: State::Wrong }
    }

    /// Notes the sentence unless the value passes.
    pub fn check(mut self, passes: impl Fn(&T) -> bool, sentence: &str) -> Self {
        if let State::Value(value) = &self.state
            && !passes(value)
        {
            self.fields.problem(&self.name, sentence);
            self.state = State::Wrong;
        }
        self
    }

    /// The value, if the caller sent one. Null is a problem.
    pub fn optional(self) -> Option<T> {
        match self.state {
            State::Value(value) => Some(value),
            State::Null => {
                self.ask("must not be null");
                None
            }
            State::Absent | State::Wrong => None,
        }
    }

    /// The value, or what stands for "not sent". Null counts as not sent:
    /// callers fill unused fields with it.
    pub fn or(self, default: T) -> T {
        match self.state {
            State::Value(value) => value,
            _ => default,
        }
    }

    /// Nothing if absent; `Some(None)` if the caller sent null, to clear it.
    pub fn nullable(self) -> Option<Option<T>> {
        match self.state {
            State::Value(value) => Some(Some(value)),
            State::Null => Some(None),
            State::Absent | State::Wrong => None,
        }
    }

    /// The value; absence is a problem.
    pub fn required(self) -> T
    where
        T: Default,
    {
        match self.state {
            State::Value(value) => return value,
            State::Absent => self.ask("this field is required"),
            State::Null => self.ask("must not be null"),
            State::Wrong => {}
        }
        T::default()
    }

    /// Notes what to fill in, or the sentence where only programs do.
    fn ask(&self, otherwise: &str) {
        self.fields.problem(&self.name, ask_for(&self.name).unwrap_or(otherwise));
    }
}

impl Field<'_, '_, String> {
    /// Without white space at both ends: for names.
    pub fn trimmed(mut self) -> Self {
        if let State::Value(text) = &mut self.state {
            *text = text.trim().to_owned();
        }
        self
    }

    /// More than white space.
    pub fn not_blank(self) -> Self {
        let sentence = ask_for(&self.name).unwrap_or("must not be empty");
        self.check(|text| !text.trim().is_empty(), sentence)
    }

    /// At most this many characters.
    pub fn max(self, characters: usize) -> Self {
        let sentence = format!("must have at most {characters} characters");
        self.check(|text| text.chars().count() <= characters, &sentence)
    }

    /// At least this many characters.
    pub fn min(self, characters: usize) -> Self {
        let sentence = format!("must have at least {characters} characters");
        self.check(|text| text.chars().count() >= characters, &sentence)
    }

    /// A secret: nothing if it stays as it is (absent, or the mask came
    /// back); `Some(None)` for null or `""`, which clear it.
    pub fn secret(self) -> Option<Option<Secret>> {
        match self.nullable()? {
            Some(text) if text == MASK => None,
            Some(text) if !text.is_empty() => Some(Some(Secret::new(text))),
            _ => Some(None),
        }
    }

    /// One of these words.
    pub fn one_of(self, words: &[&str]) -> Self {
        // The empty word means that nothing is chosen, and is not listed.
        let named: Vec<&str> = words.iter().copied().filter(|word| !word.is_empty()).collect();
        let sentence = format!("must be one of {}", named.join(", "));
        self.check(|text| words.contains(&text.as_str()), &sentence)
    }
}

impl Field<'_, '_, i64> {
    /// Within these bounds.
    pub fn between(self, bounds: RangeInclusive<i64>) -> Self {
        let sentence = format!("must be {} to {}", bounds.start(), bounds.end());
        self.check(|number| bounds.contains(number), &sentence)
    }
}
