//! `CONNECT`: a connection through an HTTP proxy.

use anyhow::{Context, bail};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::proxy_settings::Proxy;

/// More than any real proxy answers.
const MAX_ANSWER_BYTES: usize = 8 * 1024;

/// Asks a proxy for a connection to `authority` and returns the socket.
pub async fn ask(
    mut socket: TcpStream,
    proxy: &Proxy,
    authority: &str,
) -> anyhow::Result<TcpStream> {
    let mut request = format!("CONNECT {authority} HTTP/1.1\r\nHost: {authority}\r\n");
    if let Some(credentials) = &proxy.credentials {
        let encoded = BASE64_STANDARD.encode(credentials);
        request.push_str(&format!("Proxy-Authorization: Basic {encoded}\r\n"));
    }
    request.push_str("\r\n");
    socket.write_all(request.as_bytes()).await.context("cannot write to the proxy")?;

    let answer = read_head(&mut socket).await?;
    let status_line = answer.lines().next().unwrap_or_default();
    match status_line.split_whitespace().nth(1) {
        Some(code) if code.starts_with('2') => Ok(socket),
        _ => bail!("the proxy refuses a connection to {authority}: {status_line}"),
    }
}

/// Reads up to the empty line, byte by byte: what follows belongs to the
/// server's own conversation.
async fn read_head(socket: &mut TcpStream) -> anyhow::Result<String> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        if head.len() >= MAX_ANSWER_BYTES {
            bail!("the proxy's answer has no end");
        }
        head.push(socket.read_u8().await.context("the proxy closed the connection")?);
    }
    Ok(String::from_utf8_lossy(&head).into_owned())
}
