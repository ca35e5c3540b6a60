//! The document describes requests as they are read.

use std::path::Path;

use serde_json::{Value, json};

use super::{api, document_text};
use crate::input::Attempt;

/// Keys of a schema that only narrow it.
const CONSTRAINTS: &[&str] =
    &["enum", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"];

fn document() -> Value {
    serde_json::from_str(&document_text()).unwrap()
}

/// The operation of a handler.
fn operation<'a>(document: &'a Value, name: &str) -> &'a Value {
    let items = document["paths"].as_object().unwrap().values();
    let mut operations = items.flat_map(|item| item.as_object().unwrap().values());
    operations.find(|operation| operation["operationId"] == name).expect(name)
}

/// The schemas of a field in the description of its operation.
fn schemas<'a>(document: &'a Value, operation: &'a Value, attempt: &Attempt) -> Vec<&'a Value> {
    if attempt.is_query {
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        let is_meant = |one: &&Value| one["in"] == "query" && one["name"] == attempt.path.as_str();
        return parameters.filter(is_meant).map(|one| &one["schema"]).collect();
    }
    let mut found = vec![&operation["requestBody"]["content"]["application/json"]["schema"]];
    for name in attempt.path.split('.') {
        let (name, is_item) = match name.strip_suffix("[0]") {
            Some(list) => (list, true),
            None => (name, false),
        };
        found = found.into_iter().flat_map(|schema| parts(document, schema)).collect();
        found = found.iter().filter_map(|schema| schema["properties"].get(name)).collect();
        found = found.into_iter().flat_map(|schema| parts(document, schema)).collect();
        if is_item {
            found = found.iter().filter_map(|schema| schema.get("items")).collect();
        }
    }
    found.into_iter().flat_map(|schema| parts(document, schema)).collect()
}

/// A schema without references, in its parts.
fn parts<'a>(document: &'a Value, schema: &'a Value) -> Vec<&'a Value> {
    if let Some(name) = schema["$ref"].as_str().and_then(|location| location.rsplit('/').next()) {
        return parts(document, &document["components"]["schemas"][name]);
    }
    let choices = ["allOf", "oneOf", "anyOf"].iter().filter_map(|key| schema[key].as_array());
    let inner = choices.flatten().flat_map(|part| parts(document, part));
    std::iter::once(schema).chain(inner).collect()
}

/// For each constraint of a field: a value that breaks it, and one at its
/// limit.
fn limits(schema: &Value) -> Vec<(Value, Value)> {
    let mut limits = Vec::new();
    let text = |length: u64| json!("a".repeat(usize::try_from(length).unwrap()));
    let list = |length: u64| json!(vec!["1"; usize::try_from(length).unwrap()]);
    let words = schema["enum"].as_array().or(schema["items"]["enum"].as_array());
    for word in words.into_iter().flatten().filter(|word| word.is_string()) {
        match schema["type"] == "array" || schema["items"].is_object() {
            true => limits.push((json!(["no such word"]), json!([word]))),
            false => limits.push((json!("no such word"), word.clone())),
        }
    }
    if let Some(least) = schema["minimum"].as_i64() {
        limits.push((json!(least - 1), json!(least)));
    }
    if let Some(most) = schema["maximum"].as_i64() {
        limits.push((json!(most + 1), json!(most)));
    }
    if let Some(least) = schema["minLength"].as_u64() {
        limits.push((text(least - 1), text(least)));
    }
    if let Some(most) = schema["maxLength"].as_u64() {
        limits.push((text(most + 1), text(most)));
    }
    if let Some(least) = schema["minItems"].as_u64() {
        limits.push((list(least - 1), list(least)));
    }
    if let Some(most) = schema["maxItems"].as_u64() {
        limits.push((list(most + 1), list(most)));
    }
    limits
}

#[test]
fn the_document_forbids_exactly_what_is_refused() {
    let document = document();
    let (mut tried, mut wrong) = (0, Vec::new());
    for handler in api().described.into_iter().flat_map(|described| described.handlers) {
        let operation = operation(&document, handler.name);
        for attempt in (handler.attempts)() {
            for schema in schemas(&document, operation, &attempt) {
                for (outside, inside) in limits(schema) {
                    tried += 1;
                    let location = format!("{} {}", handler.name, attempt.path);
                    let complaint = (attempt.problems)(outside.clone());
                    if complaint.is_empty() {
                        wrong.push(format!("{location} accepts {outside:.60}"));
                    }
                    let others = (attempt.problems)(inside.clone());
                    if complaint.iter().any(|sentence| others.contains(sentence)) {
                        wrong.push(format!("{location} refuses {inside:.60}: {others:?}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(tried > 500, "only {tried} limits were found");
}

#[test]
fn a_rule_that_is_read_is_in_the_document() {
    let document = document();
    let timeout = &document["components"]["schemas"]["RunCommand"]["properties"]["timeout"];
    assert_eq!((&timeout["minimum"], &timeout["maximum"]), (&json!(1), &json!(86_400)));

    let bulk = &document["components"]["schemas"]["BulkBody"]["properties"];
    // Read only with `mode` `patch`, and null for the others.
    assert_eq!(bulk["patchMode"]["enum"], json!(["scan", "install", null]));

    let size = operation(&document, "list_users")["parameters"].as_array().unwrap().clone();
    let size = size.iter().find(|one| one["name"] == "page_size").unwrap();
    assert_eq!((&size["schema"]["minimum"], &size["schema"]["maximum"]), (&json!(1), &json!(1000)));
}

#[test]
fn no_extension_is_left_in_the_document() {
    assert!(
        !document_text().contains("\"x-"),
        "router::enum_values knows only properties of components"
    );
}

#[test]
#[ignore = "compares with the file that OLD_OPENAPI names"]
fn an_older_document_differs_only_by_constraints() {
    let old = std::env::var_os("OLD_OPENAPI").expect("the path of a document");
    let mut old: Value = serde_json::from_str(&std::fs::read_to_string(Path::new(&old)).unwrap())
        .expect("a document");
    let mut new = document();
    loosen(&mut old);
    loosen(&mut new);
    assert!(old == new, "the documents differ in more than constraints");
}

/// Removes constraints.
fn loosen(part: &mut Value) {
    match part {
        Value::Object(entries) => {
            // A property may have such a name.
            if entries.contains_key("type") || entries.contains_key("enum") {
                entries.retain(|name, value| {
                    value.is_object() || !CONSTRAINTS.contains(&name.as_str())
                });
            }
            entries.values_mut().for_each(loosen);
        }
        Value::Array(items) => items.iter_mut().for_each(loosen),
        _ => {}
    }
}
