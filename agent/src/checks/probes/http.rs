//! A page, asked for once from this machine, without a proxy and without following
//! where it leads.

use std::time::{Duration, Instant};

use anyhow::Context;
use http_body_util::Empty;
use hyper::Request;
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::header::{ACCEPT, CONNECTION, HOST, USER_AGENT};
use hyper_util::rt::TokioIo;
use muster_protocol::Reading;
use rustls::ClientConfig;
use tokio::net::TcpStream;
use tokio_tungstenite::MaybeTlsStream;

use super::certificate;
use super::page::{self, Page};
use super::readings::{milliseconds, unable, unreachable};
use crate::transport::{self, Connection};
use crate::{clock, release};

/// Asks for a page; all of it within the limit.
pub async fn measure(url: &str, text: &str, limit: Duration) -> Reading {
    let Some(page) = Page::parse(url) else {
        return unable(format!("{url:?} is not the address of a page"));
    };
    let trust = match page.is_tls {
        true => transport::system_trust().await.map(Some),
        false => Ok(None),
    };
    match trust {
        Ok(trust) => ask_within(limit, &page, text, trust).await,
        Err(error) => unable(format!("{error:#}")),
    }
}

/// Asks for a page; `trust` is what its certificate is verified by.
pub async fn ask_within(
    limit: Duration,
    page: &Page,
    text: &str,
    trust: Option<ClientConfig>,
) -> Reading {
    match tokio::time::timeout(limit, ask(page, text, trust)).await {
        Ok(Ok(reading)) => reading,
        Ok(Err(error)) => unreachable(format!("{error:#}")),
        Err(_) => unreachable(format!("no answer within {} seconds", limit.as_secs())),
    }
}

async fn ask(page: &Page, text: &str, trust: Option<ClientConfig>) -> anyhow::Result<Reading> {
    let began = Instant::now();
    let socket = TcpStream::connect((page.host.as_str(), page.port)).await;
    let socket = socket.with_context(|| format!("cannot reach {}", page.authority))?;
    let Some(trust) = trust else {
        return exchange(page, text, began, MaybeTlsStream::Plain(socket), None).await;
    };
    let secured = transport::secure_with(trust, socket, &page.host).await?;
    let certificates = secured.get_ref().1.peer_certificates().unwrap_or_default();
    let now = chrono::DateTime::from_timestamp(clock::now_seconds(), 0).unwrap_or_default();
    let days = certificates.first().and_then(|own| certificate::days_left(own, now));
    exchange(page, text, began, MaybeTlsStream::Rustls(secured), days).await
}

async fn exchange(
    page: &Page,
    text: &str,
    began: Instant,
    connection: Connection,
    certificate_days: Option<i64>,
) -> anyhow::Result<Reading> {
    let handshake = http1::handshake::<_, Empty<Bytes>>(TokioIo::new(connection)).await;
    let (mut sender, connection) = handshake.context("no HTTP there")?;
    let request = Request::get(page.path.as_str())
        .header(HOST, page.authority.as_str())
        .header(ACCEPT, "*/*")
        .header(CONNECTION, "close")
        .header(USER_AGENT, format!("muster-agent/{}", release::version()))
        .body(Empty::new())?;
    let exchange = async {
        let answer = sender.send_request(request).await.context("no answer by HTTP")?;
        let latency_ms = milliseconds(began.elapsed());
        let status = answer.status().as_u16();
        let has_text = text.is_empty() || page::contains(answer.into_body(), text).await;
        anyhow::Ok(Reading::Http { status, latency_ms, has_text, certificate_days })
    };
    tokio::pin!(exchange);
    // The connection does the reading and writing; it ends with the answer.
    tokio::select! {
        reading = &mut exchange => reading,
        _ = connection => exchange.await,
    }
}
