//! Custom fields in the search of a list.

use serde_json::Value;

use crate::listing::Search;

/// Whether a search finds a row. In custom fields it only looks at the values:
/// their names and types are the same in every row.
pub fn matches(search: &Search, row: &Value) -> bool {
    let mut row = row.clone();
    reduce(&mut row);
    search.matches(&row)
}

fn reduce(row: &mut Value) {
    match row {
        Value::Array(items) => items.iter_mut().for_each(reduce),
        Value::Object(members) => {
            for (name, member) in members {
                match member {
                    Value::Array(values) if name == "custom_fields" => {
                        values.iter_mut().for_each(|value| *value = value["string_value"].take());
                    }
                    Value::Array(_) => reduce(member),
                    _ => {}
                }
            }
        }
        _ => {}
    }
}
