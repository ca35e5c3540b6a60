//! The address of a request, as seen behind the proxies we trust.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::HeaderMap;
use axum::middleware::Next;
use axum::response::Response;
use ipnet::IpNet;

use crate::app::App;
use crate::auth::ClientAddress;

/// Middleware: records the caller's address for limits, audit and agents.
pub async fn record_address(State(app): State<App>, mut request: Request, next: Next) -> Response {
    if let Some(ConnectInfo(peer)) = request.extensions().get::<ConnectInfo<SocketAddr>>() {
        let address = see_through(peer.ip(), request.headers(), &app.settings.trusted_proxies);
        request.extensions_mut().insert(ClientAddress(address));
    }
    next.run(request).await
}

/// The last address in `X-Forwarded-For` that is not one of our proxies.
/// Anything further left was written by an unknown party.
fn see_through(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let is_trusted = |address: &IpAddr| trusted.iter().any(|net| net.contains(address));
    let mut address = peer.to_canonical();
    let forwarded = headers.get_all("x-forwarded-for");
    let text: Vec<&str> = forwarded.iter().filter_map(|value| value.to_str().ok()).collect();
    let text = text.join(",");
    for hop in text.rsplit(',') {
        if !is_trusted(&address) {
            break;
        }
        match hop.trim().parse::<IpAddr>() {
            Ok(next) => address = next.to_canonical(),
            Err(_) => break,
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_trusted_proxies_can_set_the_callers_address() {
        let trusted: Vec<IpNet> = vec!["10.0.0.0/8".parse().unwrap()];
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", "6.6.6.6, 1.2.3.4, 10.0.0.2".parse().unwrap());
        let from = |peer: &str| see_through(peer.parse().unwrap(), &headers, &trusted).to_string();

        assert_eq!(from("10.0.0.1"), "1.2.3.4");
        assert_eq!(from("9.9.9.9"), "9.9.9.9");
    }
}
