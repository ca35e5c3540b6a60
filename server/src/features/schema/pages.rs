//! `/api/schema/swagger-ui/` and `/api/schema/redoc/`: pages that show the
//! document. Their files are public code and contain nothing of the
//! installation.

use std::io::Read;

use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use flate2::read::GzDecoder;

use super::enabled::Enabled;
use crate::error::ApiError;
use crate::input::Path;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
/// Compressed by `build.rs`.
const SWAGGER_STYLE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/swagger-ui.css.gz"));
const SWAGGER: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/swagger-ui-bundle.js.gz"));
const REDOC: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/redoc.standalone.js.gz"));
/// Nothing but our own files and calls. Both browsers write styles into the
/// page, and Redoc searches in a worker that it creates.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The page of Swagger UI.
pub async fn read_swagger_page(_: Enabled) -> Response {
    file(HTML, include_str!("../../../assets/schema/swagger-ui.html"))
}

/// A file of the page of Swagger UI.
pub async fn read_swagger_file(_: Enabled, Path(name): Path<String>) -> Result<Response, ApiError> {
    match name.as_str() {
        "swagger-ui.css" => unpacked(CSS, SWAGGER_STYLE),
        "swagger-ui-bundle.js" => unpacked(SCRIPT, SWAGGER),
        _ => shared(&name),
    }
}

/// The page of Redoc.
pub async fn read_redoc_page(_: Enabled) -> Response {
    file(HTML, include_str!("../../../assets/schema/redoc.html"))
}

/// A file of the page of Redoc.
pub async fn read_redoc_file(_: Enabled, Path(name): Path<String>) -> Result<Response, ApiError> {
    match name.as_str() {
        "redoc.standalone.js" => unpacked(SCRIPT, REDOC),
        _ => shared(&name),
    }
}

/// The files that both pages use.
fn shared(name: &str) -> Result<Response, ApiError> {
    match name {
        "page.css" => Ok(file(CSS, include_str!("../../../assets/schema/page.css"))),
        "page.js" => Ok(file(SCRIPT, include_str!("../../../assets/schema/page.js"))),
        _ => Err(ApiError::NotFound("path")),
    }
}

/// A compressed file. Unpacking takes some milliseconds per visit: the layer
/// around every response compresses it again for a browser that accepts that.
fn unpacked(kind: &'static str, compressed: &[u8]) -> Result<Response, ApiError> {
    let mut bytes = Vec::new();
    GzDecoder::new(compressed)
        .read_to_end(&mut bytes)
        .map_err(|error| ApiError::Internal(error.into()))?;
    Ok(file(kind, bytes))
}

fn file(kind: &'static str, bytes: impl Into<Bytes>) -> Response {
    let headers =
        [(CONTENT_TYPE, kind), (CONTENT_SECURITY_POLICY, POLICY), (CACHE_CONTROL, "no-cache")];
    (headers, bytes.into()).into_response()
}
