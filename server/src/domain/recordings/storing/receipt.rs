//! What an agent learns about a part that it sent.

use super::incoming::Incoming;
use super::refusal::Refusal;

/// The answer to a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The session that it names; empty where it could not be read.
    pub session: String,
    pub began: i64,
    pub index: u32,
    /// Empty: it is stored. Otherwise why it is refused for ever.
    pub code: &'static str,
}

impl Receipt {
    pub(super) fn stored(part: &Incoming) -> Self {
        let (session, header) = (part.session.clone(), &part.header);
        Self { session, began: header.began, index: header.index, code: "" }
    }

    pub(super) fn refused(part: &Incoming, refusal: Refusal) -> Self {
        Self { code: refusal.code(), ..Self::stored(part) }
    }

    pub(super) fn unreadable() -> Self {
        let code = Refusal::Unreadable.code();
        Self { session: String::new(), began: 0, index: 0, code }
    }
}
