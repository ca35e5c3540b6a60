//! The way to the server: TCP, through a proxy when the environment names one,
//! then TLS when the address asks for it.

mod connect_proxy;
mod http;
mod proxy_settings;
mod tls;

use std::time::Duration;

use anyhow::Context;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::MaybeTlsStream;

use crate::server_url::ServerUrl;

pub use http::{download, post_json};
pub use proxy_settings::ProxySettings;
pub use tls::{secure_with, system_trust};

/// A connection to the server, encrypted or not.
pub type Connection = MaybeTlsStream<TcpStream>;

/// How long each step of connecting may take.
const STEP_LIMIT: Duration = Duration::from_secs(20);

/// Connects to the server.
pub async fn connect(server: &ServerUrl, proxies: &ProxySettings) -> anyhow::Result<Connection> {
    let socket = match proxies.find(server).await? {
        Some(proxy) => {
            let socket = open_socket(&proxy.host, proxy.port).await.context("the proxy")?;
            timeout(STEP_LIMIT, connect_proxy::ask(socket, &proxy, &server.authority()))
                .await
                .context("the proxy does not answer")??
        }
        None => open_socket(&server.host, server.port).await?,
    };
    if !server.tls {
        return Ok(MaybeTlsStream::Plain(socket));
    }
    let secured = timeout(STEP_LIMIT, tls::secure(socket, &server.host))
        .await
        .context("no answer to the TLS handshake")??;
    Ok(MaybeTlsStream::Rustls(secured))
}

async fn open_socket(host: &str, port: u16) -> anyhow::Result<TcpStream> {
    let socket = timeout(STEP_LIMIT, TcpStream::connect((host, port)))
        .await
        .with_context(|| format!("no answer from {host}:{port}"))?
        .with_context(|| format!("cannot reach {host}:{port}"))?;
    // Small frames that must not wait for each other.
    socket.set_nodelay(true).context("cannot set up the socket")?;
    Ok(socket)
}
