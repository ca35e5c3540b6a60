//! The layers around every handler.

mod address;
mod admission;
#[cfg(test)]
mod admission_tests;
mod certificate;
mod cors;
mod frame;
mod headers;
#[cfg(test)]
mod headers_tests;
mod metrics;
mod normalise;
mod public_base;
#[cfg(test)]
mod tests;
mod timeouts;

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use tower::ServiceBuilder;
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

pub use admission::Admission;
pub use certificate::{ServedCertificate, end_of};
pub use frame::RequestId;
pub use metrics::*;
pub use normalise::{KnownPaths, RouteTemplate};
pub use public_base::{PublicBase, public_base};
pub use timeouts::TimeoutAcceptor;

use crate::app::App;
use crate::error::ApiError;
use crate::idempotency::{Idempotency, remember};

/// Smaller answers grow when compressed, or gain nothing.
const COMPRESS_ABOVE_BYTES: u16 = 1024;

/// A list of the whole fleet is compressed each time: a quarter more to send,
/// for a quarter of the work.
const FAST_COMPRESSION: CompressionLevel = CompressionLevel::Fastest;

/// Puts the frame around the routes. The first layer named here is the
/// outermost one.
///
/// They are one layer for the router, which boxes each layer that it knows of
/// and copies all boxes for every request.
pub fn framed(
    routes: Router,
    app: &App,
    paths: KnownPaths,
    idempotency: Idempotency,
    admission: Admission,
) -> Router {
    // A stream must not wait until there is enough to compress.
    let worth_it = SizeAbove::new(COMPRESS_ABOVE_BYTES).and(NotForContentType::SSE);
    let frame = ServiceBuilder::new()
        .layer(from_fn_with_state(headers::has_tls(&app.settings), headers::protect))
        .layer(from_fn_with_state(paths, normalise::normalise))
        .layer(from_fn(frame::finish))
        .layer(cors::layer(&app.settings))
        .layer(from_fn_with_state(app.clone(), address::record_address))
        .layer(from_fn_with_state(Arc::new(admission), admission::admit))
        .layer(CatchPanicLayer::custom(answer_to_panic))
        .layer(CompressionLayer::new().quality(FAST_COMPRESSION).compress_when(worth_it))
        .layer(from_fn(refuse_nul))
        .layer(from_fn_with_state(idempotency, remember));
    Router::new().fallback_service(routes).layer(frame)
}

/// No path or query contains a NUL, and PostgreSQL cannot even be asked for
/// one.
async fn refuse_nul(request: Request, next: Next) -> Response {
    match request.uri().path().contains("%00") {
        true => ApiError::NotFound("path").into_response(),
        false => next.run(request).await,
    }
}

/// A panic is an internal error: logged with its text, answered like any other.
fn answer_to_panic(panic: Box<dyn std::any::Any + Send>) -> Response {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("panic");
    ApiError::Internal(anyhow::anyhow!("panic in a handler: {text}")).into_response()
}
