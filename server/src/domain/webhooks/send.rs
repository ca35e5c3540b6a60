//! One request to a server that an administrator has named, within limits.

use std::error::Error as _;
use std::time::Duration;

use ipnet::IpNet;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue, LOCATION};
use reqwest::{Client, Method, Response, StatusCode, Url};

use super::action::RestMethod;
use super::prepare::Request;
use crate::outbound::{self, OutboundError};
use crate::text::whole_characters;

/// Everything together: resolving, connecting, redirects, the answer.
pub const TIME_LIMIT: Duration = Duration::from_secs(10);
/// The most of an answer that is read.
pub const ANSWER_BYTES: usize = 4 * 1024;
const MOST_REDIRECTS: usize = 3;
/// Characters kept of an error's text.
const LONGEST_ERROR: usize = 500;

/// What the other side answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// The beginning of the content.
    pub body: Vec<u8>,
    /// Whether there may be more of it.
    pub is_cut: bool,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum SendError {
    /// The operator does not allow a connection to it.
    #[error("{0}")]
    NotAllowed(String),
    /// It redirects to where the request may not go.
    #[error("{0}")]
    Redirected(String),
    /// There was no connection, or it broke.
    #[error("{0}")]
    Unreachable(String),
    /// It took too long.
    #[error("there was no answer within {} s", TIME_LIMIT.as_secs())]
    Silent,
}

impl SendError {
    /// Whether the same may work later.
    pub fn is_temporary(&self) -> bool {
        matches!(self, Self::Unreachable(_) | Self::Silent)
    }
}

/// Sends a request with these headers besides its own, to a target that may be
/// internal only in one of the allowed networks.
pub async fn send(
    request: &Request,
    own_headers: &HeaderMap,
    allowed: &[IpNet],
) -> Result<Answer, SendError> {
    send_within(TIME_LIMIT, request, own_headers, allowed).await
}

/// Sends within another time limit.
pub(super) async fn send_within(
    limit: Duration,
    request: &Request,
    own_headers: &HeaderMap,
    allowed: &[IpNet],
) -> Result<Answer, SendError> {
    let sending = follow(request, own_headers, allowed);
    tokio::time::timeout(limit, sending).await.unwrap_or(Err(SendError::Silent))
}

/// Refuses a target that the server may not connect to, before anything is done.
pub async fn must_be_allowed(url: &Url, allowed: &[IpNet]) -> Result<(), OutboundError> {
    let resolving = outbound::resolve(host_of(url), port_of(url), allowed);
    match tokio::time::timeout(TIME_LIMIT, resolving).await {
        Ok(Err(error @ OutboundError::NotAllowed { .. })) => Err(error),
        // What cannot be resolved is not reached either.
        _ => Ok(()),
    }
}

/// Follows redirects; each target is checked like the first.
async fn follow(
    request: &Request,
    own_headers: &HeaderMap,
    allowed: &[IpNet],
) -> Result<Answer, SendError> {
    let mut url = request.url.clone();
    for _ in 0..=MOST_REDIRECTS {
        let response = exchange(request, &url, own_headers, allowed).await?;
        match redirect(request.method, &url, response.status(), response.headers())? {
            Some(next) => url = next,
            None => return Ok(read(response).await),
        }
    }
    Err(SendError::Redirected(format!("it redirects more than {MOST_REDIRECTS} times")))
}

/// Where the answer redirects to; none if it is to be taken as it is.
///
/// 301 to 303 turn every request into a GET without its body: what arrives then
/// is not what was to be sent. So only a GET follows them.
fn redirect(
    method: RestMethod,
    url: &Url,
    status: StatusCode,
    headers: &HeaderMap,
) -> Result<Option<Url>, SendError> {
    let is_followed = match status.as_u16() {
        307 | 308 => true,
        301..=303 => method == RestMethod::Get,
        _ => false,
    };
    let location = headers.get(LOCATION).and_then(|value| value.to_str().ok());
    let next = location.filter(|_| is_followed).and_then(|location| url.join(location).ok());
    let Some(next) = next else { return Ok(None) };
    match (url.scheme(), next.scheme()) {
        ("https", "https") | ("http", "http" | "https") => Ok(Some(next)),
        ("https", "http") => {
            Err(SendError::Redirected("it redirects to an address without TLS".to_owned()))
        }
        _ => Err(SendError::Redirected("it redirects to an address that is not HTTP".to_owned())),
    }
}

/// One request to an address that was checked.
async fn exchange(
    request: &Request,
    url: &Url,
    own_headers: &HeaderMap,
    allowed: &[IpNet],
) -> Result<Response, SendError> {
    let host = host_of(url);
    let addresses = outbound::resolve(host, port_of(url), allowed).await.map_err(refusal)?;
    let mut client = Client::builder()
        .no_proxy()
        .referer(false)
        .redirect(reqwest::redirect::Policy::none())
        .user_agent(concat!("Muster/", env!("CARGO_PKG_VERSION")))
        .resolve_to_addrs(host, &addresses);
    if url.scheme() == "http" {
        // Reading the certificates of the machine takes longer than the request.
        client = client.tls_certs_only([]);
    }
    let client = client.build().map_err(network_error)?;
    let mut headers = request.headers.clone();
    headers.extend(own_headers.clone());
    if url.origin() != request.url.origin() {
        request.secret_headers.iter().for_each(|name| drop(headers.remove(name)));
    }
    let mut call = client.request(method_of(request.method), url.clone()).headers(headers);
    if !request.body.is_empty() {
        call = call.body(request.body.clone());
    }
    call.send().await.map_err(network_error)
}

/// The answer as far as it is kept. One that breaks off has its status
/// nevertheless.
async fn read(mut response: Response) -> Answer {
    let status = response.status().as_u16();
    let mut body = Vec::new();
    while body.len() < ANSWER_BYTES
        && let Ok(Some(chunk)) = response.chunk().await
    {
        body.extend_from_slice(&chunk);
    }
    let is_cut = body.len() >= ANSWER_BYTES;
    body.truncate(ANSWER_BYTES);
    body.truncate(whole_characters(&body));
    Answer { status, body, is_cut }
}

fn host_of(url: &Url) -> &str {
    // Those of an IPv6 address.
    url.host_str().unwrap_or_default().trim_matches(['[', ']'])
}

fn port_of(url: &Url) -> u16 {
    url.port_or_known_default().unwrap_or_default()
}

fn method_of(method: RestMethod) -> Method {
    match method {
        RestMethod::Get => Method::GET,
        RestMethod::Post => Method::POST,
        RestMethod::Put => Method::PUT,
        RestMethod::Delete => Method::DELETE,
        RestMethod::Patch => Method::PATCH,
    }
}

fn refusal(error: OutboundError) -> SendError {
    match error {
        OutboundError::NotAllowed { .. } => SendError::NotAllowed(error.to_string()),
        OutboundError::Unresolved { .. } => SendError::Unreachable(error.to_string()),
    }
}

/// The error with its causes, without the address, which may have secrets.
fn network_error(error: reqwest::Error) -> SendError {
    let error = error.without_url();
    let mut texts = vec![error.to_string()];
    let mut source = error.source();
    while let Some(cause) = source {
        texts.push(cause.to_string());
        source = cause.source();
    }
    SendError::Unreachable(texts.join(": ").chars().take(LONGEST_ERROR).collect())
}

/// A header of our own.
pub fn own_header(headers: &mut HeaderMap, name: &'static str, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(HeaderName::from_static(name), value);
    }
}
