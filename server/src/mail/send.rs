//! One mail, one connection, within limits.

use std::error::Error as _;
use std::time::Duration;

use lettre::message::header::ContentType;
use lettre::message::{Mailbox, Message};
use lettre::transport::smtp::Error as SmtpError;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};

use super::{Mail, MailError, MailServer};

/// Characters kept of a server's message.
const LONGEST_MESSAGE: usize = 500;

/// Timeouts and trusted certificates.
pub(super) struct Terms {
    /// For the connection.
    pub(super) connect: Duration,
    /// For everything.
    pub(super) total: Duration,
    /// The port that is TLS from the first byte.
    pub(super) tls_port: u16,
    /// A certificate trusted in addition to those of the system.
    pub(super) root: Option<Certificate>,
}

/// Sends a mail through a server; waits until it is accepted, 30 s at most.
pub async fn send(server: &MailServer, mail: &Mail) -> Result<(), MailError> {
    let (connect, total) = (Duration::from_secs(10), Duration::from_secs(30));
    send_on(server, mail, &Terms { connect, total, tls_port: 465, root: None }).await
}

/// Sends with other timeouts and certificates.
pub(super) async fn send_on(
    server: &MailServer,
    mail: &Mail,
    terms: &Terms,
) -> Result<(), MailError> {
    must_be_set(server, mail)?;
    let message = build_message(server, mail)?;
    let transport = transport(server, terms).map_err(mail_error)?;
    let sending = async {
        let sent = transport.send(message).await;
        transport.shutdown().await;
        sent
    };
    match tokio::time::timeout(terms.total, sending).await {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(error)) => Err(mail_error(error)),
        Err(_) => Err(MailError::Silent),
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
    let mut builder = Message::builder()
        .from(Mailbox::new(name, address(&server.from_address)?))
        .message_id(None)
        .subject(mail.subject.replace(['\r', '\n'], " "))
        .header(ContentType::TEXT_PLAIN);
    for recipient in &mail.to {
        builder = builder.to(Mailbox::new(None, address(recipient)?));
    }
    builder.body(mail.text.clone()).map_err(|error| MailError::Unwritable(error.to_string()))
}

fn transport(
    server: &MailServer,
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
    let builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(&server.host)
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
