//! Which web pages may call the API from a browser.

use axum::http::{HeaderName, HeaderValue, Method, header};
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::config::Settings;

/// Allows the configured origins; without any, only our own UI works.
pub fn layer(settings: &Settings) -> CorsLayer {
    let origins: Vec<HeaderValue> =
        settings.web_origins.iter().filter_map(|origin| origin.parse().ok()).collect();
    let ours = |name: &'static str| HeaderName::from_static(name);
    CorsLayer::new()
        .allow_origin(AllowOrigin::list(origins))
        // Callers' pages require it; the origin is named, so no other page gets
        // it.
        .allow_credentials(true)
        .allow_methods([
            Method::GET,
            Method::HEAD,
            Method::POST,
            Method::PUT,
            Method::PATCH,
            Method::DELETE,
        ])
        .allow_headers([
            header::AUTHORIZATION,
            header::CONTENT_TYPE,
            header::IF_MATCH,
            ours("x-api-key"),
            ours("idempotency-key"),
        ])
        .expose_headers([
            header::RETRY_AFTER,
            ours("x-request-id"),
            ours("x-run-id"),
            ours("x-bulk-id"),
            ours("x-delivery-id"),
            ours("x-total-count"),
        ])
}
