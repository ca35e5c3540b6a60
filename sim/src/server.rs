//! The server under load, or its replicas: where they are, and how lines and
//! calls reach them.

use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use muster_protocol::{CONNECT_PATH, MAX_FRAME_BYTES};
use muster_remote::MAX_MESSAGE_BYTES;
use reqwest::Url;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use tokio::net::{TcpSocket, TcpStream};
use tokio_rustls::TlsConnector;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, client_async_with_config};

/// A simulated agent's WebSocket.
pub type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// One source address has some 28,000 ports, and a closed line keeps its port
/// for a minute.
const LINES_PER_ADDRESS: usize = 4000;
/// No call that is worth measuring takes longer.
const CALL_LIMIT: Duration = Duration::from_secs(120);

/// The server under load.
pub struct Server {
    /// The address of the first replica as it was given, without a slash at the
    /// end: there the calls go.
    pub url: String,
    /// Sends calls of the API.
    pub http: reqwest::Client,
    /// Where lines are opened: one for each replica.
    doors: Vec<Door>,
}

struct Door {
    authority: String,
    /// In front of every path.
    base: String,
    address: SocketAddr,
    tls: Option<(TlsConnector, ServerName<'static>)>,
}

/// Why there is no line.
pub enum NoLine {
    /// The server asks to come back after this long.
    PutOff(Duration),
    /// Anything else, in a sentence.
    Failed(String),
}

impl Server {
    /// Finds a server by its address, or its replicas by theirs with commas
    /// between them, and makes ready for talking to it.
    pub async fn find(urls: &str) -> anyhow::Result<Self> {
        let mut doors = Vec::new();
        for url in urls.split(',') {
            doors.push(Door::find(url).await?);
        }
        let first = urls.split(',').next().unwrap_or_default();
        Ok(Self {
            url: first.trim_end_matches('/').to_owned(),
            http: reqwest::Client::builder().no_proxy().timeout(CALL_LIMIT).build()?,
            doors,
        })
    }

    /// Opens the line of the agent with this number, up to the WebSocket. The
    /// agents spread over the replicas, and go to the next one after a failure.
    pub async fn open_line(&self, number: usize, failures: usize) -> Result<Socket, NoLine> {
        self.door(number, failures).open_line(number).await
    }

    /// Opens a socket at the relay of this server, whose path is given, for the side with
    /// this number. It reads so many bytes at once.
    pub async fn open_relay(
        &self,
        number: usize,
        path: &str,
        read_bytes: usize,
    ) -> Result<Socket, NoLine> {
        if !path.starts_with('/') {
            return Err(NoLine::Failed(format!("only the server's own relay is tried: {path}")));
        }
        self.door(0, 0).open(number, path, (read_bytes, MAX_MESSAGE_BYTES)).await
    }

    /// `host:port` of where that agent opens its line.
    pub fn authority(&self, number: usize, failures: usize) -> &str {
        &self.door(number, failures).authority
    }

    fn door(&self, number: usize, failures: usize) -> &Door {
        &self.doors[(number + failures) % self.doors.len()]
    }
}

impl Door {
    async fn find(url: &str) -> anyhow::Result<Self> {
        let parsed: Url = url.parse().with_context(|| format!("{url} is not an address"))?;
        let is_encrypted = match parsed.scheme() {
            "http" => false,
            "https" => true,
            _ => bail!("the server's address must begin with http:// or https://"),
        };
        let host = parsed.host_str().context("the server's address names no host")?;
        let port = parsed.port_or_known_default().context("the server's address has no port")?;
        let bare = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        let found = tokio::net::lookup_host((bare.as_str(), port)).await;
        let address = found.ok().and_then(|mut found| found.next());
        let address = address.with_context(|| format!("{bare} has no address"))?;
        let scheme = if is_encrypted { "wss" } else { "ws" };
        let path = parsed.path().trim_end_matches('/');
        let tls =
            if is_encrypted { Some((connector()?, ServerName::try_from(bare)?)) } else { None };
        let authority = format!("{host}:{port}");
        let base = format!("{scheme}://{authority}{path}");
        Ok(Self { authority, base, address, tls })
    }

