//! Which fields were read, and the rules of each.

#![cfg_attr(not(test), expect(dead_code, reason = "tests make the description of the API"))]

use std::collections::BTreeMap;

use super::Rule;

/// The fields that were read for one request.
#[derive(Debug, Default)]
pub struct Record {
    fields: Vec<Recorded>,
}

/// One field that was read.
#[derive(Debug)]
struct Recorded {
    path: String,
    expected: Expected,
    rule: Rule,
}

/// A field that was read, once or several times.
#[derive(Debug, Default)]
pub struct ReadField {
    /// The types it was read as.
    pub expected: Vec<Expected>,
    /// What it allows if it was read: a field that is read twice must pass both
    /// times.
    pub rule: Option<Rule>,
}

/// The type of a field, as far as that decides what to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Only whether it was sent.
    Presence,
    /// Anything: it is stored as it is.
    Anything,
    /// Text, or what is written as text.
    Text,
    /// A whole number.
    Whole,
    /// True or false.
    Flag,
    /// A list of plain values.
    List,
    /// An object.
    Object,
    /// A list of objects.
    Objects,
}

impl Record {
    /// Records that a field is read; its rules are added by the number that is
    /// returned.
    pub fn field(&mut self, path: String, expected: Expected) -> usize {
        self.fields.push(Recorded { path, expected, rule: Rule::default() });
        self.fields.len() - 1
    }

    /// Records a rule of a field.
    pub fn add(&mut self, field: usize, rule: Rule) {
        if let Some(recorded) = self.fields.get_mut(field) {
            recorded.rule.and(rule);
        }
    }

    /// Each field once.
    pub fn into_fields(self) -> BTreeMap<String, ReadField> {
        let mut fields: BTreeMap<String, ReadField> = BTreeMap::new();
        for recorded in self.fields {
            let field = fields.entry(recorded.path).or_default();
            if !field.expected.contains(&recorded.expected) {
                field.expected.push(recorded.expected);
            }
            if recorded.expected != Expected::Presence {
                field.rule.get_or_insert_default().and(recorded.rule);
            }
        }
        fields
    }
}
