//! A file that a browser or `curl` saves.

use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

/// A script as a download.
#[derive(Debug)]
pub struct Package {
    /// Name to save it under: letters, digits, `.`, `-`, `_`.
    pub name: String,
    /// What is in it. It contains a token: it must not be cached.
    pub text: String,
}

impl IntoResponse for Package {
    fn into_response(self) -> Response {
        let headers = [
            (CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
            (CONTENT_DISPOSITION, format!("attachment; filename=\"{}\"", self.name)),
            (CACHE_CONTROL, "no-store".to_owned()),
        ];
        (headers, self.text).into_response()
    }
}

/// Whether a text can be the name of a file on every platform.
pub fn is_file_name(text: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    (1..=100).contains(&text.len()) && !text.starts_with('.') && text.chars().all(is_plain)
}
