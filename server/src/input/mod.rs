//! Reading what a caller sent: all problems at once, each under its field path.
//!
//! serde stops at the first wrong field; a person who fills in a form wants all
//! of them. So a body is read as plain JSON, and each request type takes its
//! fields out of it, recording what is wrong. Unknown fields are ignored, and
//! numbers, texts and flags may come in each other's form.

mod convert;
mod extract;
mod field;
mod if_match;
mod missing;
mod rules;
mod take;

use std::cell::RefCell;
use std::net::IpAddr;

use ipnet::IpNet;
use serde_json::{Map, Value};

pub use convert::whole;
pub use extract::{
    Body, BodyLimits, FormBody, OnlyGet, Path, Query, SmallBody, query_of, read_body,
};
pub use field::Field;
pub use if_match::IfMatch;
pub use missing::ask_for;
#[cfg(test)]
pub use rules::{Argument, Attempt, RequestRules, Rule, Rules};

use self::rules::{Expected, Record};
use crate::error::{ApiError, Problems};
use crate::time::Timestamp;

/// A request type that can be taken out of a body or a query.
pub trait Parse: Sized {
    /// Takes the fields; problems are recorded in `fields`, and the value made
    /// here is then discarded.
    fn parse(fields: &Fields<'_>) -> Self;

    /// Reads every field, also those that `parse` keeps to be read later: for
    /// the description of the API.
    #[cfg(test)]
    fn read_all(fields: &Fields<'_>) {
        Self::parse(fields);
    }
}

/// The fields of one JSON object, or of a query.
pub struct Fields<'a> {
    object: &'a Map<String, Value>,
    prefix: String,
    /// In a query, the last one of a repeated parameter counts, and a list may
    /// have come as its only item.
    is_query: bool,
    problems: &'a RefCell<Problems>,
    /// Where to record what is read, while the API is described.
    record: Option<&'a RefCell<Record>>,
}

/// Reads a value out of a JSON object, or returns everything that is wrong.
pub fn parse<T: Parse>(object: &Map<String, Value>, is_query: bool) -> Result<T, ApiError> {
    let problems = RefCell::default();
    let fields = Fields { is_query, ..Fields::of_body(object, &problems) };
    let value = T::parse(&fields);
    let problems = problems.into_inner();
    if problems.is_empty() { Ok(value) } else { Err(ApiError::Invalid(problems)) }
}

