//! Which proxy to use: `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY`, `NO_PROXY`, or what is
//! set for the whole machine.

use std::net::IpAddr;
use std::time::Duration;

use anyhow::{Context, bail};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::http::Uri;

use crate::os::{SystemProxies, proxies};
use crate::server_url::ServerUrl;

/// How long the system may take to find a proxy: its script comes over the network.
const AUTOMATIC_LIMIT: Duration = Duration::from_secs(20);

/// What the environment or the system says about proxies; read once, passed as a value.
#[derive(Clone, Debug, Default)]
pub struct ProxySettings {
    /// For encrypted lines.
    pub https: Option<String>,
    /// For plain lines.
    pub http: Option<String>,
    /// For both, when the one above is missing.
    pub all: Option<String>,
    /// Hosts that are reached without a proxy, separated by commas.
    pub none: String,
    /// Whether the system is asked for each server, as none of the above is set.
    pub is_automatic: bool,
}

/// A proxy that understands `CONNECT`.
#[derive(Debug, PartialEq)]
pub struct Proxy {
    /// Name or address.
    pub host: String,
    pub port: u16,
    /// `user:password`, when the address carries them.
    pub credentials: Option<String>,
}

impl ProxySettings {
    /// Reads the environment, where lower-case names count too. Only when it names no
    /// proxy, the one that is set for the whole machine counts.
    pub fn from_environment() -> Self {
        let read = |name: &str| {
            let text = std::env::var(name).or_else(|_| std::env::var(name.to_lowercase())).ok();
            text.filter(|text| !text.is_empty())
        };
        let named = Self {
            https: read("HTTPS_PROXY"),
            http: read("HTTP_PROXY"),
            all: read("ALL_PROXY"),
            none: read("NO_PROXY").unwrap_or_default(),
            is_automatic: false,
        };
        match named.is_empty() {
            true => named.or_system(proxies::system_proxies()),
            false => named,
        }
    }

    fn is_empty(&self) -> bool {
        self.https.is_none() && self.http.is_none() && self.all.is_none()
    }

    /// The machine's proxies, except where either of the two says to use none.
    fn or_system(self, system: SystemProxies) -> Self {
        let none = format!("{},{}", self.none, system.none);
        let is_automatic = system.is_automatic;
        Self { https: system.https, http: system.http, all: None, none, is_automatic }
    }

    /// The proxy for a server, asked of the system where a script or a detection names it.
    /// Without an answer in time the server is reached without one.
    pub async fn find(&self, server: &ServerUrl) -> anyhow::Result<Option<Proxy>> {
        if !self.must_be_asked_for(server) {
            return self.for_server(server);
        }
        let url = format!("{server}/");
        match timeout(AUTOMATIC_LIMIT, proxies::automatic_proxy(&url)).await {
            Ok(Ok(Some(address))) => parse_proxy(&address).map(Some),
            Ok(Ok(None)) => Ok(None),
            Ok(Err(problem)) => {
                tracing::debug!(%problem, "no proxy was found automatically");
                Ok(None)
            }
            Err(_) => {
                tracing::warn!("the search for a proxy takes too long");
                Ok(None)
            }
        }
    }

    fn must_be_asked_for(&self, server: &ServerUrl) -> bool {
        self.is_automatic
            && self.is_empty()
            && !server.is_local()
            && !is_excepted(&self.none, &server.host, server.port)
    }

    /// The proxy for a server; none when it is reached without one.
    pub fn for_server(&self, server: &ServerUrl) -> anyhow::Result<Option<Proxy>> {
        let own = if server.tls { &self.https } else { &self.http };
        let Some(address) = own.as_ref().or(self.all.as_ref()) else { return Ok(None) };
        if server.is_local() || is_excepted(&self.none, &server.host, server.port) {
            return Ok(None);
        }
        parse_proxy(address).map(Some)
    }
}

fn parse_proxy(address: &str) -> anyhow::Result<Proxy> {
    let full =
        if address.contains("://") { address.to_owned() } else { format!("http://{address}") };
    // The address may hold a password: no error repeats it.
    let uri: Uri = full.parse().ok().context("the proxy's address cannot be read")?;
    if uri.scheme_str() != Some("http") {
        bail!("only http:// proxies are supported");
    }
    let authority = uri.authority().context("the proxy's address names no host")?;
    let credentials = authority.as_str().rsplit_once('@').map(|(before, _)| before.to_owned());
    let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_owned();
    Ok(Proxy { host, port: authority.port_u16().unwrap_or(80), credentials })
}

/// Whether a list like `example.org,.corp,10.0.0.0/8,host:8443` names the host.
fn is_excepted(list: &str, host: &str, port: u16) -> bool {
    list.split(',').map(str::trim).filter(|entry| !entry.is_empty()).any(|entry| {
        if entry == "*" {
            return true;
        }
        // How Windows names all hosts of the own network.
        if entry == "<local>" {
            return !host.contains(['.', ':']);
        }
        if let Ok(address) = host.parse::<IpAddr>() {
            return names_address(entry, address, port);
        }
        let (name, wanted_port) = split_port(entry);
        let name = name.trim_start_matches("*.").trim_start_matches('.').to_lowercase();
        let host = host.to_lowercase();
        let name_fits = host == name || host.ends_with(&format!(".{name}"));
        !name.is_empty() && name_fits && wanted_port.is_none_or(|wanted| wanted == port)
    })
}

fn names_address(entry: &str, address: IpAddr, port: u16) -> bool {
    if let Some((network, length)) = entry.split_once('/') {
        let (Ok(network), Ok(length)) = (network.parse(), length.parse()) else { return false };
        return in_network(address, network, length);
    }
    if entry.parse() == Ok(address) {
        return true;
    }
    let (name, wanted_port) = split_port(entry);
    let name = name.trim_start_matches('[').trim_end_matches(']');
    name.parse() == Ok(address) && wanted_port == Some(port)
}

fn in_network(address: IpAddr, network: IpAddr, length: u32) -> bool {
    let (address, network, width) = match (address, network) {
        (IpAddr::V4(a), IpAddr::V4(n)) => (u128::from(a.to_bits()), u128::from(n.to_bits()), 32),
        (IpAddr::V6(a), IpAddr::V6(n)) => (a.to_bits(), n.to_bits(), 128),
        _ => return false,
    };
    let host_bits = width - length.min(width);
    address.checked_shr(host_bits).unwrap_or(0) == network.checked_shr(host_bits).unwrap_or(0)
}

fn split_port(entry: &str) -> (&str, Option<u16>) {
    match entry.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => (name, port.parse().ok()),
        _ => (entry, None),
    }
}

#[cfg(test)]
#[path = "proxy_settings_tests.rs"]
mod tests;
