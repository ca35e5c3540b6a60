//! One mail, one connection, within limits.

use std::error::Error as _;
use std::io::{self, ErrorKind};
use std::net::IpAddr;
use std::time::Duration;

use ipnet::IpNet;
use lettre::message::header::ContentType;
use lettre::message::{Mailbox, Message, MultiPart};
use lettre::transport::smtp::Error as SmtpError;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};

use super::{Mail, MailError, MailServer};
use crate::outbound::{self, OutboundError};

/// Characters kept of a server's message.
const LONGEST_MESSAGE: usize = 500;

/// Timeouts, trusted certificates and allowed networks.
pub(super) struct Terms {
    /// For the connection.
    pub(super) connect: Duration,
    /// For everything.
    pub(super) total: Duration,
    /// The port that is TLS from the first byte.
    pub(super) tls_port: u16,
    /// A certificate trusted in addition to those of the system.
    pub(super) root: Option<Certificate>,
    /// Internal networks that the mail server may be in.
    pub(super) allowed: Vec<IpNet>,
}

/// Sends a mail through a server, which may be internal only in one of these
/// networks; waits until it is accepted, 30 s at most.
pub async fn send(server: &MailServer, mail: &Mail, allowed: &[IpNet]) -> Result<(), MailError> {
    let (connect, total) = (Duration::from_secs(10), Duration::from_secs(30));
    let allowed = allowed.to_vec();
    send_on(server, mail, &Terms { connect, total, tls_port: 465, root: None, allowed }).await
}

/// Sends on other terms.
pub(super) async fn send_on(
    server: &MailServer,
    mail: &Mail,
    terms: &Terms,
) -> Result<(), MailError> {
    must_be_set(server, mail)?;
    let message = build_message(server, mail)?;
    let delivering = deliver(server, &message, terms);
    tokio::time::timeout(terms.total, delivering).await.unwrap_or(Err(MailError::Silent))
}

/// Tries the addresses of the server in turn, until one of them is reached.
async fn deliver(server: &MailServer, message: &Message, terms: &Terms) -> Result<(), MailError> {
    let addresses = outbound::resolve(&server.host, server.port, &terms.allowed).await?;
    let mut reason = MailError::Silent;
    for address in addresses {
        let transport = transport(server, address.ip(), terms).map_err(mail_error)?;
        let sent = transport.send(message.clone()).await;
        transport.shutdown().await;
        match sent {
            Ok(_) => return Ok(()),
            Err(error) if is_unreached(&error) => reason = mail_error(error),
            Err(error) => return Err(mail_error(error)),
        }
    }
    Err(reason)
}

/// Whether no connection came about, so that nothing can have been sent.
fn is_unreached(error: &SmtpError) -> bool {
    let mut source = error.source();
    while let Some(cause) = source {
        if let Some(error) = cause.downcast_ref::<io::Error>() {
            return matches!(
                error.kind(),
                ErrorKind::ConnectionRefused
                    | ErrorKind::HostUnreachable
                    | ErrorKind::NetworkUnreachable
                    | ErrorKind::AddrNotAvailable
            );
        }
        source = cause.source();
    }
    false
}

impl From<OutboundError> for MailError {
    fn from(error: OutboundError) -> Self {
        match error {
            OutboundError::NotAllowed { .. } => Self::NotAllowed(error.to_string()),
            OutboundError::Unresolved { .. } => Self::Unusable(error.to_string()),
        }
    }
}

fn must_be_set(server: &MailServer, mail: &Mail) -> Result<(), MailError> {
    if server.host.is_empty() {
        return Err(MailError::NotSet("no mail server is set (smtp_host)"));
    }
    if server.from_address.is_empty() {
        return Err(MailError::NotSet("no sender is set (smtp_from_email)"));
    }
    if server
        .login
        .as_ref()
        .is_some_and(|(user, password)| user.is_empty() || password.reveal().is_empty())
    {
        let sentence = "the mail server wants a login, and smtp_host_user or smtp_host_password \
                        is not set";
        return Err(MailError::NotSet(sentence));
    }
    if mail.to.is_empty() {
        return Err(MailError::NotSet("the mail has no recipient"));
    }
    Ok(())
}

fn build_message(server: &MailServer, mail: &Mail) -> Result<Message, MailError> {
    let address = |text: &str| {
        text.parse().map_err(|_| MailError::Unwritable(format!("{text} is no e-mail address")))
    };
    let name = Some(server.from_name.clone()).filter(|name| !name.is_empty());
    let from = mail.from.as_ref().unwrap_or(&server.from_address);
    let bracketed = |id: &String| format!("<{id}>");
    let id = mail.thread.as_ref().map(|thread| bracketed(&thread.message_id));
    let mut builder = Message::builder()
        .from(Mailbox::new(name, address(from)?))
        .message_id(id)
        .subject(mail.subject.replace(['\r', '\n'], " "));
    if let Some(first) = mail.thread.as_ref().and_then(|thread| thread.reply_to.as_ref()) {
        builder = builder.in_reply_to(bracketed(first)).references(bracketed(first));
    }
    for recipient in &mail.to {
        builder = builder.to(Mailbox::new(None, address(recipient)?));
    }
    let built = match &mail.html {
        Some(html) => {
            let both = MultiPart::alternative_plain_html(mail.text.clone(), html.clone());
            builder.multipart(both)
        }
        None => builder.header(ContentType::TEXT_PLAIN).body(mail.text.clone()),
    };
    built.map_err(|error| MailError::Unwritable(error.to_string()))
}

/// A connection to this address, which has to show the certificate of the name.
fn transport(
    server: &MailServer,
    address: IpAddr,
    terms: &Terms,
) -> Result<AsyncSmtpTransport<Tokio1Executor>, SmtpError> {
    let mut tls = TlsParameters::builder(server.host.clone());
    if let Some(root) = &terms.root {
        tls = tls.add_root_certificate(root.clone());
    }
    let tls = match (server.port, &server.login) {
        (port, _) if port == terms.tls_port => Tls::Wrapper(tls.build()?),
        (_, Some(_)) => Tls::Required(tls.build()?),
        // Anyone who could forge the certificate could also hide that the
        // server offers TLS: without a password, any encryption is a gain.
        (_, None) => Tls::Opportunistic(tls.dangerous_accept_invalid_certs(true).build()?),
    };
    let builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(address.to_string())
        .port(server.port)
        .tls(tls)
        .timeout(Some(terms.connect));
    Ok(match &server.login {
        Some((user, password)) => {
            let login = Credentials::new(user.clone(), password.reveal().to_owned());
            builder.credentials(login).build()
        }
        None => builder.build(),
    })
}

/// The error with the message of its cause.
fn mail_error(error: SmtpError) -> MailError {
    if error.is_timeout() {
        return MailError::Silent;
    }
    let mut message = Vec::new();
    let mut source = error.source();
    while let Some(cause) = source {
        let text = cause.to_string();
        // Some causes repeat what is behind them.
        if !message.iter().any(|known: &String| known.contains(&text)) {
            message.push(text);
        }
        source = cause.source();
    }
    let message = if message.is_empty() { error.to_string() } else { message.join(": ") };
    let message: String = message.chars().take(LONGEST_MESSAGE).collect();
    match error.status() {
        Some(code) => MailError::Refused(format!("{code} {message}")),
        None => MailError::Unusable(message),
    }
}
