//! The allowed values of properties of answers.
//!
//! Such a property is a text to the derive of `ToSchema`, and names its values
//! with the constant that the code has for them:
//! `#[schema(extensions(("x-enum-values" = json!(STATUSES))))]`. In the document they
//! become its `enum`.

use serde_json::Value;
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::schema::{ArrayItems, Object, Schema, SchemaType, Type};
use utoipa::openapi::{OpenApi as Document, RefOr};

const NAME: &str = "x-enum-values";

/// Turns the extension of properties into their `enum`.
pub fn write_enum_values(document: &mut Document) {
    let Some(components) = document.components.as_mut() else { return };
    components.schemas.values_mut().for_each(write);
}

fn write(schema: &mut RefOr<Schema>) {
    let RefOr::T(schema) = schema else { return };
    match schema {
        Schema::Object(object) => {
            if let Some(values) = take(&mut object.extensions) {
                limit(object, values);
            }
            object.properties.values_mut().for_each(write);
        }
        Schema::Array(array) => {
            let values = take(&mut array.extensions);
            let ArrayItems::RefOrSchema(items) = &mut array.items else { return };
            match (values, &mut **items) {
                (Some(values), RefOr::T(Schema::Object(item))) => limit(item, values),
                (_, items) => write(items),
            }
        }
        Schema::OneOf(parts) => parts.items.iter_mut().for_each(write),
        Schema::AllOf(parts) => parts.items.iter_mut().for_each(write),
        Schema::AnyOf(parts) => parts.items.iter_mut().for_each(write),
        _ => {}
    }
}

fn take(extensions: &mut Option<Extensions>) -> Option<Vec<Value>> {
    let values = extensions.as_mut()?.remove(NAME)?;
    if extensions.as_ref().is_some_and(|left| left.is_empty()) {
        *extensions = None;
    }
    values.as_array().cloned()
}

/// Limits a text to these values; one that can be null still can.
pub fn limit(object: &mut Object, mut values: Vec<Value>) {
    if let SchemaType::Array(types) = &object.schema_type
        && types.contains(&Type::Null)
    {
        values.push(Value::Null);
    }
    object.enum_values = Some(values);
}
