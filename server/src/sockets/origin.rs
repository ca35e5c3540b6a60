//! Which web pages may open a socket here.

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};

use crate::config::Settings;
use crate::error::ApiError;

/// Refuses a page of another site. Programs send no origin.
pub fn check(headers: &HeaderMap, settings: &Settings) -> Result<(), ApiError> {
    let Some(origin) = headers.get(ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().unwrap_or_default();
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    if is_allowed(origin, host, settings) {
        return Ok(());
    }
    Err(ApiError::Forbidden("this web page may not open a socket here (WEB_ORIGINS)".to_owned()))
}

fn is_allowed(origin: &str, host: Option<&str>, settings: &Settings) -> bool {
    let Some((_, address)) = origin.split_once("://") else { return false };
    let is_own = host.is_some_and(|host| host.eq_ignore_ascii_case(address));
    let configured = settings.web_origins.iter().chain(&settings.public_url);
    is_own || configured.map(|url| origin_of(url)).any(|own| own.eq_ignore_ascii_case(origin))
}

/// Scheme, host and port of an address.
fn origin_of(url: &str) -> &str {
    let Some(start) = url.find("://").map(|at| at + 3) else { return url };
    match url[start..].find('/') {
        Some(end) => &url[..start + end],
        None => url,
    }
}
