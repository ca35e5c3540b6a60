//! Lists: bare array or pages, searched and ordered the same way everywhere.

mod answer;
mod csv;
mod filters;
mod location_aliases;
mod search;
mod streamed;

use serde_json::Value;
use utoipa::IntoParams;

pub use answer::{ListResponse, Page, link};
pub use csv::csv_line;
pub use filters::{FieldKind, Filter};
pub use location_aliases::LocationAliases;
pub use search::{Search, containing};
pub use streamed::{Frame, stream_list};

use crate::error::ApiError;
use crate::input::{Fields, Parse};

const PAGE_SIZE: i64 = 100;
const LARGEST_PAGE: i64 = 1000;
/// A word becomes a condition in SQL, and SQLite takes a thousand of them in a row
/// at most.
const MOST_WORDS: usize = 50;
/// SQLite searches for no text beyond 50,000 bytes.
const LONGEST_SEARCH: usize = 1000;

/// What every list takes in its query.
#[derive(Clone, Debug, Default, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// Page from 1; turns the answer into `{count, next, previous, results}`.
    pub page: Option<i64>,
    /// Rows per page, 1 to 1000, 100 if not said; turns the answer into pages.
    pub page_size: Option<i64>,
    /// All words must match: `word "a phrase" -without field:value`. 50 words at
    /// most.
    pub search: Option<String>,
    /// A field of the list to order by; `-` before it for descending.
    pub ordering: Option<String>,
}

impl Parse for ListQuery {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            page: fields.whole("page").between(1..=i64::MAX / LARGEST_PAGE).optional(),
            page_size: fields.whole("page_size").between(1..=LARGEST_PAGE).optional(),
            search: search(fields),
            ordering: fields.text("ordering").optional().filter(|text| !text.is_empty()),
        }
    }
}

fn search(fields: &Fields<'_>) -> Option<String> {
    let is_short = |text: &String| Search::parse(text).words() <= MOST_WORDS;
    let sentence = format!("must have at most {MOST_WORDS} words");
    fields.text("search").max(LONGEST_SEARCH).check(is_short, &sentence).optional()
}

impl ListQuery {
    /// The page for callers who ask for pages without further details.
    pub const FIRST_PAGE: Page = Page { number: 1, size: PAGE_SIZE };

    /// The requested page, if pages were requested.
    pub fn page(&self) -> Option<Page> {
        if self.page.is_none() && self.page_size.is_none() {
            return None;
        }
        Some(Page { number: self.page.unwrap_or(1), size: self.page_size.unwrap_or(PAGE_SIZE) })
    }

    /// The field to order by and whether descending; 400 for one not allowed.
    pub fn order(&self, allowed: &[&str]) -> Result<Option<(String, bool)>, ApiError> {
        let Some(text) = &self.ordering else { return Ok(None) };
        let (field, descending) = match text.strip_prefix('-') {
            Some(field) => (field, true),
            None => (text.as_str(), false),
        };
        if !allowed.contains(&field) {
            let sentence = format!("must be one of {}", allowed.join(", "));
            return Err(ApiError::invalid("ordering", sentence));
        }
        Ok(Some((field.to_owned(), descending)))
    }

    /// Searches, orders and pages rows that are in memory already: for lists
    /// that stay small. The rows come in the list's own order.
    pub fn apply(&self, rows: Vec<Value>, orderings: &[&str]) -> Result<ListResponse, ApiError> {
        self.apply_searching(rows, orderings, Search::matches)
    }

    /// Like `apply`, for rows whose search covers other values than they show.
    pub fn apply_searching(
        &self,
        rows: Vec<Value>,
        orderings: &[&str],
        matches: impl Fn(&Search, &Value) -> bool,
    ) -> Result<ListResponse, ApiError> {
        let order = self.order(orderings)?;
        let mut rows = rows;
        if let Some(text) = &self.search {
            let search = Search::parse(text);
            rows.retain(|row| matches(&search, row));
        }
        if let Some((field, descending)) = order {
            // Stable, so that equal rows keep the list's own order.
            rows.sort_by(|a, b| {
                let ordering = compare(&a[&field], &b[&field]);
                if descending { ordering.reverse() } else { ordering }
            });
        }
        ListResponse::new(rows, self.page())
    }
}

/// The order of two values of one field: nulls first, texts whatever their
/// case.
pub fn compare(a: &Value, b: &Value) -> std::cmp::Ordering {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => {
            a.as_f64().unwrap_or(0.0).total_cmp(&b.as_f64().unwrap_or(0.0))
        }
        (Value::String(a), Value::String(b)) => a.to_lowercase().cmp(&b.to_lowercase()),
        (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
        (Value::Null, Value::Null) => std::cmp::Ordering::Equal,
        (Value::Null, _) => std::cmp::Ordering::Less,
        (_, Value::Null) => std::cmp::Ordering::Greater,
        _ => std::cmp::Ordering::Equal,
    }
}
