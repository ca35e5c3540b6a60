//! Sending mail over SMTP.
//!
//! A password is sent over TLS or not at all. Without a login, TLS is used when
//! the server offers it. A mail server that is not in the internet has to be
//! allowed by the operator: see [`crate::outbound`].

mod send;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use crate::auth::Secret;

pub use self::send::send;

/// A mail server and our login there.
#[derive(Clone, Debug)]
pub struct MailServer {
    /// Its name or address.
    pub host: String,
    /// Its port; 465 is TLS from the first byte.
    pub port: u16,
    /// User name and password; nothing where no login is needed.
    pub login: Option<(String, Secret)>,
    /// The sender's address.
    pub from_address: String,
    /// The sender's name, or nothing.
    pub from_name: String,
}

/// One mail: plain text, perhaps with the same as HTML.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mail {
    /// The recipients; they see each other.
    pub to: Vec<String>,
    /// The subject, one line.
    pub subject: String,
    /// What it says.
    pub text: String,
    /// The same as HTML, for readers whose program shows that.
    pub html: Option<String>,
    /// The sender's address, instead of that of the mail server.
    pub from: Option<String>,
    /// Its position in a conversation; none for a mail of its own.
    pub thread: Option<Thread>,
}

/// Where a mail belongs in a conversation. Ids are without their angle brackets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thread {
    /// The id of this mail.
    pub message_id: String,
    /// The id of the mail that began the conversation; none for that mail itself.
    pub reply_to: Option<String>,
}

/// The mail was not accepted for delivery.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum MailError {
    /// A setting is missing.
    #[error("{0}")]
    NotSet(&'static str),
    /// The mail itself cannot be sent.
    #[error("the mail cannot be written: {0}")]
    Unwritable(String),
    /// The server refused, with this message.
    #[error("the mail server answered: {0}")]
    Refused(String),
    /// The operator does not allow a connection to it.
    #[error("the mail server may not be used: {0}")]
    NotAllowed(String),
    /// There was no conversation, or it broke.
    #[error("the mail server could not be used: {0}")]
    Unusable(String),
    /// The server did not answer.
    #[error("the mail server did not answer in time")]
    Silent,
}

/// Whether the text is a mail address such as `ann@example.com`.
pub fn is_address(text: &str) -> bool {
    text.len() <= 254 && text.parse::<lettre::Address>().is_ok()
}
