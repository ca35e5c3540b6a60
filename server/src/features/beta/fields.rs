//! Which fields a list can be filtered and ordered by: those of its rows in the
//! OpenAPI document.

use serde_json::Value;

use super::lists::List;
use crate::listing::FieldKind;

/// A field of the rows of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowField {
    /// Its name in a query.
    pub name: String,
    /// Its name in the rows.
    pub column: String,
    pub kind: FieldKind,
}

/// The query parameters of the list of the main API.
pub fn main_parameters(document: &Value, list: &List) -> Vec<String> {
    let parameters = document["paths"][list.path]["get"]["parameters"].as_array();
    let in_query = parameters.into_iter().flatten().filter(|one| one["in"] == "query");
    in_query.filter_map(|one| one["name"].as_str()).map(str::to_owned).collect()
}

/// Query parameters of every list: fields of these names are not filters.
pub const RESERVED: &[&str] = &["page", "page_size", "search", "ordering", "after"];

/// The plain fields of the rows of a list, ordered by name.
pub fn row_fields(document: &Value, list: &List) -> Vec<RowField> {
    let answer = &document["paths"][list.path]["get"]["responses"]["200"];
    let item = &answer["content"]["application/json"]["schema"]["items"];
    let mut fields = Vec::new();
    collect(document, item, &mut fields);
    fields.retain(|field| !RESERVED.contains(&field.name.as_str()));
    fields.sort_by(|a, b| a.name.cmp(&b.name));
    fields.dedup_by(|a, b| a.name == b.name);
    fields
}

fn collect(document: &Value, schema: &Value, fields: &mut Vec<RowField>) {
    let schema = resolved(document, schema);
    for part in schema["allOf"].as_array().into_iter().flatten() {
        collect(document, part, fields);
    }
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        if let Some(kind) = kind(resolved(document, property)) {
            fields.push(RowField { name: name.clone(), column: name.clone(), kind });
        }
    }
}

/// A schema, with its reference resolved.
fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next()) {
        Some(name) => &document["components"]["schemas"][name],
        None => schema,
    }
}

/// `None` for lists, objects and values of several types.
fn kind(schema: &Value) -> Option<FieldKind> {
    let types: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => return None,
    };
    let mut types = types.into_iter().filter(|name| *name != "null");
    match (types.next()?, types.next()) {
        ("string", None) if schema["format"] == "date-time" => Some(FieldKind::Time),
        ("string", None) => Some(FieldKind::Text),
        ("integer", None) => Some(FieldKind::Whole),
        ("number", None) => Some(FieldKind::Decimal),
        ("boolean", None) => Some(FieldKind::Flag),
        _ => None,
    }
}
