//! One HTTP request: all the agent needs to enrol.

use std::time::Duration;

use anyhow::{Context, anyhow};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::header::{CONTENT_TYPE, HOST, USER_AGENT};
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde::Serialize;
use tokio::time::timeout;

use super::{ProxySettings, connect};
use crate::server_url::ServerUrl;

/// More than any answer to an enrolment needs.
const MAX_ANSWER_BYTES: usize = 64 * 1024;

const ANSWER_LIMIT: Duration = Duration::from_secs(30);

/// Posts JSON to the server and gives back the status and the body.
pub async fn post_json<B: Serialize>(
    server: &ServerUrl,
    proxies: &ProxySettings,
    path: &str,
    body: &B,
) -> anyhow::Result<(StatusCode, Bytes)> {
    let line = connect(server, proxies).await?;
    let (mut sender, connection) =
        http1::handshake::<_, Full<Bytes>>(TokioIo::new(line)).await.context("no HTTP there")?;
    let request = Request::post(server.path(path))
        .header(HOST, server.authority())
        .header(CONTENT_TYPE, "application/json")
        .header(USER_AGENT, concat!("muster-agent/", env!("CARGO_PKG_VERSION")))
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
