//! A list whose rows are written as JSON text one after the other, for lists
//! that are too long to be kept as values.

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream;

/// Pieces of about this size: a list of ten thousand rows is never copied as
/// a whole, and its memory is given back while it is being sent.
const PIECE_BYTES: usize = 256 * 1024;

/// A list on its way out, as text.
pub struct Written {
    pieces: Vec<Bytes>,
    current: Vec<u8>,
    rows: i64,
}

impl Default for Written {
    fn default() -> Self {
        Self { pieces: Vec::new(), current: Vec::with_capacity(PIECE_BYTES / 4), rows: 0 }
    }
}

impl Written {
    /// Adds a row, which the function writes as JSON.
    pub fn row(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        if self.rows > 0 {
            self.current.push(b',');
        }
        write(&mut self.current);
        self.rows += 1;
        if self.current.len() >= PIECE_BYTES {
            let next = Vec::with_capacity(PIECE_BYTES + PIECE_BYTES / 8);
            self.pieces.push(std::mem::replace(&mut self.current, next).into());
        }
    }

    /// How many rows there are.
    pub fn rows(&self) -> i64 {
        self.rows
    }

    /// The whole list as an array.
    pub fn all(self) -> Response {
        let total = self.rows;
        self.framed(total, "[".to_owned(), "]")
    }

    /// One page of a list with this many rows, and the addresses of the next
    /// and the previous one.
    pub fn page(self, total: i64, next: Option<String>, previous: Option<String>) -> Response {
        let text = |link: Option<String>| serde_json::json!(link).to_string();
        let head = format!(
            r#"{{"count":{total},"next":{},"previous":{},"results":["#,
            text(next),
            text(previous)
        );
        self.framed(total, head, "]}")
    }

    fn framed(mut self, total: i64, head: String, foot: &'static str) -> Response {
        self.current.extend_from_slice(foot.as_bytes());
        let headers = [
            (CONTENT_TYPE, HeaderValue::from_static("application/json")),
            (HeaderName::from_static("x-total-count"), HeaderValue::from(total)),
        ];
        if self.pieces.is_empty() {
            let mut whole = head.into_bytes();
            whole.append(&mut self.current);
            return (headers, Body::from(whole)).into_response();
        }
        let pieces = std::iter::once(Bytes::from(head))
            .chain(self.pieces)
            .chain(std::iter::once(self.current.into()));
        let body = Body::from_stream(stream::iter(pieces.map(Ok::<_, std::convert::Infallible>)));
        (headers, body).into_response()
    }
}