/// Takes a value out of a JSON object, together with everything that is wrong
/// with it: for bodies that need further checks before the refusal.
pub fn read<T>(object: &Map<String, Value>, take: impl FnOnce(&Fields<'_>) -> T) -> (T, Problems) {
    let problems = RefCell::default();
    let fields = Fields::of_body(object, &problems);
    let value = take(&fields);
    (value, problems.into_inner())
}

impl<'a> Fields<'a> {
    /// The fields of a query, for types that [`Parse`] cannot describe because
    /// their fields are known only when the server runs.
    pub fn of_query(object: &'a Map<String, Value>, problems: &'a RefCell<Problems>) -> Self {
        Self { is_query: true, ..Self::of_body(object, problems) }
    }

    fn of_body(object: &'a Map<String, Value>, problems: &'a RefCell<Problems>) -> Self {
        Self { object, prefix: String::new(), is_query: false, problems, record: None }
    }

    /// Like `of_body`, but records what is read.
    #[cfg(test)]
    fn recorded(
        object: &'a Map<String, Value>,
        is_query: bool,
        problems: &'a RefCell<Problems>,
        record: &'a RefCell<Record>,
    ) -> Self {
        Self { is_query, record: Some(record), ..Self::of_body(object, problems) }
    }

    /// Text. Stored as sent; a NUL is refused, as no database stores it.
    pub fn text(&self, name: &str) -> Field<'_, 'a, String> {
        self.take(name, Expected::Text, "must be text", convert::text)
            .check(|text: &String| !text.contains('\0'), "must not contain the character NUL")
    }

    /// A whole number.
    pub fn whole(&self, name: &str) -> Field<'_, 'a, i64> {
        self.take(name, Expected::Whole, "must be a whole number", convert::whole)
    }

    /// A number, whole or not.
    pub fn number(&self, name: &str) -> Field<'_, 'a, f64> {
        self.take(name, Expected::Whole, "must be a number", convert::number)
    }

    /// True or false.
    pub fn flag(&self, name: &str) -> Field<'_, 'a, bool> {
        self.take(name, Expected::Flag, "must be true or false", convert::flag)
    }

    /// A point in time, RFC 3339 with any offset.
    pub fn time(&self, name: &str) -> Field<'_, 'a, Timestamp> {
        let problem = "must be a time such as 2026-01-31T13:30:00Z";
        self.take(name, Expected::Text, problem, |value| Timestamp::parse(value.as_str()?))
    }

    /// A list of texts.
    pub fn texts(&self, name: &str) -> Field<'_, 'a, Vec<String>> {
        self.list(name, "must be a list of texts", |value| {
            convert::text(value).filter(|text| !text.contains('\0'))
        })
    }

    /// A list of whole numbers.
    pub fn wholes(&self, name: &str) -> Field<'_, 'a, Vec<i64>> {
        self.list(name, "must be a list of whole numbers", convert::whole)
    }

    /// A filter by the key of a client or site, under either of its names:
    /// `client` and `client_id`.
    pub fn client_or_site(&self, name: &str) -> Option<i64> {
        let other_name = format!("{name}_id");
        match (self.whole(name).optional(), self.whole(&other_name).optional()) {
            (Some(one), Some(other)) if one != other => {
                self.problem(&other_name, format!("says something else than {name}"));
                None
            }
            (one, other) => one.or(other),
        }
    }

    /// A list of agents: texts are identifiers, numbers keys.
    pub fn agents(&self, name: &str) -> Field<'_, 'a, Vec<Value>> {
        self.list(name, "must be an agent_id or a key", agent_reference)
    }

    /// A list of networks such as `10.0.0.0/8`; a plain address is the network
    /// of that one address.
    pub fn networks(&self, name: &str) -> Field<'_, 'a, Vec<IpNet>> {
        self.list(name, "must be a network such as 10.0.0.0/8, or an address", |value| {
            let text = value.as_str()?.trim();
            let address = || text.parse::<IpAddr>().map(IpNet::from);
            text.parse::<IpNet>().or_else(|_| address()).ok()
        })
    }

    /// Any JSON value.
    pub fn json(&self, name: &str) -> Field<'_, 'a, Value> {
        self.take(name, Expected::Anything, "", |value| Some(value.clone()))
    }

    /// The fields of an object inside this one, if it is there.
    pub fn object(&self, name: &str) -> Option<Fields<'a>> {
        self.record_field(name, Expected::Object);
        match self.object.get(name) {
            Some(Value::Object(object)) => {
                Some(Fields { object, prefix: format!("{}{name}.", self.prefix), ..*self })
            }
            None | Some(Value::Null) => None,
            Some(_) => {
                self.problem(name, "must be an object");
                None
            }
        }
    }

    /// The same fields, read as those of a query: a list may be its only item.
    pub fn into_query(self) -> Self {
        Self { is_query: true, ..self }
    }

    /// The fields of each object in a list inside this one; none if the list
    /// is not there.
    pub fn objects(&self, name: &str) -> Vec<Fields<'a>> {
        self.record_field(name, Expected::Objects);
        let items: &[Value] = match self.object.get(name) {
            None | Some(Value::Null) => &[],
            Some(Value::Array(items)) => items,
            Some(_) => {
                self.problem(name, "must be a list");
                &[]
            }
        };
        let mut objects = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            let Value::Object(object) = item else {
                self.problem(&format!("{name}[{index}]"), "must be an object");
                continue;
            };
            let prefix = self.path(&format!("{name}[{index}]."));
            objects.push(Fields { object, prefix, ..*self });
        }
        objects
    }

    /// The path of a field of this object in the whole request:
    /// `actions[0].timeout`.
    pub fn path(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    /// Whether the caller sent this key at all.
    pub fn has(&self, name: &str) -> bool {
        self.record_field(name, Expected::Presence);
        self.object.contains_key(name)
    }

    /// The names the caller sent.
    pub fn names(&self) -> impl Iterator<Item = &'a str> {
        self.object.keys().map(String::as_str)
    }

    /// Records a problem with a field.
    pub fn problem(&self, name: &str, sentence: impl Into<String>) {
        self.problems.borrow_mut().entry(self.path(name)).or_default().push(sentence.into());
    }
}

/// An agent by identifier or by key. A key may come as text, since no
/// identifier is a number.
pub fn agent_reference(value: &Value) -> Option<Value> {
    match (convert::whole(value), value) {
        (Some(key), _) => Some(key.into()),
        (None, Value::String(text)) if !text.contains('\0') => Some(value.clone()),
        _ => None,
    }
}
