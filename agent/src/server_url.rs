//! The address of the server, as a person writes it for `enroll`.

use std::net::IpAddr;
use std::str::FromStr;

use anyhow::{Context, bail};
use tokio_tungstenite::tungstenite::http::Uri;

/// Where the server is: scheme, host, port and the path it is mounted under.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerUrl {
    /// Whether the connection is encrypted.
    pub tls: bool,
    /// Name or address, IPv6 without its brackets.
    pub host: String,
    /// Port, the scheme's own when the address names none.
    pub port: u16,
    /// What comes before every path, without a slash at its end.
    prefix: String,
}

impl ServerUrl {
    /// Whether it is this very computer.
    pub fn is_local(&self) -> bool {
        let address = self.host.parse::<IpAddr>();
        self.host.eq_ignore_ascii_case("localhost")
            || address.is_ok_and(|address| address.is_loopback())
    }

    /// Whether nobody on the way can read or change what is said.
    pub fn is_protected(&self) -> bool {
        self.tls || self.is_local()
    }

    /// `host:port`, as HTTP wants it.
    pub fn authority(&self) -> String {
        match self.host.contains(':') {
            true => format!("[{}]:{}", self.host, self.port),
            false => format!("{}:{}", self.host, self.port),
        }
    }

    /// The path of one of the server's own addresses.
    pub fn path(&self, path: &str) -> String {
        format!("{}{path}", self.prefix)
    }

    /// The whole address of a WebSocket on the server.
    pub fn web_socket(&self, path: &str) -> String {
        let scheme = if self.tls { "wss" } else { "ws" };
        format!("{scheme}://{}{}", self.authority(), self.path(path))
    }
}

impl FromStr for ServerUrl {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let uri: Uri = text.parse().with_context(|| format!("{text} is not an address"))?;
        let tls = match uri.scheme_str() {
            Some("http") => false,
            Some("https") => true,
            _ => bail!("the server's address must begin with http:// or https://"),
        };
        let host = uri.host().context("the server's address names no host")?;
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        let port = uri.port_u16().unwrap_or(if tls { 443 } else { 80 });
        Ok(Self { tls, host, port, prefix: uri.path().trim_end_matches('/').to_owned() })
    }
}

impl std::fmt::Display for ServerUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let scheme = if self.tls { "https" } else { "http" };
        write!(f, "{scheme}://{}{}", self.authority(), self.prefix)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_become_web_socket_addresses() {
        for (given, expected) in [
            ("http://127.0.0.1:8000", "ws://127.0.0.1:8000/x/"),
            ("https://rmm.example.org/", "wss://rmm.example.org:443/x/"),
            ("https://example.org/muster/", "wss://example.org:443/muster/x/"),
            ("http://[::1]:9", "ws://[::1]:9/x/"),
        ] {
            let server: ServerUrl = given.parse().unwrap();
            assert_eq!(server.web_socket("/x/"), expected);
            assert_eq!(server.to_string().parse::<ServerUrl>().unwrap(), server);
        }
    }

    #[test]
    fn plain_http_is_safe_on_this_computer_alone() {
        for safe in ["https://a.b", "http://127.0.0.9:8000", "http://[::1]", "http://LocalHost"] {
            assert!(safe.parse::<ServerUrl>().unwrap().is_protected(), "{safe}");
        }
        for open in ["http://a.b", "http://10.0.0.1", "http://0.0.0.0", "http://localhost.a.b"] {
            assert!(!open.parse::<ServerUrl>().unwrap().is_protected(), "{open}");
        }
    }

    #[test]
    fn an_address_without_scheme_is_refused() {
        for given in ["rmm.example.org", "ftp://example.org", "", "https://"] {
            assert!(given.parse::<ServerUrl>().is_err(), "{given}");
        }
    }
}
