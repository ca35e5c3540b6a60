//! One field of a request: what was sent, and what is wrong with it.

use std::ops::RangeInclusive;

use super::rules::{Expected, Rule};
use super::{Fields, ask_for};
use crate::auth::{MASK, Secret};

/// One field while it is read.
pub struct Field<'f, 'a, T> {
    fields: &'f Fields<'a>,
    name: String,
    recorded: usize,
    state: State<T>,
}

pub(super) enum State<T> {
    Absent,
    Null,
    /// The problem is recorded already.
    Wrong,
    Value(T),
}

impl<'f, 'a, T> Field<'f, 'a, T> {
    pub(super) fn new(
        fields: &'f Fields<'a>,
        name: &str,
        expected: Expected,
        state: State<T>,
    ) -> Self {
        let recorded = fields.record_field(name, expected);
        Self { fields, name: name.to_owned(), recorded, state }
    }

    /// Records what it allows, for the description of the API.
    fn allows(self, rule: impl FnOnce() -> Rule) -> Self {
        self.fields.record_rule(self.recorded, rule);
        self
    }

    /// Records the sentence unless the value passes.
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

    /// The value, or a default if it was not sent. Null counts as not sent:
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

    /// Records what to fill in, or the sentence where only programs do.
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
        self.allows(|| Rule { min_length: Some(1), ..Rule::default() })
            .check(|text| !text.trim().is_empty(), sentence)
    }

    /// At most this many characters.
    pub fn max(self, characters: usize) -> Self {
        let sentence = format!("must have at most {characters} characters");
        self.allows(|| Rule { max_length: Some(characters), ..Rule::default() })
            .check(|text| text.chars().count() <= characters, &sentence)
    }

    /// At most this many bytes: a schema can only express characters.
    pub fn max_bytes(self, bytes: usize) -> Self {
        let sentence = format!("must have at most {bytes} bytes");
        self.allows(|| Rule { max_length: Some(bytes), ..Rule::default() })
            .check(|text| text.len() <= bytes, &sentence)
    }

    /// At least this many characters.
    pub fn min(self, characters: usize) -> Self {
        let sentence = format!("must have at least {characters} characters");
        self.allows(|| Rule { min_length: Some(characters), ..Rule::default() })
            .check(|text| text.chars().count() >= characters, &sentence)
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

    /// One of these texts.
    pub fn one_of(self, allowed: &[&str]) -> Self {
        // The empty text means that nothing is chosen, and is not listed.
        let named: Vec<&str> = allowed.iter().copied().filter(|text| !text.is_empty()).collect();
        let sentence = format!("must be one of {}", named.join(", "));
        self.allows(|| Rule::one_of(allowed))
            .check(|text| allowed.contains(&text.as_str()), &sentence)
    }
}

impl<T> Field<'_, '_, Vec<T>> {
    /// At least one item.
    pub fn not_empty(self) -> Self {
        self.allows(|| Rule { min_items: Some(1), ..Rule::default() })
            .check(|items| !items.is_empty(), "must not be empty")
    }

    /// At most this many, which the sentence calls `items` or `entries`.
    pub fn max_items(self, most: usize, items: &str) -> Self {
        let sentence = format!("must have at most {most} {items}");
        self.allows(|| Rule { max_items: Some(most), ..Rule::default() })
            .check(|items| items.len() <= most, &sentence)
    }
}

impl Field<'_, '_, Vec<String>> {
    /// Each of them one of these texts, or the sentence.
    pub fn each_of(self, allowed: &[&str], sentence: &str) -> Self {
        self.allows(|| Rule::one_of(allowed))
            .check(|texts| texts.iter().all(|text| allowed.contains(&text.as_str())), sentence)
    }
}

impl Field<'_, '_, i64> {
    /// Within these bounds.
    pub fn between(self, bounds: RangeInclusive<i64>) -> Self {
        let sentence = format!("must be {} to {}", bounds.start(), bounds.end());
        self.allows(|| Rule::between(*bounds.start(), *bounds.end()))
            .check(|number| bounds.contains(number), &sentence)
    }
}
