//! `/ui/`: the web interface, out of this program or out of a folder.
//!
//! The build of the interface puts its files into `web/dist`, and the crate
//! `program` embeds them in the binary. Without any, a page explains how to
//! make them.

mod encoding;
mod files;
#[cfg(test)]
mod tests;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG,
    HeaderName, IF_NONE_MATCH, REFERRER_POLICY, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

pub use self::files::{BuiltIn, WebFiles};
use self::files::{File, kind};
use crate::app::App;
use crate::error::ApiError;

/// Replaces an interface that was not built.
const NO_UI: &str = include_str!("../../assets/no_ui.html");
/// The one page of the interface.
const PAGE: &str = "index.html";
/// Where the build puts files whose names change with their content.
const HASHED: &str = "assets/";

/// Our own files and calls, nothing else, and no script inside a page. Styles
/// are the exception: the table, the terminal and the component library write
/// `<style>` elements while they run, some of them without a way to hand them
/// a nonce; and a nonce would forbid keeping the page in the browser's cache.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self'; \
     manifest-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; \
     frame-ancestors 'none'";
const NO_UI_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/// The page under `/ui/` itself.
pub async fn read_page(state: State<App>, headers: HeaderMap) -> Result<Response, ApiError> {
    read_file(state, Path(PAGE.to_owned()), headers).await
}

/// A file of the interface, or its page for every other path: the page itself
/// interprets the path.
pub async fn read_file(
    State(app): State<App>,
    Path(path): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let files = &app.settings.web_files;
    if let Some(file) = files.read(&path).await {
        return answer(files, &path, file, &headers).await;
    }
    // A file of an older build: sending the page instead would only confuse.
    let is_file = path.starts_with(HASHED) || kind(&path).is_some();
    if is_file && path != PAGE {
        return Err(ApiError::NotFound("path"));
    }
    match files.read(PAGE).await {
        Some(page) => answer(files, PAGE, page, &headers).await,
        None => Ok(no_ui()),
    }
}

async fn answer(
    files: &WebFiles,
    path: &str,
    file: File,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    // Weak: one tag covers every encoding of the file.
    let tag = format!("W/\"{}\"", file.digest);
    let mut response = if is_known(headers, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        encoded(files, path, file, headers).await?
    };
    let caching = match path.starts_with(HASHED) {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let fixed = [
        (CACHE_CONTROL, caching),
        (CONTENT_SECURITY_POLICY, POLICY),
        (REFERRER_POLICY, "same-origin"),
        (VARY, "accept-encoding"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    let own = response.headers_mut();
    for (name, value) in fixed {
        own.insert(name, HeaderValue::from_static(value));
    }
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        own.insert(ETAG, tag);
    }
    Ok(response)
}

/// The file as the build compressed it, if the browser accepts that.
async fn encoded(
    files: &WebFiles,
    path: &str,
    file: File,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let kind = kind(path).unwrap_or("application/octet-stream");
    for encoding in encoding::accepted(headers.get(ACCEPT_ENCODING)) {
        let name = format!("{path}.{}", encoding.extension);
        if let Some(smaller) = files.read_as_is(&name).await {
            let headers = [(CONTENT_TYPE, kind), (CONTENT_ENCODING, encoding.name)];
            return Ok((headers, Body::from(smaller)).into_response());
        }
    }
    let plain = file.into_plain().map_err(|error| ApiError::Internal(error.into()))?;
    Ok(([(CONTENT_TYPE, kind)], Body::from(plain)).into_response())
}

fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let sent = headers.get_all(IF_NONE_MATCH);
    let mut tags = sent.iter().filter_map(|value| value.to_str().ok()).flat_map(|v| v.split(','));
    tags.any(|known| known.trim() == tag || known.trim() == "*")
}

fn no_ui() -> Response {
    let headers =
        [(CONTENT_TYPE, "text/html; charset=utf-8"), (CONTENT_SECURITY_POLICY, NO_UI_POLICY)];
    (headers, NO_UI).into_response()
}
