//! Reading a request type in every way that a caller can cause.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde_json::{Map, Value, json};

use super::record::{Expected, ReadField, Record};
use super::rule::Rule;
use crate::input::{Fields, Parse};

/// What each field that is read allows, by its path: `actions[0].timeout`.
pub type Rules = BTreeMap<String, Rule>;

/// What the fields of a request type allow. Which fields are read can depend on
/// the others, as on the `mode` of a bulk action: every field that is read is
/// sent in turn, with each of its allowed values, until no new field is read.
pub fn rules_of<T: Parse>(is_query: bool) -> Rules {
    let found = explore::<T>(is_query).into_iter();
    found.map(|(path, (rule, _))| (path, rule)).collect()
}

/// The fields of a request type, each with a request in which it is read.
fn explore<T: Parse>(is_query: bool) -> BTreeMap<String, (Rule, Map<String, Value>)> {
    let mut found: BTreeMap<String, (Rule, Map<String, Value>)> = BTreeMap::new();
    let mut tried = BTreeSet::new();
    let mut requests = VecDeque::from([Map::new()]);
    while let Some(request) = requests.pop_front() {
        for (path, field) in read::<T>(&request, is_query) {
            for value in worth_trying(&field) {
                if tried.insert((path.clone(), value.to_string())) {
                    requests.push_back(with(&request, &path, value));
                }
            }
            let Some(rule) = field.rule else { continue };
            match found.get_mut(&path) {
                Some((known, _)) => known.or(rule),
                None => drop(found.insert(path, (rule, request.clone()))),
            }
        }
    }
    found
}

/// A field of a request that can be sent with any value.
pub struct Attempt {
    /// Whether it is in the query and not in the body.
    pub is_query: bool,
    pub path: String,
    pub problems: Box<dyn Fn(Value) -> Vec<String>>,
}

/// Every field that is read, with a request to try it.
pub fn attempts<T: Parse>(is_query: bool) -> Vec<Attempt> {
    let one = |(path, (_, request)): (String, (Rule, Map<String, Value>))| {
        let name = path.clone();
        let problems = move |value: Value| {
            let sent = with(&request, &name, value);
            let problems = crate::input::read(&sent, |fields| {
                T::read_all(&Fields {
                    is_query,
                    ..Fields::of_body(fields.object, fields.problems)
                });
            });
            problems.1.get(&name).cloned().unwrap_or_default()
        };
        Attempt { is_query, path, problems: Box::new(problems) }
    };
    explore::<T>(is_query).into_iter().map(one).collect()
}

fn read<T: Parse>(request: &Map<String, Value>, is_query: bool) -> BTreeMap<String, ReadField> {
    let (problems, record) = (RefCell::default(), RefCell::new(Record::default()));
    T::read_all(&Fields::recorded(request, is_query, &problems, &record));
    record.into_inner().into_fields()
}

fn worth_trying(field: &ReadField) -> Vec<Value> {
    let rule = field.rule.clone().unwrap_or_default();
    let mut values = Vec::new();
    for expected in &field.expected {
        match expected {
            Expected::Text => values.extend(match &rule.allowed {
                Some(allowed) => allowed.iter().map(|text| json!(text)).collect(),
                None => vec![json!("a")],
            }),
            Expected::Whole => values.push(json!(rule.minimum.unwrap_or(1))),
            Expected::Flag => values.extend([json!(true), json!(false)]),
            Expected::Object => values.push(json!({})),
            Expected::Objects => values.push(json!([{}])),
            Expected::Presence | Expected::Anything => {
                values.extend([json!("a"), json!({}), json!([{}])])
            }
            // No field depends on the items of a plain list.
            Expected::List => {}
        }
    }
    values
}

/// A copy of the request with one more field.
fn with(request: &Map<String, Value>, path: &str, value: Value) -> Map<String, Value> {
    let mut request = Value::Object(request.clone());
    let mut target = &mut request;
    for name in path.split('.') {
        target = match name.strip_suffix("[0]") {
            Some(list) => &mut target[list][0],
            None => &mut target[name],
        };
    }
    *target = value;
    match request {
        Value::Object(request) => request,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads other fields for each `mode`, some of them inside of objects.
    struct Request;

    impl Parse for Request {
        fn parse(fields: &Fields<'_>) -> Self {
            match fields.text("mode").one_of(&["short", "long"]).required().as_str() {
                "short" => drop(fields.text("text").not_blank().max(5).optional()),
                "long" => drop(fields.text("text").max(50).optional()),
                _ => {}
            }
            if let Some(inner) = fields.object("inner") {
                inner.whole("number").between(1..=i64::MAX).optional();
            }
            for item in fields.objects("items") {
                if item.flag("more").or(false) {
                    item.texts("more_texts").max_items(3, "items").optional();
                }
            }
            fields.json("kept").optional();
            let name = if fields.has("old_name") { "old_name" } else { "name" };
            fields.text(name).max(9).optional();
            Self
        }
    }

    #[test]
    fn fields_that_are_read_only_sometimes_are_found() {
        let mut rules = rules_of::<Request>(false);
        rules.retain(|_, rule| !rule.is_empty());

        let expected = [
            ("inner.number", Rule { minimum: Some(1), ..Rule::default() }),
            ("items[0].more_texts", Rule { max_items: Some(3), ..Rule::default() }),
            ("name", Rule { max_length: Some(9), ..Rule::default() }),
            ("old_name", Rule { max_length: Some(9), ..Rule::default() }),
            ("mode", Rule::one_of(&["short", "long"])),
            ("text", Rule { max_length: Some(50), ..Rule::default() }),
        ];
        let expected = expected.map(|(path, rule)| (path.to_owned(), rule));
        assert_eq!(rules, Rules::from(expected));
    }
}
