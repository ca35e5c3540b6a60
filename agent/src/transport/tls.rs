//! TLS by rustls, trusting what the system trusts.

use std::sync::Arc;

use anyhow::Context;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

/// Encrypts a socket and checks the server's certificate for its name.
///
/// The system's certificates are read again each time: one that was added
/// counts at the next try, and none stay in memory between tries.
/// `SSL_CERT_FILE` and `SSL_CERT_DIR` name other ones.
pub async fn secure(socket: TcpStream, host: &str) -> anyhow::Result<TlsStream<TcpStream>> {
    secure_with(system_trust().await?, socket, host).await
}

/// The same, trusting what a configuration says.
pub async fn secure_with(
    config: ClientConfig,
    socket: TcpStream,
    host: &str,
) -> anyhow::Result<TlsStream<TcpStream>> {
    let name = ServerName::try_from(host.to_owned())
        .with_context(|| format!("{host} is no name a certificate can carry"))?;
    TlsConnector::from(Arc::new(config))
        .connect(name, socket)
        .await
        .context("the TLS handshake failed")
}

/// A configuration that trusts what the system trusts now.
pub async fn system_trust() -> anyhow::Result<ClientConfig> {
    tokio::task::spawn_blocking(client_config).await?
}

fn client_config() -> anyhow::Result<ClientConfig> {
    let found = rustls_native_certs::load_native_certs();
    for error in &found.errors {
        tracing::warn!(%error, "some of the system's certificates cannot be read");
    }
    let mut roots = RootCertStore::empty();
    let (usable, _) = roots.add_parsable_certificates(found.certs);
    anyhow::ensure!(usable > 0, "the system has no certificates to trust a server by");
    Ok(ClientConfig::builder().with_root_certificates(roots).with_no_client_auth())
}
