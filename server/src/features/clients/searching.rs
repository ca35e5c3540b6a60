//! The search of the lists of clients and sites.

use serde_json::Value;

use crate::domain::custom_fields;
use crate::listing::Search;

/// Whether a search finds a client or a site. What a site asks for is left out:
/// `off` would find all of them instead of the offices.
pub fn matches(search: &Search, row: &Value) -> bool {
    let mut row = row.clone();
    let hide = |site: &mut Value| site["enrolment_approval"] = Value::Null;
    match row["sites"].as_array_mut() {
        Some(sites) => sites.iter_mut().for_each(hide),
        None => hide(&mut row),
    }
    custom_fields::matches(search, &row)
}
