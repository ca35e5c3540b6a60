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

    /// A page outside of the list is 404; the first one always exists.
    pub fn must_exist(self, total: i64) -> Result<(), ApiError> {
        if self.number > 1 && self.offset() >= total {
            return Err(ApiError::NotFound("page"));
        }
        Ok(())
    }
}

/// A list as an answer.
pub struct ListResponse<T = Value> {
    rows: Vec<T>,
    total: i64,
    page: Option<Page>,
    address: Option<Uri>,
}

impl<T> ListResponse<T> {
    /// All rows of a list; only one page of them may be requested.
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
        if let Some(page) = page {
            page.must_exist(total)?;
        }
        Ok(Self { rows, total, page, address: None })
    }

    /// The address of the request: `next` and `previous` are derived from it.
    pub fn at(mut self, address: &Uri) -> Self {
        self.address = Some(address.clone());
        self
    }
}

/// The addresses of the next and the previous page, where they exist.
fn links(page: Page, total: i64, address: &Uri) -> (Option<String>, Option<String>) {
    let has_next = page.offset() + page.size < total;
    let next = has_next.then(|| link(address, page.number + 1, None));
    let previous = (page.number > 1).then(|| link(address, page.number - 1, None));
    (next, previous)
}

/// The address of another page. With a cursor it begins after the row with that
/// key, however many rows before it were added or removed meanwhile.
pub fn link(address: &Uri, number: i64, after: Option<i64>) -> String {
    let kept = address.query().unwrap_or_default().split('&');
    let mut pairs: Vec<String> = kept
        .filter(|pair| !pair.is_empty())
        .filter(|pair| !pair.starts_with("page=") && !pair.starts_with("after="))
        .map(str::to_owned)
        .collect();
    pairs.push(format!("page={number}"));
    pairs.extend(after.map(|key| format!("after={key}")));
    let base = match (address.scheme_str(), address.authority()) {
        (Some(scheme), Some(host)) => format!("{scheme}://{host}"),
        _ => String::new(),
    };
    format!("{base}{}?{}", address.path(), pairs.join("&"))
}

/// A page with links to the others.
#[derive(Serialize)]
struct Envelope<T> {
    count: i64,
    next: Option<String>,
    previous: Option<String>,
    results: Vec<T>,
}

impl<T: Serialize> IntoResponse for ListResponse<T> {
    fn into_response(self) -> Response {
        let total = HeaderValue::from(self.total);
        let headers = [(HeaderName::from_static("x-total-count"), total)];
        let Some(page) = self.page else {
            return (headers, Json(self.rows)).into_response();
        };
        let address = self.address.unwrap_or_default();
        let (next, previous) = links(page, self.total, &address);
        let envelope = Envelope { count: self.total, next, previous, results: self.rows };
        (headers, Json(envelope)).into_response()
    }
}
