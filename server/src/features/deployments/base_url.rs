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
        let Some(host) = requested_host(parts).filter(|host| is_host(host)) else {
            let sentence = "the request names no host, and MUSTER_PUBLIC_URL is not set";
            return Err(ApiError::Malformed(sentence.to_owned()));
        };
        let scheme = if app.settings.tls.is_some() { "https" } else { "http" };
        Ok(Self(format!("{scheme}://{host}")))
    }
}

/// The hosts by which this server is known: that of `MUSTER_PUBLIC_URL`, the one
/// the caller used, and those of `WEB_ORIGINS`.
pub struct OwnHosts(Vec<String>);

#[cfg(test)]
impl crate::input::Argument for OwnHosts {}

impl OwnHosts {
    /// Whether an address is one of this server.
    pub fn include(&self, url: &str) -> bool {
        self.0.contains(&host_of(url))
    }
}

impl FromRequestParts<App> for OwnHosts {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let settings = &app.settings;
        let urls = settings.public_url.iter().chain(&settings.web_origins).map(String::as_str);
        Ok(Self(urls.chain(requested_host(parts)).map(host_of).collect()))
    }
}

fn requested_host(parts: &Parts) -> Option<&str> {
    let sent = parts.headers.get(HOST).and_then(|value| value.to_str().ok());
    sent.or(parts.uri.authority().map(|authority| authority.as_str()))
}

/// Host and port of an address, without the port that a scheme implies.
fn host_of(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = rest.split('/').next().unwrap_or_default().to_ascii_lowercase();
    let implied = host.strip_suffix(":443").or_else(|| host.strip_suffix(":80"));
    implied.unwrap_or(&host).to_owned()
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

    #[test]
    fn a_host_is_compared_without_case_path_and_implied_port() {
        for (url, host) in [
            ("https://RMM.example.com/muster", "rmm.example.com"),
            ("https://rmm.example.com:443", "rmm.example.com"),
            ("rmm.example.com:80", "rmm.example.com"),
            ("http://[::1]:8000", "[::1]:8000"),
        ] {
            assert_eq!(host_of(url), host);
        }
    }
}
