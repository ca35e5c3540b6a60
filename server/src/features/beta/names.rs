//! Which parameters the query of a list may have. An unknown one would be a
//! filter that does not filter: its sender would take all rows for the requested
//! ones.

use axum::response::Response;
use serde_json::{Map, Value};

use super::fields::{RESERVED, RowField, main_parameters, row_fields};
use super::lists::{List, Pages};
use crate::error::{Problems, Refusal, add_problem};
use crate::listing::FieldKind;

/// Parameter that turns a list of the main API into a file, which has no pages.
const FORMAT: &str = "format";
/// Other names for fields that hold the key of a client or site.
const OTHER_NAMES: &[(&str, &str)] = &[("client_id", "client"), ("site_id", "site")];

/// The query parameters of a list.
pub struct QueryNames {
    /// Fields of the rows, by which the beta API filters.
    pub fields: Vec<RowField>,
    /// Filters of the main API's list that the beta API does not have.
    pub forwarded: Vec<String>,
    accepted: Vec<String>,
}

impl QueryNames {
    /// Reads them from the description of the main API's list.
    pub fn new(document: &Value, list: &List) -> Self {
        let fields = match list.pages {
            Pages::Main => Vec::new(),
            Pages::Here => with_other_names(row_fields(document, list)),
        };
        let own = fields.iter().flat_map(|field| field.kind.parameters(&field.name));
        let mut accepted: Vec<String> = own.map(|(name, _)| name).collect();
        let mut forwarded = main_parameters(document, list);
        let is_other = |name: &str| !RESERVED.contains(&name) && name != FORMAT;
        forwarded.retain(|name| !accepted.contains(name) && is_other(name));
        accepted.extend(forwarded.iter().cloned());
        accepted.extend(RESERVED.iter().map(|name| (*name).to_owned()));
        accepted.sort();
        accepted.dedup();
        Self { fields, forwarded, accepted }
    }

    pub fn accepts(&self, name: &str) -> bool {
        self.accepted.iter().any(|accepted| accepted == name)
    }

    /// The unknown parameters of a query.
    pub fn problems(&self, sent: &Map<String, Value>) -> Problems {
        let mut problems = Problems::new();
        for name in sent.keys().filter(|name| !self.accepts(name)) {
            let sentence =
                format!("this list has no such filter; it has {}", self.accepted.join(", "));
            add_problem(&mut problems, name, sentence);
        }
        problems
    }
}

/// Adds these problems to a refusal that lists others already.
pub fn with_problems(mut refusal: Response, problems: Problems) -> Response {
    let details = refusal.extensions_mut().get_mut::<Refusal>();
    if let Some(errors) = details.and_then(|details| details.errors.as_mut()) {
        errors.extend(problems);
    }
    refusal
}

fn with_other_names(mut fields: Vec<RowField>) -> Vec<RowField> {
    for (other, name) in OTHER_NAMES {
        let is_key = |field: &&RowField| field.name == *name && field.kind == FieldKind::Whole;
        let has_own = fields.iter().any(|field| field.name == *other);
        let found = fields.iter().find(is_key).filter(|_| !has_own).cloned();
        fields.extend(found.map(|field| RowField { name: (*other).to_owned(), ..field }));
    }
    fields
}
