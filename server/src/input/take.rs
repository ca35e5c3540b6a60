//! Taking values out of the JSON of a request, and recording which were read.

use serde_json::Value;

use super::field::State;
use super::rules::{Expected, Rule};
use super::{Field, Fields};

impl<'a> Fields<'a> {
    /// Records that a field is read, and returns its number in the record.
    pub(super) fn record_field(&self, name: &str, expected: Expected) -> usize {
        self.record.map_or(0, |record| record.borrow_mut().field(self.path(name), expected))
    }

    /// Records what a field allows. The rule is made only when it is recorded.
    pub(super) fn record_rule(&self, field: usize, rule: impl FnOnce() -> Rule) {
        if let Some(record) = self.record {
            record.borrow_mut().add(field, rule());
        }
    }

    /// Takes one value out of the object.
    pub(super) fn take<T>(
        &self,
        name: &str,
        expected: Expected,
        problem: &str,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Field<'_, 'a, T> {
        // In a query, the last one of a repeated parameter counts.
        let sent = match self.object.get(name) {
            Some(Value::Array(items)) if self.is_query => items.last(),
            other => other,
        };
        let state = match sent {
            None => State::Absent,
            Some(Value::Null) => State::Null,
            Some(value) => match read(value) {
                Some(value) => State::Value(value),
                None => self.wrong(name, problem),
            },
        };
        Field::new(self, name, expected, state)
    }

    /// Takes a list of values out of the object.
    pub(super) fn list<T>(
        &self,
        name: &str,
        problem: &str,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Field<'_, 'a, Vec<T>> {
        let state = match self.object.get(name) {
            None => State::Absent,
            Some(Value::Null) => State::Null,
            Some(Value::Array(items)) => self.items(name, items, problem, read),
            Some(single) if self.is_query => {
                self.items(name, std::slice::from_ref(single), problem, read)
            }
            Some(_) => self.wrong(name, problem),
        };
        Field::new(self, name, Expected::List, state)
    }

    fn items<T>(
        &self,
        name: &str,
        items: &[Value],
        problem: &str,
        read: impl Fn(&Value) -> Option<T>,
    ) -> State<Vec<T>> {
        let mut values = Vec::with_capacity(items.len());
        let before = self.problems.borrow().len();
        for (index, item) in items.iter().enumerate() {
            match read(item) {
                Some(value) => values.push(value),
                None => self.problem(&format!("{name}[{index}]"), problem),
            }
        }
        if self.problems.borrow().len() > before { State::Wrong } else { State::Value(values) }
    }

    fn wrong<T>(&self, name: &str, problem: &str) -> State<T> {
        self.problem(name, problem);
        State::Wrong
    }
}
