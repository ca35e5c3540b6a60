//! How the bus fails.

/// The bus does not take messages now.
///
/// Also the answer to a message that no bus would take: larger than
/// [`super::MAX_PAYLOAD`] or with a malformed subject. That is logged as an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the message bus cannot be reached")]
pub struct BusDown;

/// Why a request got no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// The subject has no subscribers.
    #[error("nobody listens for this request")]
    NoResponders,
    /// A subscriber did not answer within the limit.
    #[error("no answer in time")]
    TimedOut,
    /// The broker is away; the request may or may not have been delivered.
    #[error("the message bus cannot be reached")]
    Down,
}

impl From<BusDown> for RequestError {
    fn from(_: BusDown) -> RequestError {
        RequestError::Down
    }
}
