//! Every answer in a test is compared with the values that the description of
//! the API allows.

use std::sync::LazyLock;

use serde_json::Value;

use crate::router;

static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::to_value(router::document()).unwrap());

/// Refuses an answer with a value that the document does not allow there.
pub fn check_enum_values(method: &str, path: &str, answer: &Value) {
    let Some(operation) = find(&method.to_lowercase(), path) else { return };
    let schema = &operation["responses"]["200"]["content"]["application/json"]["schema"];
    let wrong = wrong(schema, answer);
    assert_eq!(wrong, None, "{method} {path} answers what openapi.json does not allow");
}

/// The operation behind a path; fixed parts win over variable ones.
fn find(method: &str, path: &str) -> Option<&'static Value> {
    let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    let mut found = Vec::new();
    for (template, item) in DOCUMENT["paths"].as_object().unwrap() {
        let names: Vec<&str> = template.trim_matches('/').split('/').collect();
        let fits = |(name, part): (&&str, &&str)| name.starts_with('{') || name == part;
        if names.len() == parts.len()
            && names.iter().zip(&parts).all(fits)
            && let Some(operation) = item.get(method)
        {
            let variables = names.iter().filter(|name| name.starts_with('{')).count();
            found.push((variables, operation));
        }
    }
    found.into_iter().min_by_key(|(variables, _)| *variables).map(|(_, operation)| operation)
}

/// The first value that its schema does not allow.
fn wrong(schema: &Value, value: &Value) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str().and_then(|location| location.rsplit('/').next()) {
        return wrong(&DOCUMENT["components"]["schemas"][name], value);
    }
    if let Some(words) = schema["enum"].as_array()
        && !words.contains(value)
    {
        return Some(format!("{value} is none of {words:?}"));
    }
    let mut parts = schema["allOf"].as_array().into_iter().flatten();
    if let Some(wrong) = parts.find_map(|part| wrong(part, value)) {
        return Some(wrong);
    }
    for choice in ["oneOf", "anyOf"] {
        if let Some(parts) = schema[choice].as_array() {
            let wrongs: Option<Vec<String>> = parts.iter().map(|part| wrong(part, value)).collect();
            if let Some(wrongs) = wrongs {
                return wrongs.into_iter().next();
            }
        }
    }
    match value {
        Value::Array(items) => items.iter().find_map(|item| wrong(&schema["items"], item)),
        // A list that was requested in pages.
        Value::Object(page) if schema["type"] == "array" => wrong(schema, page.get("results")?),
        Value::Object(entries) => entries.iter().find_map(|(name, value)| {
            wrong(&schema["properties"][name], value).map(|wrong| format!("{name}: {wrong}"))
        }),
        _ => None,
    }
}
