//! Whether remote sessions can be relayed: opens a socket of the relay, as viewers and
//! agents do.

use anyhow::{Context, bail};
use muster_remote::CONNECT_PATH;
use reqwest::Url;

use super::agent_socket::{open_socket, reachable, upgrade};
use super::tls;
use crate::app::App;

/// Whether a WebSocket opens at the relay: that of this instance, or each of those that
/// the operator names. Never while remote sessions are switched off.
pub async fn answers(app: &App) -> bool {
    if !app.settings.remote_enabled {
        return false;
    }
    match check(app).await {
        Ok(answers) => answers,
        Err(error) => {
            tracing::warn!(error = format!("{error:#}"), "the relay does not answer");
            false
        }
    }
}

async fn check(app: &App) -> anyhow::Result<bool> {
    if app.settings.remote_urls.is_empty() {
        let Some(address) = app.listening.get() else { return Ok(false) };
        return open_socket(reachable(*address), app.settings.tls.is_some(), CONNECT_PATH).await;
    }
    for relay in &app.settings.remote_urls {
        if !elsewhere(relay).await.with_context(|| format!("at {relay}"))? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a relay on another machine answers.
async fn elsewhere(relay: &str) -> anyhow::Result<bool> {
    let url: Url = relay.parse().context("MUSTER_REMOTE_URLS")?;
    let (Some(host), Some(port)) = (url.host_str(), url.port_or_known_default()) else {
        bail!("the address names no host and port");
    };
    let path = format!("{}{CONNECT_PATH}", url.path().trim_end_matches('/'));
    let name = format!("{host}:{port}");
    if url.scheme() == "wss" {
        upgrade(tls::connect(host, port).await.context("while opening TLS")?, &name, &path).await
    } else {
        let stream = tokio::net::TcpStream::connect((host, port)).await;
        upgrade(stream.context("while connecting")?, &name, &path).await
    }
}
