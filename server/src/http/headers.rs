//! Headers that every answer has.

use axum::extract::{Request, State};
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS};
use axum::middleware::Next;
use axum::response::Response;

use crate::config::Settings;

/// Browsers use only TLS for a year. Names below this one may belong
/// to others, and are left out.
const TLS_ONLY: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Whether callers reach this server by TLS: its own, or a proxy's.
pub fn has_tls(settings: &Settings) -> bool {
    let is_secure = |url: &String| url.starts_with("https://");
    settings.tls.is_some() || settings.public_url.as_ref().is_some_and(is_secure)
}

/// Middleware: an answer is what its type says, and nobody keeps a copy of it
/// unless its handler says so.
pub async fn protect(State(has_tls): State<bool>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    if has_tls {
        headers.insert(STRICT_TRANSPORT_SECURITY, TLS_ONLY);
    }
    response
}
