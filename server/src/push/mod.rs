//! Web push: encrypted notifications to browsers.
//!
//! A browser names an address at the push service of its vendor, and two keys of its
//! own. What is sent there is encrypted for the browser (RFC 8291) and signed with the
//! key of this installation (RFC 8292, VAPID), so the service can neither read nor
//! forge it. Callers name the address: it is checked like any other target, see
//! [`crate::outbound`].

mod answer;
mod encrypt;
mod send;
mod target;
#[cfg(test)]
mod tests;
mod vapid;

pub use self::answer::{AcceptedPush, Refusal};
pub use self::encrypt::LONGEST_PAYLOAD;
pub use self::send::{check_address, send};
pub use self::target::{PushTarget, is_auth, is_endpoint, is_public_key};
pub use self::vapid::VapidKey;

use std::time::Duration;

/// How long the push service keeps a notification for a browser that is not running.
const LIFETIME: Duration = Duration::from_secs(24 * 60 * 60);

/// One notification for one browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushMessage {
    /// What the browser gets; at most [`LONGEST_PAYLOAD`] bytes.
    pub payload: Vec<u8>,
    pub urgency: Urgency,
    /// Of several that wait with the same topic, the service keeps the newest.
    pub topic: Option<String>,
}

/// Whether a device that saves power is woken (RFC 8030, section 5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    Low,
    Normal,
    High,
}

impl Urgency {
    /// As the header has it.
    fn as_str(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Normal => "normal",
            Self::High => "high",
        }
    }
}

/// Who sends: the key that browsers subscribed with, and who a push service may
/// contact about it.
pub struct Sender<'a> {
    pub key: &'a VapidKey,
    /// A `mailto:` or `https:` address.
    pub subject: Option<String>,
}

/// The notification was not accepted for delivery.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum PushError {
    /// The keys of the browser, or the length of the text, are not usable.
    #[error("{0}")]
    Unsendable(&'static str),
    /// The push service refused, with this answer.
    #[error("the push service answered: {0}")]
    Refused(Refusal),
    /// The operator does not allow a connection to it.
    #[error("the push service may not be used: {0}")]
    NotAllowed(String),
    /// There was no connection, or it broke.
    #[error("the push service could not be used: {0}")]
    Unusable(String),
    /// The push service did not answer.
    #[error("the push service did not answer in time")]
    Silent,
}

impl PushError {
    /// Whether the same notification may be accepted later.
    pub fn is_temporary(&self) -> bool {
        match self {
            Self::Unusable(_) | Self::Silent => true,
            Self::Refused(refusal) => refusal.status == 429 || refusal.status >= 500,
            Self::Unsendable(_) | Self::NotAllowed(_) => false,
        }
    }

    /// Whether the browser has no subscription under this address any more.
    pub fn is_gone(&self) -> bool {
        matches!(self, Self::Refused(refusal) if matches!(refusal.status, 404 | 410))
    }
}
