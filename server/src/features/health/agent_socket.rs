//! Whether agents can connect: opens a connection to this instance's own socket.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use anyhow::Context;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;

use super::tls;
use crate::app::App;

const SWITCHING_PROTOCOLS: &[u8] = b"HTTP/1.1 101 ";

/// Whether a WebSocket opens on `/link/connect/` of this instance, the way an
/// agent opens it: through the listener, TLS and the router.
pub async fn answers(app: &App) -> bool {
    let Some(address) = app.listening.get() else { return false };
    let with_tls = app.settings.tls.is_some();
    match open_socket(reachable(*address), with_tls, "/link/connect/").await {
        Ok(answers) => answers,
        Err(error) => {
            tracing::warn!(
                error = format!("{error:#}"),
                "the agent socket of this server does not answer"
            );
            false
        }
    }
}

/// An address that listens on all interfaces is reached on the loopback interface.
pub(super) fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

/// Whether a WebSocket opens on a path of the server that listens there.
pub(super) async fn open_socket(
    address: SocketAddr,
    with_tls: bool,
    path: &str,
) -> anyhow::Result<bool> {
    let host = address.to_string();
    if with_tls {
        let stream = tls::connect(&address.ip().to_string(), address.port()).await;
        upgrade(stream.context("while opening TLS")?, &host, path).await
    } else {
        let stream = TcpStream::connect(address).await;
        upgrade(stream.context("while connecting")?, &host, path).await
    }
}

/// Asks for a WebSocket over a connection; returns whether the answer is one.
pub(super) async fn upgrade(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    host: &str,
    path: &str,
) -> anyhow::Result<bool> {
    let key = STANDARD.encode(rand::random::<[u8; 16]>());
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\n\
         Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await?;
    let mut start = [0; SWITCHING_PROTOCOLS.len()];
    stream.read_exact(&mut start).await.context("while waiting for the answer")?;
    Ok(start == SWITCHING_PROTOCOLS)
}