    async fn open_line(&self, number: usize) -> Result<Socket, NoLine> {
        // As the agent has them: the default buffers would cost 128 KiB a line.
        self.open(number, CONNECT_PATH, (4096, MAX_FRAME_BYTES)).await
    }

    /// Opens a socket that reads so many bytes at once, and takes messages so long.
    async fn open(
        &self,
        number: usize,
        path: &str,
        (read_bytes, most_bytes): (usize, usize),
    ) -> Result<Socket, NoLine> {
        let failed = |error: &dyn std::fmt::Display| NoLine::Failed(error.to_string());
        let plain = self.open_socket(number).await.map_err(|error| failed(&error))?;
        let stream = match &self.tls {
            None => MaybeTlsStream::Plain(plain),
            Some((connector, name)) => {
                let secured = connector.connect(name.clone(), plain).await;
                MaybeTlsStream::Rustls(secured.map_err(|error| failed(&error))?)
            }
        };
        let config = WebSocketConfig::default()
            .read_buffer_size(read_bytes)
            .write_buffer_size(0)
            .max_message_size(Some(most_bytes))
            .max_frame_size(Some(most_bytes));
        let url = format!("{}{path}", self.base);
        match client_async_with_config(&url, stream, Some(config)).await {
            Ok((socket, _)) => Ok(socket),
            Err(Error::Http(answer)) if answer.status() == 503 => {
                let header = answer.headers().get("retry-after");
                let seconds = header.and_then(|text| text.to_str().ok()?.trim().parse().ok());
                Err(NoLine::PutOff(Duration::from_secs(seconds.unwrap_or(1))))
            }
            Err(error) => Err(failed(&error)),
        }
    }

    async fn open_socket(&self, number: usize) -> std::io::Result<TcpStream> {
        let socket = match self.address {
            SocketAddr::V4(_) => TcpSocket::new_v4()?,
            SocketAddr::V6(_) => TcpSocket::new_v6()?,
        };
        if let Some(source) = source_address(self.address, number) {
            socket.bind(source)?;
        }
        let stream = socket.connect(self.address).await?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }
}

/// The address an agent calls from. On this machine every address in
/// 127.0.0.0/8 is its own, so the ports of several can be used.
fn source_address(server: SocketAddr, number: usize) -> Option<SocketAddr> {
    let SocketAddr::V4(server) = server else { return None };
    if !server.ip().is_loopback() {
        return None;
    }
    let block = u32::try_from(number / LINES_PER_ADDRESS).unwrap_or(0) % 200;
    let ip = Ipv4Addr::from_bits(Ipv4Addr::LOCALHOST.to_bits() + block);
    Some(SocketAddrV4::new(ip, 0).into())
}

/// Trusts what the system trusts; `SSL_CERT_FILE` names other certificates.
fn connector() -> anyhow::Result<TlsConnector> {
    let mut roots = RootCertStore::empty();
    let (usable, _) =
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    anyhow::ensure!(usable > 0, "the system has no certificates to trust a server by");
    let config = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
    Ok(TlsConnector::from(Arc::new(config)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_spread_over_addresses_of_this_machine_and_only_of_this_machine() {
        let here: SocketAddr = "127.0.0.1:8000".parse().unwrap();
        let source = |number| source_address(here, number).unwrap().ip().to_string();
        assert_eq!(source(0), "127.0.0.1");
        assert_eq!(source(3999), "127.0.0.1");
        assert_eq!(source(49_999), "127.0.0.13");
        assert_eq!(source_address("192.0.2.1:443".parse().unwrap(), 49_999), None);
        assert_eq!(source_address("[::1]:443".parse().unwrap(), 49_999), None);
    }
}
