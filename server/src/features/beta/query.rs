//! The query of a list of the beta API, and the rows that match.

use std::cell::RefCell;
use std::cmp::Ordering;

use axum::http::Uri;
use serde_json::{Map, Value, json};

use super::names::QueryNames;
use crate::error::{ApiError, Problems};
use crate::input::{Fields, Parse};
use crate::listing::{Filter, ListQuery, Page, compare, link};

/// The query of a list that is paged here.
pub struct BetaQuery {
    /// By field.
    filters: Vec<(String, Filter)>,
    /// The field to order by, and whether descending.
    order: Option<(String, bool)>,
    /// The page, if one is requested.
    page: Option<Page>,
    /// Only rows with a larger key: the cursor in `next`.
    after: Option<i64>,
}

impl BetaQuery {
    /// Parses the query of a list with these fields, or returns everything that is
    /// wrong with it.
    pub fn parse(query: &Map<String, Value>, names: &QueryNames) -> Result<Self, ApiError> {
        let problems = RefCell::<Problems>::new(names.problems(query));
        let row_fields = &names.fields;
        let fields = Fields::of_query(query, &problems);
        let list = ListQuery::parse(&fields);
        let mut filters = Vec::new();
        for field in row_fields {
            let found = field.kind.parse(&field.name, &fields);
            filters.extend(found.into_iter().map(|filter| (field.column.clone(), filter)));
        }
        let after = fields.whole("after").optional();
        let orderable = row_fields.iter().filter(|field| field.name == field.column);
        let names: Vec<&str> = orderable.map(|field| field.name.as_str()).collect();
        let order = list.order(&names).unwrap_or_else(|_| {
            fields.problem("ordering", format!("must be one of {}", names.join(", ")));
            None
        });
        ApiError::refuse(problems.into_inner())?;
        Ok(Self { filters, order, page: list.page(), after })
    }

    pub fn asks_for_pages(&self) -> bool {
        self.page.is_some()
    }

    /// The matching rows, as an array in the order of the main list.
    pub fn all(&self, rows: Vec<Value>) -> (Value, usize) {
        let rows = self.matching(rows);
        let total = rows.len();
        (Value::Array(rows), total)
    }

    /// The requested page, or the first one, with its envelope.
    pub fn page(&self, rows: Vec<Value>, address: &Uri) -> Result<(Value, usize), ApiError> {
        let page = self.page.unwrap_or(ListQuery::FIRST_PAGE);
        let mut rows = self.matching(rows);
        let total = rows.len();
        let by_key = self.order.is_none() && rows.iter().all(|row| row["id"].is_i64());
        if by_key {
            rows.sort_by_key(key);
        }
        let size = usize::try_from(page.size).unwrap_or(usize::MAX);
        let mut rest = match self.after {
            Some(after) if by_key => rows.split_off(rows.partition_point(|row| key(row) <= after)),
            _ => {
                let start = usize::try_from(page.offset()).unwrap_or(usize::MAX);
                if page.number > 1 && start >= total {
                    return Err(ApiError::NotFound("page"));
                }
                rows.split_off(start.min(total))
            }
        };
        let has_next = rest.len() > size;
        rest.truncate(size);
        let cursor = if by_key { rest.last().map(key) } else { None };
        let next = has_next.then(|| link(address, page.number + 1, cursor));
        let previous = (page.number > 1).then(|| link(address, page.number - 1, None));
        let envelope =
            json!({ "count": total, "next": next, "previous": previous, "results": rest });
        Ok((envelope, total))
    }

    fn matching(&self, mut rows: Vec<Value>) -> Vec<Value> {
        let matches = |row: &Value| {
            self.filters.iter().all(|(name, filter)| filter.passes(&row[name.as_str()]))
        };
        rows.retain(matches);
        if let Some((name, descending)) = &self.order {
            // Stable, so that equal rows keep their order in the main list.
            rows.sort_by(|a, b| directed(compare(&a[name], &b[name]), *descending));
        }
        rows
    }
}

fn directed(ordering: Ordering, descending: bool) -> Ordering {
    if descending { ordering.reverse() } else { ordering }
}

fn key(row: &Value) -> i64 {
    row["id"].as_i64().unwrap_or(0)
}
