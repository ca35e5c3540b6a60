//! The address people know this server by, for links in answers.

use std::convert::Infallible;
use std::net::SocketAddr;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::header::HOST;
use axum::http::request::Parts;

use crate::app::App;

/// [`public_base`] of the request, for handlers.
pub struct PublicBase(pub String);

#[cfg(test)]
impl crate::input::Argument for PublicBase {}

impl FromRequestParts<App> for PublicBase {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        Ok(Self(public_base(app, parts)))
    }
}

/// Scheme, host and port, without a closing slash: the setting
/// `MUSTER_PUBLIC_URL`; else the host a trusted proxy was called by; else the
/// host in the request.
pub fn public_base(app: &App, parts: &Parts) -> String {
    if let Some(url) = &app.settings.public_url {
        return url.clone();
    }
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    let is_proxy = peer.is_some_and(|ConnectInfo(peer)| {
        let address = peer.ip().to_canonical();
        app.settings.trusted_proxies.iter().any(|network| network.contains(&address))
    });
    let header = |name: &str| {
        let text = parts.headers.get(name)?.to_str().ok()?;
        // A chain of proxies lists itself; the first one met the caller.
        Some(text.split(',').next().unwrap_or_default().trim().to_owned())
    };
    let forwarded = |name: &str| if is_proxy { header(name) } else { None };
    let own_scheme = if app.settings.tls.is_some() { "https" } else { "http" };
    let scheme =
        forwarded("x-forwarded-proto").filter(|scheme| scheme == "https" || scheme == "http");
    let scheme = scheme.unwrap_or_else(|| own_scheme.to_owned());
    let host = forwarded("x-forwarded-host")
        .or_else(|| parts.uri.authority().map(ToString::to_string))
        .or_else(|| header(HOST.as_str()));
    // A header that is not a host would produce a link that does not work.
    let host = host.filter(|host| {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._:[]".contains(c);
        !host.is_empty() && host.chars().all(is_plain)
    });
    format!("{scheme}://{}", host.unwrap_or_else(|| app.settings.listen.to_string()))
}
