//! A list whose rows are written as JSON while it is being sent, for lists that
//! are too long to keep in memory.

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream;

/// Chunks of about this size: each is written when the one before it has been
/// sent, so that a list of ten thousand rows takes no more memory than a short
/// one.
const CHUNK_BYTES: usize = 128 * 1024;

/// How a list is framed.
pub struct Frame {
    total: i64,
    head: String,
    foot: &'static str,
}

impl Frame {
    /// The whole list as an array.
    pub fn all(total: i64) -> Self {
        Self { total, head: "[".to_owned(), foot: "]" }
    }

    /// One page of a list with this many rows, and the addresses of the next
    /// and the previous one.
    pub fn page(total: i64, next: Option<String>, previous: Option<String>) -> Self {
        let text = |link: Option<String>| serde_json::json!(link).to_string();
        let (next, previous) = (text(next), text(previous));
        let head = format!(r#"{{"count":{total},"next":{next},"previous":{previous},"results":["#);
        Self { total, head, foot: "]}" }
    }
}

/// A list as an answer. The function writes one row as JSON; it is called for
/// each of them in turn, the later ones after the answer has started.
pub fn stream_list(
    frame: Frame,
    rows: usize,
    write: impl Fn(usize, &mut Vec<u8>) + Send + 'static,
) -> Response {
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("application/json")),
        (HeaderName::from_static("x-total-count"), HeaderValue::from(frame.total)),
    ];
    let mut chunks = Chunks { head: Some(frame.head), foot: frame.foot, next: 0, rows, write };
    let first = chunks.next().unwrap_or_default();
    // A list of one chunk gets its length in the header.
    if chunks.head.is_none() && chunks.foot.is_empty() {
        return (headers, Body::from(first)).into_response();
    }
    let chunks = std::iter::once(first).chain(chunks);
    let body = Body::from_stream(stream::iter(chunks.map(Ok::<_, std::convert::Infallible>)));
    (headers, body).into_response()
}

/// The text of a list, in chunks.
struct Chunks<W> {
    head: Option<String>,
    /// Empty once it is written.
    foot: &'static str,
    next: usize,
    rows: usize,
    write: W,
}

impl<W: Fn(usize, &mut Vec<u8>)> Iterator for Chunks<W> {
    type Item = Bytes;

    fn next(&mut self) -> Option<Bytes> {
        if self.foot.is_empty() {
            return None;
        }
        let mut text = self.head.take().map(String::into_bytes).unwrap_or_default();
        text.reserve(if self.rows - self.next > 100 { CHUNK_BYTES + CHUNK_BYTES / 8 } else { 0 });
        while self.next < self.rows && text.len() < CHUNK_BYTES {
            if self.next > 0 {
                text.push(b',');
            }
            (self.write)(self.next, &mut text);
            self.next += 1;
        }
        if self.next == self.rows {
            text.extend_from_slice(std::mem::take(&mut self.foot).as_bytes());
        }
        Some(text.into())
    }
}

#[cfg(test)]
mod tests {
    use axum::body::HttpBody;

    use super::*;

    async fn text(frame: Frame, rows: usize, row: &'static str) -> (bool, String) {
        let response = stream_list(frame, rows, move |index, out| {
            out.extend_from_slice(format!("[{index},\"{row}\"]").as_bytes());
        });
        let has_length = response.body().size_hint().exact().is_some();
        let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (has_length, String::from_utf8(body.to_vec()).unwrap())
    }

    #[tokio::test]
    async fn a_short_list_is_one_chunk_and_a_long_one_is_the_same_in_several() {
        assert_eq!(text(Frame::all(0), 0, "").await, (true, "[]".to_owned()));
        let two = r#"[[0,"a"],[1,"a"]]"#.to_owned();
        assert_eq!(text(Frame::all(2), 2, "a").await, (true, two));
        let page = r#"{"count":7,"next":"/x?page=2","previous":null,"results":[[0,"a"]]}"#;
        let frame = Frame::page(7, Some("/x?page=2".to_owned()), None);
        assert_eq!(text(frame, 1, "a").await, (true, page.to_owned()));

        let row: &'static str = "x".repeat(1000).leak();
        let (has_length, long) = text(Frame::all(1000), 1000, row).await;
        let rows: Vec<(usize, String)> = serde_json::from_str(&long).unwrap();
        assert!(!has_length);
        assert!(rows.iter().enumerate().all(|(n, (index, text))| n == *index && text == row));
        assert_eq!(rows.len(), 1000);
    }
}
