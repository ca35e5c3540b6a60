//! The address at which computers reach this server.

use axum::extract::FromRequestParts;
use axum::http::header::HOST;
use axum::http::request::Parts;

use crate::app::App;
use crate::error::ApiError;

/// The operator's `MUSTER_PUBLIC_URL`, or else the address the caller used.
/// Without a trailing slash.
pub struct BaseUrl(pub String);

#[cfg(test)]
impl crate::input::Argument for BaseUrl {}

impl FromRequestParts<App> for BaseUrl {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        if let Some(url) = &app.settings.public_url {
            return Ok(Self(url.clone()));
        }
        let sent = parts.headers.get(HOST).and_then(|value| value.to_str().ok());
        let host = sent.or(parts.uri.authority().map(|authority| authority.as_str()));
        let Some(host) = host.filter(|host| is_host(host)) else {
            let sentence = "the request names no host, and MUSTER_PUBLIC_URL is not set";
            return Err(ApiError::Malformed(sentence.to_owned()));
        };
        let scheme = if app.settings.tls.is_some() { "https" } else { "http" };
        Ok(Self(format!("{scheme}://{host}")))
    }
}

/// Whether a text can be the address of a server: what ends up in a script is
/// quoted, but should not need it.
pub fn is_server_url(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let Some(rest) = rest else { return false };
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let in_path = |c: char| c.is_ascii_alphanumeric() || "-._~/".contains(c);
    is_host(host) && path.chars().all(in_path)
}

fn is_host(text: &str) -> bool {
    let in_host = |c: char| c.is_ascii_alphanumeric() || "-._:[]".contains(c);
    !text.is_empty() && text.len() <= 300 && text.chars().all(in_host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_addresses_are_addresses_of_a_server() {
        for good in ["https://rmm.example.com", "http://[::1]:8000", "https://a.b/muster"] {
            assert!(is_server_url(good), "{good}");
        }
        for bad in
            ["rmm.example.com", "ftp://a", "https://", "https://a b", "http://a/'x", "https://a/?q"]
        {
            assert!(!is_server_url(bad), "{bad}");
        }
    }
}
