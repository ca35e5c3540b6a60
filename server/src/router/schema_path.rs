//! Finding a property in the schemas of the OpenAPI document by its path.

use std::collections::BTreeMap;

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{Array, ArrayItems, Schema};

/// Schemas by their names.
pub type Schemas = BTreeMap<String, RefOr<Schema>>;

/// The name of the schema a reference points to.
pub fn name_of(location: &str) -> String {
    location.rsplit('/').next().unwrap_or(location).to_owned()
}

/// `actions[0].timeout` as the steps to take from schema to schema.
pub fn steps(path: &str) -> Vec<String> {
    let mut steps = Vec::new();
    for name in path.split('.') {
        match name.strip_suffix("[0]") {
            Some(list) => steps.extend([list.to_owned(), ITEMS.to_owned()]),
            None => steps.push(name.to_owned()),
        }
    }
    steps
}

/// The step from a list to its items.
const ITEMS: &str = "[]";

/// The schemas that have the property at the end of a path, each with the
/// steps that lead there inside of it.
pub fn locations(schemas: &Schemas, name: &str, path: &[String]) -> Vec<(String, Vec<String>)> {
    let Some(schema) = schemas.get(name) else { return Vec::new() };
    let mut found = Vec::new();
    let mut next = Vec::new();
    follow(schema, path, &mut |reached, rest| match reached {
        RefOr::Ref(reference) if !rest.is_empty() => {
            next.push((name_of(&reference.ref_location), rest.to_vec()));
        }
        RefOr::T(_) if rest.is_empty() => found.push((name.to_owned(), path.to_vec())),
        _ => {}
    });
    found.dedup();
    for (name, rest) in next {
        found.extend(locations(schemas, &name, &rest));
    }
    found
}

/// Follows a path as far as it leads without leaving the schema.
fn follow(
    schema: &RefOr<Schema>,
    path: &[String],
    reached: &mut dyn FnMut(&RefOr<Schema>, &[String]),
) {
    let RefOr::T(inner) = schema else { return reached(schema, path) };
    match (inner, path.split_first()) {
        (Schema::OneOf(parts), _) => {
            parts.items.iter().for_each(|part| follow(part, path, reached));
        }
        (Schema::AllOf(parts), _) => {
            parts.items.iter().for_each(|part| follow(part, path, reached));
        }
        (Schema::AnyOf(parts), _) => {
            parts.items.iter().for_each(|part| follow(part, path, reached));
        }
        (_, None) => reached(schema, path),
        (Schema::Object(object), Some((name, rest))) => {
            if let Some(property) = object.properties.get(name) {
                follow(property, rest, reached);
            }
        }
        (Schema::Array(Array { items: ArrayItems::RefOrSchema(items), .. }), Some((_, rest))) => {
            follow(items, rest, reached);
        }
        _ => {}
    }
}

/// Like `follow`, with a mutable end of the path.
pub fn for_each(
    schema: &mut RefOr<Schema>,
    path: &[String],
    change: &mut dyn FnMut(&mut RefOr<Schema>),
) {
    let RefOr::T(inner) = schema else { return };
    match (inner, path.split_first()) {
        (Schema::OneOf(parts), _) => {
            parts.items.iter_mut().for_each(|part| for_each(part, path, change));
        }
        (Schema::AllOf(parts), _) => {
            parts.items.iter_mut().for_each(|part| for_each(part, path, change));
        }
        (Schema::AnyOf(parts), _) => {
            parts.items.iter_mut().for_each(|part| for_each(part, path, change));
        }
        (_, None) => change(schema),
        (Schema::Object(object), Some((name, rest))) => {
            if let Some(property) = object.properties.get_mut(name) {
                for_each(property, rest, change);
            }
        }
        (Schema::Array(Array { items: ArrayItems::RefOrSchema(items), .. }), Some((_, rest))) => {
            for_each(items, rest, change);
        }
        _ => {}
    }
}
