//! The rules of requests in the OpenAPI document: what handlers read from a
//! body or query, written into its schema.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use utoipa::Number;
use utoipa::openapi::path::{Operation, Parameter, ParameterIn};
use utoipa::openapi::request_body::RequestBody;
use utoipa::openapi::schema::{ArrayItems, Object, Schema, SchemaType, Type};
use utoipa::openapi::{OpenApi as Document, RefOr};

use super::enum_values::limit;
use super::reads::Handler;
use super::schema_path::{for_each, locations, name_of, steps};
use crate::input::{RequestRules, Rule, Rules};

/// Writes what the handlers read into the descriptions of their operations.
pub fn constrain(document: &mut Document, handlers: &[Handler]) {
    let handlers: BTreeMap<&str, &Handler> =
        handlers.iter().map(|handler| (handler.name, handler)).collect();
    let mut bodies: BTreeMap<String, Rules> = BTreeMap::new();
    for operation in operations(document) {
        let name = operation.operation_id.as_deref().unwrap_or_default();
        let Some(handler) = handlers.get(name) else { continue };
        let RequestRules { query, body } = (handler.rules)();
        for parameter in operation.parameters.iter_mut().flatten() {
            constrain_parameter(parameter, &query);
        }
        if let Some(schema) = operation.request_body.as_ref().and_then(schema_of) {
            merge(bodies.entry(schema).or_default(), body);
        }
    }
    let answered = schemas_of_answers(document);
    let Some(components) = document.components.as_mut() else { return };
    let mut found: BTreeMap<(String, Vec<String>), Rule> = BTreeMap::new();
    for (schema, rules) in bodies {
        for (path, rule) in rules {
            for location in locations(&components.schemas, &schema, &steps(&path)) {
                // Stored values need not pass today's rules.
                if answered.contains(&location.0) {
                    continue;
                }
                match found.get_mut(&location) {
                    Some(known) => known.or(rule.clone()),
                    None => drop(found.insert(location, rule.clone())),
                }
            }
        }
    }
    for ((schema, path), rule) in found {
        if let Some(schema) = components.schemas.get_mut(&schema) {
            for_each(schema, &path, &mut |property| write(property, &rule));
        }
    }
}

fn operations(document: &mut Document) -> impl Iterator<Item = &mut Operation> {
    document.paths.paths.values_mut().flat_map(|item| {
        let methods =
            [&mut item.get, &mut item.put, &mut item.post, &mut item.delete, &mut item.patch];
        methods.into_iter().filter_map(Option::as_mut)
    })
}

/// Two operations that take the same body refuse what both of them refuse.
fn merge(known: &mut Rules, others: Rules) {
    for (path, rule) in others {
        match known.get_mut(&path) {
            Some(known) => known.or(rule),
            None => drop(known.insert(path, rule)),
        }
    }
}

fn constrain_parameter(parameter: &mut RefOr<Parameter>, rules: &Rules) {
    let RefOr::T(parameter) = parameter else { return };
    if parameter.parameter_in != ParameterIn::Query {
        return;
    }
    if let (Some(rule), Some(schema)) = (rules.get(&parameter.name), &mut parameter.schema) {
        write(schema, rule);
    }
}

/// The name of the schema that describes a body.
fn schema_of(body: &RefOr<RequestBody>) -> Option<String> {
    let RefOr::T(body) = body else { return None };
    let content = body.content.values().find_map(|content| match content {
        RefOr::T(content) => content.schema.as_ref(),
        RefOr::Ref(_) => None,
    });
    match content? {
        RefOr::Ref(reference) => Some(name_of(&reference.ref_location)),
        RefOr::T(_) => None,
    }
}

/// Writes a rule into the schema of a property.
fn write(property: &mut RefOr<Schema>, rule: &Rule) {
    match property {
        RefOr::T(Schema::Object(object)) => write_object(object, rule),
        RefOr::T(Schema::Array(array)) => {
            array.min_items = rule.min_items.or(array.min_items);
            array.max_items = rule.max_items.or(array.max_items);
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                let allowed = Rule { allowed: rule.allowed.clone(), ..Rule::default() };
                write(items, &allowed);
            }
        }
        _ => {}
    }
}

fn write_object(object: &mut Object, rule: &Rule) {
    let types = match &object.schema_type {
        SchemaType::Type(one) => vec![one.clone()],
        SchemaType::Array(several) => several.clone(),
        SchemaType::AnyValue => Vec::new(),
    };
    let whole = |bound: i64| isize::try_from(bound).ok().map(Number::from);
    if types.contains(&Type::Integer) {
        object.minimum = rule.minimum.and_then(whole).or(object.minimum.take());
        object.maximum = rule.maximum.and_then(whole).or(object.maximum.take());
    }
    if types.contains(&Type::String) {
        object.min_length = rule.min_length.or(object.min_length);
        object.max_length = rule.max_length.or(object.max_length);
        if let Some(words) = &rule.allowed {
            limit(object, words.iter().map(|word| Value::from(word.as_str())).collect());
        }
    }
}

/// The schemas that answers consist of.
fn schemas_of_answers(document: &Document) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for item in document.paths.paths.values() {
        let methods = [&item.get, &item.put, &item.post, &item.delete, &item.patch];
        for operation in methods.into_iter().flatten() {
            collect(&json(&operation.responses), &mut names);
        }
    }
    let schemas = document.components.iter().flat_map(|components| &components.schemas);
    let inside: BTreeMap<&String, Value> =
        schemas.map(|(name, schema)| (name, json(schema))).collect();
    let mut new: Vec<String> = names.iter().cloned().collect();
    while let Some(name) = new.pop() {
        let mut below = BTreeSet::new();
        collect(inside.get(&name).unwrap_or(&Value::Null), &mut below);
        new.extend(below.into_iter().filter(|name| names.insert(name.clone())));
    }
    names
}

/// The names of the schemas that a part of the document refers to.
fn collect(part: &Value, names: &mut BTreeSet<String>) {
    match part {
        Value::Object(entries) => {
            if let Some(Value::String(location)) = entries.get("$ref") {
                names.insert(name_of(location));
            }
            entries.values().for_each(|value| collect(value, names));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, names)),
        _ => {}
    }
}

fn json(part: &impl serde::Serialize) -> Value {
    serde_json::to_value(part).unwrap_or_default()
}
