//! One text message, one request, within limits.

use std::error::Error as _;
use std::time::Duration;

use ipnet::IpNet;
use reqwest::header::CONTENT_TYPE;
use reqwest::redirect::Policy;
use reqwest::{Client, Response, Url};

use super::form::form;
use super::{AcceptedSms, Sms, SmsAccount, SmsError, answer, is_account_sid, is_telephone_number};
use crate::auth::Secret;
use crate::outbound::{self, OutboundError};

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
    /// Internal networks that the provider may be in.
    pub(super) allowed: Vec<IpNet>,
}

/// Sends a text message through a provider, who may be internal only in one of
/// these networks; waits until it is accepted, 30 s at most.
pub async fn send(
    account: &SmsAccount,
    sms: &Sms,
    allowed: &[IpNet],
) -> Result<AcceptedSms, SmsError> {
    let (connect, total) = (Duration::from_secs(10), Duration::from_secs(30));
    send_on(account, sms, &Terms { connect, total, allowed: allowed.to_vec() }).await
}

/// Sends on other terms.
pub(super) async fn send_on(
    account: &SmsAccount,
    sms: &Sms,
    terms: &Terms,
) -> Result<AcceptedSms, SmsError> {
    let token = must_be_set(account, sms)?;
    let exchanging = exchange(account, token, sms, terms);
    tokio::time::timeout(terms.total, exchanging).await.unwrap_or(Err(SmsError::Silent))
}

/// Checks what the settings of an earlier release may have; returns the token.
fn must_be_set<'a>(account: &'a SmsAccount, sms: &Sms) -> Result<&'a Secret, SmsError> {
    if account.sid.is_empty() {
        return Err(SmsError::NotSet("no account is set (twilio_account_sid)"));
    }
    if !is_account_sid(&account.sid) {
        return Err(SmsError::NotSet("twilio_account_sid must be letters and digits"));
    }
    let token = account.token.as_ref().filter(|token| !token.reveal().is_empty());
    let token = token.ok_or(SmsError::NotSet("no token is set (twilio_auth_token)"))?;
    if account.from.is_empty() {
        return Err(SmsError::NotSet("no sender is set (twilio_number)"));
    }
    if !is_telephone_number(&account.from) {
        return Err(SmsError::NotSet("twilio_number must be a number such as +4930123456"));
    }
    if !is_telephone_number(&sms.to) {
        return Err(SmsError::NotSet("the recipient must be a number such as +4930123456"));
    }
    Ok(token)
}

async fn exchange(
    account: &SmsAccount,
    token: &Secret,
    sms: &Sms,
    terms: &Terms,
) -> Result<AcceptedSms, SmsError> {
    let client = client(&account.url, terms).await?;
    let base = account.url.as_str().trim_end_matches('/');
    let address = format!("{base}/2010-04-01/Accounts/{}/Messages.json", account.sid);
    let call = client
        .post(address)
        .basic_auth(&account.sid, Some(token.reveal()))
        .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(form(account, sms));
    let mut response = call.send().await.map_err(network_error)?;
    let body = read_body(&mut response).await?;
    answer::read(response.status(), &body, token).map_err(SmsError::Refused)
}

/// A client for one request to an address that was checked. It follows no
/// redirect, which would take the token to another host.
async fn client(url: &Url, terms: &Terms) -> Result<Client, SmsError> {
    // The brackets are those of an IPv6 address.
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    let port = url.port_or_known_default().unwrap_or_default();
    let addresses = outbound::resolve(host, port, &terms.allowed).await?;
    let mut client = Client::builder()
        .no_proxy()
        .referer(false)
        .redirect(Policy::none())
        .user_agent(concat!("Muster/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(terms.connect)
        .resolve_to_addrs(host, &addresses);
    if url.scheme() == "http" {
        // Reading the certificates of the machine takes longer than the request.
        client = client.tls_certs_only([]);
    }
    client.build().map_err(network_error)
}

/// The answer's beginning. One that breaks off is a network error: whether the
/// message was accepted is not known before its end.
async fn read_body(response: &mut Response) -> Result<Vec<u8>, SmsError> {
    let mut body = Vec::new();
    while body.len() < LONGEST_ANSWER {
        let Some(chunk) = response.chunk().await.map_err(network_error)? else { break };
        body.extend_from_slice(&chunk);
    }
    body.truncate(LONGEST_ANSWER);
    Ok(body)
}

impl From<OutboundError> for SmsError {
    fn from(error: OutboundError) -> Self {
        match error {
            OutboundError::NotAllowed { .. } => Self::NotAllowed(error.to_string()),
            OutboundError::Unresolved { .. } => Self::Unusable(error.to_string()),
        }
    }
}

/// The error with its causes, without the address.
fn network_error(error: reqwest::Error) -> SmsError {
    if error.is_timeout() {
        return SmsError::Silent;
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
    SmsError::Unusable(texts.join(": ").chars().take(LONGEST_ERROR).collect())
}
