//! `/ui/`: the web interface. Until it is built, a page that says so.

use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::IntoResponse;

const PAGE: &str = include_str!("../assets/no_ui.html");

/// The page that stands in for the interface.
pub async fn read_page() -> impl IntoResponse {
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CACHE_CONTROL, "no-store"),
        (
            CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
        ),
    ];
    (headers, PAGE)
}
