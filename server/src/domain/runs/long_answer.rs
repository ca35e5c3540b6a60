//! A JSON answer with long texts, written while it is sent: the output of a run
//! is in memory once, and not a second time as JSON.

use axum::body::Body;
use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream;

/// About how many bytes are written at once.
const CHUNK_BYTES: usize = 64 * 1024;

/// A part of an answer.
pub enum AnswerPart {
    /// JSON as it is.
    Json(String),
    /// Text that becomes a JSON string.
    Text(String),
}

/// The response with these parts in order.
pub fn in_parts(parts: Vec<AnswerPart>) -> Response {
    let headers = [(CONTENT_TYPE, HeaderValue::from_static("application/json"))];
    let length: usize = parts.iter().map(AnswerPart::len).sum();
    let chunks = parts.into_iter().flat_map(AnswerPart::chunks);
    if length <= CHUNK_BYTES {
        let whole = chunks.collect::<Vec<_>>().concat();
        return (headers, Body::from(whole)).into_response();
    }
    let chunks = chunks.map(|chunk| Ok::<_, std::convert::Infallible>(Bytes::from(chunk)));
    (headers, Body::from_stream(stream::iter(chunks))).into_response()
}

impl AnswerPart {
    fn len(&self) -> usize {
        match self {
            Self::Json(text) | Self::Text(text) => text.len(),
        }
    }

    fn chunks(self) -> Box<dyn Iterator<Item = Vec<u8>> + Send> {
        match self {
            Self::Json(text) => Box::new(std::iter::once(text.into_bytes())),
            Self::Text(text) => {
                let mark = || std::iter::once(b"\"".to_vec());
                Box::new(mark().chain(Escaped { text, position: 0 }).chain(mark()))
            }
        }
    }
}

/// The contents of a JSON string, chunk by chunk.
struct Escaped {
    text: String,
    position: usize,
}

impl Iterator for Escaped {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let rest = &self.text[self.position..];
        if rest.is_empty() {
            return None;
        }
        let end = rest.floor_char_boundary(CHUNK_BYTES);
        self.position += end;
        let mut quoted = serde_json::to_vec(&rest[..end]).unwrap_or_default();
        quoted.pop();
        quoted.drain(..1.min(quoted.len()));
        Some(quoted)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    async fn read(parts: Vec<AnswerPart>) -> Value {
        let body = in_parts(parts).into_body();
        serde_json::from_slice(&axum::body::to_bytes(body, usize::MAX).await.unwrap()).unwrap()
    }

    #[tokio::test]
    async fn a_long_text_comes_out_as_it_went_in() {
        let text = "line \"1\"\n\té€😀\u{1}".repeat(20_000);
        assert_eq!(read(vec![AnswerPart::Text(text.clone())]).await, json!(text));
        let parts = vec![
            AnswerPart::Json(r#"{"a":"#.to_owned()),
            AnswerPart::Text(text.clone()),
            AnswerPart::Json(r#","b":"#.to_owned()),
            AnswerPart::Text(String::new()),
            AnswerPart::Json("}".to_owned()),
        ];
        assert_eq!(read(parts).await, json!({ "a": text, "b": "" }));
    }

    proptest! {
        #[test]
        fn every_text_is_escaped_as_json(text in ".{0,40}", times in 1usize..2000) {
            let text = text.repeat(times);
            let whole = AnswerPart::Text(text.clone()).chunks().collect::<Vec<_>>().concat();
            prop_assert_eq!(serde_json::from_slice::<String>(&whole).unwrap(), text);
        }
    }
}
