//! The beta API in the OpenAPI document, derived from its description of the
//! main API. It is described whether it is enabled or not: the document belongs
//! to the program, not to one installation's settings.

use serde_json::{Value, json};
use utoipa::openapi::OpenApi;
use utoipa::openapi::path::{Operation, PathItem};

use super::fields::RowField;
use super::lists::{LISTS, List, Pages};
use super::names::QueryNames;

const NEEDS: &str = "Needs the setting `BETA_API_ENABLED`.";

/// Adds the routes of the beta API to the document.
pub fn describe(document: &mut OpenApi) {
    let mut described = Vec::new();
    let written = serde_json::to_value(&*document).unwrap_or_default();
    for list in LISTS {
        let names = QueryNames::new(&written, list);
        let main = |path: &str| document.paths.paths.get(path).cloned().unwrap_or_default();
        let get = main(list.path).get.and_then(|operation| listing(&operation, list, &names));
        described.push((list.beta_path(), item(get, None)));
        if let (Some(one), Some(own)) = (list.one, list.beta_object_path()) {
            let PathItem { get, put, .. } = main(one);
            let (get, put) = (get.and_then(renamed), put.and_then(renamed));
            described.push((own, item(get, put)));
        }
    }
    document.paths.paths.extend(described);
}

fn item(get: Option<Operation>, put: Option<Operation>) -> PathItem {
    let mut item = PathItem::default();
    (item.get, item.put) = (get, put);
    item
}

fn renamed(operation: Operation) -> Option<Operation> {
    changed(&operation, |_| {})
}

/// An operation of the main API as one of the beta API.
fn changed(operation: &Operation, change: impl FnOnce(&mut Value)) -> Option<Operation> {
    let mut text = serde_json::to_value(operation).ok()?;
    let name = format!("beta_{}", text["operationId"].as_str().unwrap_or_default());
    text["operationId"] = json!(name);
    text["tags"] = json!(["beta"]);
    let description = text["description"].as_str().map(|text| format!("{text}\n\n{NEEDS}"));
    text["description"] = json!(description.unwrap_or_else(|| NEEDS.to_owned()));
    change(&mut text);
    serde_json::from_value(text).ok()
}

fn listing(operation: &Operation, list: &List, names: &QueryNames) -> Option<Operation> {
    changed(operation, |text| {
        let parameters = text["parameters"].as_array().cloned().unwrap_or_default();
        let is_accepted = |one: &Value| names.accepts(one["name"].as_str().unwrap_or_default());
        // A list that is paged here has filters by its fields besides the main one's.
        let mut parameters: Vec<Value> = match list.pages {
            Pages::Main => parameters.into_iter().filter(is_accepted).collect(),
            Pages::Here => {
                let own: Vec<Value> = names.fields.iter().flat_map(filters).collect();
                let is_own = |one: &Value| own.iter().any(|other| other["name"] == one["name"]);
                let mut merged: Vec<Value> = parameters.into_iter().filter(is_accepted).collect();
                merged.retain(|parameter| !is_own(parameter));
                merged.extend(own);
                merged
            }
        };
        parameters.dedup_by(|a, b| a["name"] == b["name"]);
        text["parameters"] = json!(parameters);
        let body = &mut text["responses"]["200"]["content"]["application/json"]["schema"];
        *body = envelope(body.take());
        text["description"] = json!(format!(
            "In pages of `{{count, next, previous, results}}`. {NEEDS}{}",
            if list.name == "client" { " A bare array unless a page is asked for." } else { "" }
        ));
    })
}

fn filters(field: &RowField) -> Vec<Value> {
    let described = field.kind.describe(&field.name);
    described.iter().filter_map(|parameter| serde_json::to_value(parameter).ok()).collect()
}

fn envelope(rows: Value) -> Value {
    let link = json!({ "type": ["string", "null"], "format": "uri" });
    json!({
        "type": "object",
        "required": ["count", "next", "previous", "results"],
        "properties": {
            "count": { "type": "integer", "format": "int64" },
            "next": link, "previous": link, "results": rows,
        },
    })
}
