//! One HTTP request: all the agent needs to enrol, and to fetch a program.

use std::fs::File;
use std::io::Write;
use std::time::Duration;

use anyhow::{Context, anyhow, ensure};
use http_body_util::{BodyExt, Empty, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1;
use hyper::header::{CONTENT_TYPE, HOST, USER_AGENT};
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use muster_protocol::hex;
use ring::digest::{Context as Digest, SHA256};
use serde::Serialize;
use tokio::time::timeout;

use super::{ProxySettings, connect};
use crate::release;
use crate::server_url::ServerUrl;

/// More than any answer to an enrolment needs.
const MAX_ANSWER_BYTES: usize = 64 * 1024;

const ANSWER_LIMIT: Duration = Duration::from_secs(30);

/// No program is larger.
const MAX_FILE_BYTES: u64 = 512 * 1024 * 1024;

/// A server that sends nothing for this long has gone.
const SILENCE_LIMIT: Duration = Duration::from_secs(60);

/// Writes what is at a path of the server to a file, and returns its SHA-256.
pub async fn download(
    server: &ServerUrl,
    proxies: &ProxySettings,
    path: &str,
    file: &mut File,
) -> anyhow::Result<String> {
    let socket = connect(server, proxies).await?;
    let (mut sender, connection) =
        http1::handshake::<_, Empty<Bytes>>(TokioIo::new(socket)).await.context("no HTTP there")?;
    let request = Request::get(server.path(path))
        .header(HOST, server.authority())
        .header(USER_AGENT, format!("muster-agent/{}", release::version()))
        .body(Empty::new())?;
    let exchange = async {
        let answer = timeout(ANSWER_LIMIT, sender.send_request(request)).await;
        let answer = answer.context("the server does not answer in time")?;
        let answer = answer.context("the server does not answer")?;
        ensure!(answer.status().is_success(), "the server answers {}", answer.status());
        save(answer.into_body(), file).await
    };
    tokio::pin!(exchange);
    tokio::select! {
        saved = &mut exchange => saved,
        _ = connection => exchange.await,
    }
}

async fn save(mut body: Incoming, file: &mut File) -> anyhow::Result<String> {
    let (mut digest, mut length) = (Digest::new(&SHA256), 0);
    loop {
        let frame = timeout(SILENCE_LIMIT, body.frame()).await.context("the server went silent")?;
        let Some(frame) = frame else { break };
        let Ok(piece) = frame.context("the server's answer broke off")?.into_data() else {
            continue;
        };
        length += piece.len() as u64;
        ensure!(length <= MAX_FILE_BYTES, "the server sends too much");
        digest.update(&piece);
        file.write_all(&piece).context("the file cannot be written")?;
    }
    Ok(hex::encode(digest.finish().as_ref()))
}

/// Posts JSON to the server and returns the status and the body.
pub async fn post_json<B: Serialize>(
    server: &ServerUrl,
    proxies: &ProxySettings,
    path: &str,
    body: &B,
) -> anyhow::Result<(StatusCode, Bytes)> {
    let socket = connect(server, proxies).await?;
    let (mut sender, connection) =
        http1::handshake::<_, Full<Bytes>>(TokioIo::new(socket)).await.context("no HTTP there")?;
    let request = Request::post(server.path(path))
        .header(HOST, server.authority())
        .header(CONTENT_TYPE, "application/json")
        .header(USER_AGENT, format!("muster-agent/{}", release::version()))
        .body(Full::new(Bytes::from(serde_json::to_vec(body)?)))?;

    let exchange = async {
        let answer = sender.send_request(request).await.context("the server does not answer")?;
        let status = answer.status();
        let body = Limited::new(answer.into_body(), MAX_ANSWER_BYTES).collect().await;
        let body = body.map_err(|error| anyhow!("the server's answer broke off: {error}"))?;
        Ok((status, body.to_bytes()))
    };
    // The connection does the reading and writing; it ends with the answer.
    let driven = async {
        tokio::pin!(exchange);
        tokio::select! {
            answer = &mut exchange => answer,
            _ = connection => exchange.await,
        }
    };
    timeout(ANSWER_LIMIT, driven).await.context("the server does not answer in time")?
}
