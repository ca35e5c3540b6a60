//! Where a tunnel leads, and where it begins on this computer.

use std::fmt;
use std::net::{Ipv6Addr, SocketAddr};

use anyhow::{Context, bail, ensure};
use tokio::net::TcpListener;

use super::arguments::ConnectKind;

/// The agent itself.
const OWN: &str = "127.0.0.1";

/// An address as the agent sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Name or address, IPv6 without brackets.
    pub host: String,
    /// TCP port.
    pub port: u16,
}

impl Target {
    /// Reads `HOST:PORT`, `HOST` or `PORT`; what is missing is the agent itself, and the
    /// usual port.
    pub fn parse(kind: ConnectKind, text: Option<&str>) -> anyhow::Result<Self> {
        let text = text.unwrap_or_default().trim();
        let (host, port) = split(text)
            .with_context(|| format!("{text} is no target: write HOST:PORT, HOST or PORT"))?;
        let port = match port.or_else(|| usual_port(kind)) {
            Some(0) => bail!("port 0 does not exist: name one from 1 to 65535"),
            Some(port) => port,
            None => bail!("name where the tunnel leads, such as {OWN}:8080"),
        };
        let host = if host.is_empty() { OWN } else { host };
        Ok(Self { host: host.to_owned(), port })
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.host.contains(':') {
            true => write!(f, "[{}]:{}", self.host, self.port),
            false => write!(f, "{}:{}", self.host, self.port),
        }
    }
}

fn usual_port(kind: ConnectKind) -> Option<u16> {
    match kind {
        ConnectKind::Ssh => Some(22),
        ConnectKind::Rdp => Some(3389),
        ConnectKind::Vnc => Some(5900),
        ConnectKind::Tcp | ConnectKind::Terminal => None,
    }
}

/// Host and port of a text, as far as it names them.
fn split(text: &str) -> Option<(&str, Option<u16>)> {
    if let Some(rest) = text.strip_prefix('[') {
        let (host, rest) = rest.split_once(']')?;
        let port = match rest {
            "" => None,
            rest => Some(rest.strip_prefix(':')?.parse().ok()?),
        };
        return host.parse::<Ipv6Addr>().is_ok().then_some((host, port));
    }
    if text.parse::<Ipv6Addr>().is_ok() {
        return Some((text, None));
    }
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(("", Some(text.parse().ok()?)));
    }
    match text.split_once(':') {
        Some((host, port)) => Some((host, Some(port.parse().ok()?))),
        None => Some((text, None)),
    }
}

/// Listens for the clients of a tunnel. Others in the network are none of them.
pub async fn listen(address: SocketAddr) -> anyhow::Result<TcpListener> {
    ensure!(
        address.ip().is_loopback(),
        "{address} can be reached by other computers, which have no business in the tunnel: \
         listen on 127.0.0.1 or [::1]"
    );
    let listener = TcpListener::bind(address).await;
    listener.with_context(|| format!("cannot listen on {address}: choose another with --listen"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(kind: ConnectKind, text: &str) -> Result<String, String> {
        let parsed = Target::parse(kind, Some(text));
        parsed.map(|target| target.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_missing_is_the_agent_itself_and_the_usual_port() {
        for (kind, text, expected) in [
            (ConnectKind::Ssh, "", "127.0.0.1:22"),
            (ConnectKind::Rdp, "", "127.0.0.1:3389"),
            (ConnectKind::Vnc, "5901", "127.0.0.1:5901"),
            (ConnectKind::Ssh, "nas", "nas:22"),
            (ConnectKind::Ssh, ":2222", "127.0.0.1:2222"),
            (ConnectKind::Tcp, "10.0.0.5:443", "10.0.0.5:443"),
            (ConnectKind::Tcp, "[fd00::1]:80", "[fd00::1]:80"),
            (ConnectKind::Ssh, "fd00::1", "[fd00::1]:22"),
            (ConnectKind::Ssh, "[fd00::1]", "[fd00::1]:22"),
        ] {
            assert_eq!(parse(kind, text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_names_no_port_or_no_address_is_refused() {
        for text in ["", "nas", "nas:", "nas:x", "nas:70000", "nas:0", "[nas]:80", "[fd00::1]80"] {
            assert!(parse(ConnectKind::Tcp, text).is_err(), "{text}");
        }
        let refused = parse(ConnectKind::Tcp, "").unwrap_err();
        assert_eq!(refused, "name where the tunnel leads, such as 127.0.0.1:8080");
    }

    #[tokio::test]
    async fn nobody_else_in_the_network_gets_into_the_tunnel() {
        let open = listen("0.0.0.0:0".parse().unwrap()).await.unwrap_err().to_string();
        assert!(open.contains("listen on 127.0.0.1"), "{open}");
        let taken = listen("127.0.0.1:0".parse().unwrap()).await.unwrap();
        let again = listen(taken.local_addr().unwrap()).await.unwrap_err().to_string();
        assert!(again.contains("--listen"), "{again}");
    }
}
