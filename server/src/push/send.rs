//! One notification, one request, within limits.

use std::error::Error as _;
use std::net::SocketAddr;
use std::time::Duration;

use ipnet::IpNet;
use reqwest::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE};
use reqwest::redirect::Policy;
use reqwest::{Client, Response};

use super::encrypt::encrypt;
use super::{AcceptedPush, LIFETIME, PushError, PushMessage, PushTarget, Sender, answer};
use crate::outbound::{self, OutboundError};
use crate::time::Timestamp;

/// The most of an answer that is read, in bytes.
const LONGEST_ANSWER: usize = 16 * 1024;
/// Characters kept of an error's text.
const LONGEST_ERROR: usize = 500;

/// Timeouts, and allowed networks.
pub(super) struct Terms {
    /// For the connection.
    pub(super) connect: Duration,
    /// For everything.
    pub(super) total: Duration,
    /// Internal networks that the push service may be in.
    pub(super) allowed: Vec<IpNet>,
}

/// Sends a notification to a browser's push service, which may be internal, or
/// without TLS, only in one of these networks; waits until it is accepted, 15 s at
/// most.
pub async fn send(
    sender: &Sender<'_>,
    target: &PushTarget,
    message: &PushMessage,
    allowed: &[IpNet],
) -> Result<AcceptedPush, PushError> {
    let (connect, total) = (Duration::from_secs(5), Duration::from_secs(15));
    send_on(sender, target, message, &Terms { connect, total, allowed: allowed.to_vec() }).await
}

/// Sends on other terms.
pub(super) async fn send_on(
    sender: &Sender<'_>,
    target: &PushTarget,
    message: &PushMessage,
    terms: &Terms,
) -> Result<AcceptedPush, PushError> {
    let exchanging = exchange(sender, target, message, terms);
    tokio::time::timeout(terms.total, exchanging).await.unwrap_or(Err(PushError::Silent))
}

async fn exchange(
    sender: &Sender<'_>,
    target: &PushTarget,
    message: &PushMessage,
    terms: &Terms,
) -> Result<AcceptedPush, PushError> {
    let body = encrypt(target, &message.payload)?;
    let subject = sender.subject.as_deref();
    let signed = sender.key.authorization(&target.endpoint, subject, Timestamp::now());
    let client = client(target, terms).await?;
    let mut call = client
        .post(target.endpoint.clone())
        .header(AUTHORIZATION, signed)
        .header(CONTENT_ENCODING, "aes128gcm")
        .header(CONTENT_TYPE, "application/octet-stream")
        .header("TTL", LIFETIME.as_secs())
        .header("Urgency", message.urgency.as_str())
        .body(body);
    if let Some(topic) = &message.topic {
        call = call.header("Topic", topic);
    }
    let mut response = call.send().await.map_err(network_error)?;
    let body = read_body(&mut response).await?;
    answer::read(response.status(), &body, target).map_err(PushError::Refused)
}

/// A client for one request to an address that was checked. It follows no redirect:
/// the signature is for one host.
async fn client(target: &PushTarget, terms: &Terms) -> Result<Client, PushError> {
    let addresses = check_address(target, &terms.allowed).await?;
    let mut client = Client::builder()
        .no_proxy()
        .referer(false)
        .redirect(Policy::none())
        .user_agent(concat!("Muster/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(terms.connect)
        .resolve_to_addrs(host(target), &addresses);
    if target.is_plain_http() {
        // Reading the certificates of the machine takes longer than the request.
        client = client.tls_certs_only([]);
    }
    client.build().map_err(network_error)
}

/// The addresses of a push service that may be used: without TLS only those that
/// the operator has named.
pub async fn check_address(
    target: &PushTarget,
    allowed: &[IpNet],
) -> Result<Vec<SocketAddr>, PushError> {
    let port = target.endpoint.port_or_known_default().unwrap_or_default();
    let mut addresses = outbound::resolve(host(target), port, allowed).await?;
    if target.is_plain_http() {
        let is_named = |address: &SocketAddr| {
            let address = address.ip().to_canonical();
            allowed.iter().any(|network| network.contains(&address))
        };
        addresses.retain(is_named);
    }
    if addresses.is_empty() {
        let problem = format!("{} must be used with https", host(target));
        return Err(PushError::NotAllowed(problem));
    }
    Ok(addresses)
}

/// The host, without the brackets of an IPv6 address.
fn host(target: &PushTarget) -> &str {
    target.endpoint.host_str().unwrap_or_default().trim_matches(['[', ']'])
}

/// The answer's beginning. One that breaks off is a network error: whether the
/// notification was accepted is not known before its end.
async fn read_body(response: &mut Response) -> Result<Vec<u8>, PushError> {
    let mut body = Vec::new();
    while body.len() < LONGEST_ANSWER {
        let Some(chunk) = response.chunk().await.map_err(network_error)? else { break };
        body.extend_from_slice(&chunk);
    }
    body.truncate(LONGEST_ANSWER);
    Ok(body)
}

impl From<OutboundError> for PushError {
    fn from(error: OutboundError) -> Self {
        match error {
            OutboundError::NotAllowed { .. } => Self::NotAllowed(error.to_string()),
            OutboundError::Unresolved { .. } => Self::Unusable(error.to_string()),
        }
    }
}

/// The error with its causes, without the address.
fn network_error(error: reqwest::Error) -> PushError {
    if error.is_timeout() {
        return PushError::Silent;
    }
    let error = error.without_url();
    let mut texts = vec![error.to_string()];
    let mut source = error.source();
    while let Some(cause) = source {
        let text = cause.to_string();
        // Some causes repeat what is behind them.
        if !texts.iter().any(|known| known.contains(&text)) {
            texts.push(text);
        }
        source = cause.source();
    }
    PushError::Unusable(texts.join(": ").chars().take(LONGEST_ERROR).collect())
}
