//! Which names the query of a list may have. One that is not known would be a
//! filter that does not filter: whoever sent it would take all rows for those
//! they asked for.

use axum::response::Response;
use serde_json::{Map, Value};

use super::fields::{RowField, TAKEN, main_parameters, row_fields};
use super::lists::{List, Pages};
use crate::error::{Problems, Refusal, note};
use crate::listing::FieldKind;

/// What turns a list of the main API into a file, which has no pages.
const FORM: &str = "format";
/// The names that callers use for a field, where that is the key of a place.
const OTHER_NAMES: &[(&str, &str)] = &[("client_id", "client"), ("site_id", "site")];

/// What a list can be asked for.
pub struct Names {
    /// Fields of the rows, by which the beta API filters.
    pub fields: Vec<RowField>,
    /// What the list of the main API filters by, and the beta API does not.
    pub passed_on: Vec<String>,
    known: Vec<String>,
}

impl Names {
    /// As the document describes the list of the main API.
    pub fn new(document: &Value, list: &List) -> Self {
        let fields = match list.pages {
            Pages::Main => Vec::new(),
            Pages::Here => with_other_names(row_fields(document, list)),
        };
        let own = fields.iter().flat_map(|field| field.kind.parameters(&field.name));
        let mut known: Vec<String> = own.map(|(name, _)| name).collect();
        let mut passed_on = main_parameters(document, list);
        let is_other = |name: &str| !TAKEN.contains(&name) && name != FORM;
        passed_on.retain(|name| !known.contains(name) && is_other(name));
        known.extend(passed_on.iter().cloned());
        known.extend(TAKEN.iter().map(|name| (*name).to_owned()));
        known.sort();
        known.dedup();
        Self { fields, passed_on, known }
    }

    /// Whether a query may have this name.
    pub fn knows(&self, name: &str) -> bool {
        self.known.iter().any(|known| known == name)
    }

    /// The names in a query that mean nothing here.
    pub fn problems(&self, sent: &Map<String, Value>) -> Problems {
        let mut problems = Problems::new();
        for name in sent.keys().filter(|name| !self.knows(name)) {
            let sentence =
                format!("this list has no such filter; it has {}", self.known.join(", "));
            note(&mut problems, name, sentence);
        }
        problems
    }
}

/// Tells of these problems too, where a refusal tells of others already.
pub fn told_too(mut refusal: Response, problems: Problems) -> Response {
    let told = refusal.extensions_mut().get_mut::<Refusal>();
    if let Some(errors) = told.and_then(|told| told.errors.as_mut()) {
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
