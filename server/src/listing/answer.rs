//! The answer of a list: a bare array, or one page of it.

use axum::Json;
use axum::http::{HeaderName, HeaderValue, Uri};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::Value;

use crate::error::ApiError;

/// One page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// From 1.
    pub number: i64,
    /// Rows in it.
    pub size: i64,
}

impl Page {
    /// Rows before this page.
    pub fn offset(self) -> i64 {
        (self.number - 1) * self.size
    }
}

/// A list on its way out.
pub struct Listed<T = Value> {
    rows: Vec<T>,
    total: i64,
    page: Option<Page>,
    address: Option<Uri>,
}

impl<T> Listed<T> {
    /// All rows of a list, of which one page may be wanted.
    pub fn new(mut rows: Vec<T>, page: Option<Page>) -> Result<Self, ApiError> {
        let total = i64::try_from(rows.len()).unwrap_or(i64::MAX);
        if let Some(page) = page {
            let start = usize::try_from(page.offset()).unwrap_or(usize::MAX).min(rows.len());
            rows.drain(..start);
            rows.truncate(usize::try_from(page.size).unwrap_or(usize::MAX));
        }
        Self::of_page(rows, total, page)
    }

    /// One page that the database cut out already. A page outside is 404.
    pub fn of_page(rows: Vec<T>, total: i64, page: Option<Page>) -> Result<Self, ApiError> {
        if page.is_some_and(|page| page.number > 1 && page.offset() >= total) {
            return Err(ApiError::NotFound("page"));
        }
        Ok(Self { rows, total, page, address: None })
    }

    /// The address asked for: `next` and `previous` are made from it.
    pub fn at(mut self, address: &Uri) -> Self {
        self.address = Some(address.clone());
        self
    }

    fn link(&self, number: i64) -> String {
        let uri = self.address.clone().unwrap_or_default();
        let kept = uri.query().unwrap_or_default().split('&');
        let mut pairs: Vec<String> = kept
            .filter(|pair| !pair.is_empty() && !pair.starts_with("page="))
            .map(str::to_owned)
            .collect();
        pairs.push(format!("page={number}"));
        format!("{}?{}", uri.path(), pairs.join("&"))
    }
}

/// A page with its way to the others.
#[derive(Serialize)]
struct Envelope<T> {
    count: i64,
    next: Option<String>,
    previous: Option<String>,
    results: Vec<T>,
}

impl<T: Serialize> IntoResponse for Listed<T> {
    fn into_response(self) -> Response {
        let total = HeaderValue::from(self.total);
        let headers = [(HeaderName::from_static("x-total-count"), total)];
        let Some(page) = self.page else {
            return (headers, Json(self.rows)).into_response();
        };
        let has_next = page.offset() + page.size < self.total;
        let envelope = Envelope {
            count: self.total,
            next: has_next.then(|| self.link(page.number + 1)),
            previous: (page.number > 1).then(|| self.link(page.number - 1)),
            results: self.rows,
        };
        (headers, Json(envelope)).into_response()
    }
}
