//! `/api/schema/swagger-ui/` and `/api/schema/redoc/`: pages to look at the
//! document with. Their files are public code and hold nothing of ours.

use std::sync::{Arc, LazyLock};

use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS,
};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use utoipa_swagger_ui::Config;

use super::enabled::Enabled;
use crate::error::ApiError;
use crate::input::Path;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
/// Nothing but our own files and calls. Both browsers write styles into the
/// page, and Redoc searches in a worker of its own making.
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
        "swagger-ui.css" => vendored(CSS, &name),
        "swagger-ui-bundle.js" => vendored(SCRIPT, &name),
        _ => shared(&name),
    }
}

/// Redoc as its makers ship it, but for a logo it would fetch from elsewhere:
/// an empty picture stands in its place.
static REDOC: LazyLock<String> = LazyLock::new(|| {
    let shipped = include_str!("../../../assets/redoc/redoc.standalone.js");
    shipped.replace("https://cdn.redoc.ly/redoc/logo-mini.svg", EMPTY_PICTURE)
});
const EMPTY_PICTURE: &str =
    "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

/// The page of Redoc.
pub async fn read_redoc_page(_: Enabled) -> Response {
    file(HTML, include_str!("../../../assets/schema/redoc.html"))
}

/// A file of the page of Redoc.
pub async fn read_redoc_file(_: Enabled, Path(name): Path<String>) -> Result<Response, ApiError> {
    match name.as_str() {
        "redoc.standalone.js" => Ok(file(SCRIPT, REDOC.as_str())),
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

/// A file out of the crate that brings Swagger UI.
fn vendored(kind: &'static str, name: &str) -> Result<Response, ApiError> {
    match utoipa_swagger_ui::serve(name, Arc::new(Config::from(""))) {
        Ok(Some(found)) => Ok(file(kind, found.bytes.into_owned())),
        _ => Err(ApiError::NotFound("path")),
    }
}

fn file(kind: &'static str, bytes: impl Into<Bytes>) -> Response {
    let headers = [
        (CONTENT_TYPE, kind),
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (CACHE_CONTROL, "no-cache"),
    ];
    (headers, bytes.into()).into_response()
}
