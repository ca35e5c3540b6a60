//! Sending text messages over Twilio's HTTP interface.
//!
//! The operator names the address of the interface (`TWILIO_URL`), administrators
//! the account. An address that is not in the internet has to be allowed like any
//! other target: see [`crate::outbound`].

mod answer;
mod form;
mod send;
#[cfg(test)]
mod tests;

use reqwest::Url;

use crate::auth::Secret;

pub use self::answer::{AcceptedSms, Refusal};
pub use self::send::send;

/// The account that pays for text messages, and where to reach its provider.
#[derive(Clone, Debug)]
pub struct SmsAccount {
    /// Address of the interface, `http` or `https`.
    pub url: Url,
    /// Its public id: letters and digits.
    pub sid: String,
    /// The password that belongs to it.
    pub token: Option<Secret>,
    /// The number that messages come from.
    pub from: String,
}

/// One text message to one person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sms {
    /// The recipient's number.
    pub to: String,
    /// What it says; only the first 1,600 characters are sent.
    pub text: String,
}

/// The text message was not accepted for delivery.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum SmsError {
    /// A setting is missing, or is not what it should be.
    #[error("{0}")]
    NotSet(&'static str),
    /// The provider refused, with this answer.
    #[error("the text message service answered: {0}")]
    Refused(Refusal),
    /// The operator does not allow a connection to it.
    #[error("the text message service may not be used: {0}")]
    NotAllowed(String),
    /// There was no connection, or it broke.
    #[error("the text message service could not be used: {0}")]
    Unusable(String),
    /// The provider did not answer.
    #[error("the text message service did not answer in time")]
    Silent,
}

impl SmsError {
    /// Whether the same message may be accepted later.
    pub fn is_temporary(&self) -> bool {
        match self {
            Self::Unusable(_) | Self::Silent => true,
            Self::Refused(refusal) => refusal.status == 429 || refusal.status >= 500,
            Self::NotSet(_) | Self::NotAllowed(_) => false,
        }
    }
}

/// Whether the text is a telephone number as E.164 writes it: `+4930123456`.
pub fn is_telephone_number(text: &str) -> bool {
    text.strip_prefix('+').is_some_and(|digits| {
        (6..=15).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Whether the text can be the id of an account: letters and digits.
pub fn is_account_sid(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}
