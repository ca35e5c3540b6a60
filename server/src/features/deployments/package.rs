//! A file that a browser or `curl` saves.

use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

/// An installer as a download.
#[derive(Debug)]
pub struct Package {
    /// Name to save it under: letters, digits, `.`, `-`, `_`.
    pub name: String,
    content_type: &'static str,
    /// What is in it. It contains a token: it must not be cached.
    content: Vec<u8>,
}

impl Package {
    pub fn script(name: &str, text: String) -> Self {
        let content_type = "text/plain; charset=utf-8";
        Self { name: name.to_owned(), content_type, content: text.into_bytes() }
    }

    pub fn archive(name: &str, content: Vec<u8>) -> Self {
        Self { name: name.to_owned(), content_type: "application/zip", content }
    }
}

impl IntoResponse for Package {
    fn into_response(self) -> Response {
        let headers = [
            (CONTENT_TYPE, self.content_type.to_owned()),
            (CONTENT_DISPOSITION, format!("attachment; filename=\"{}\"", self.name)),
            (CACHE_CONTROL, "no-store".to_owned()),
        ];
        (headers, self.content).into_response()
    }
}

/// Whether a text can be the name of a file on every platform.
pub fn is_file_name(text: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    (1..=100).contains(&text.len()) && !text.starts_with('.') && text.chars().all(is_plain)
}
