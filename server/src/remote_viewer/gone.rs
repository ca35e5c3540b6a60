//! Why there is no connection to the agent, or none any more.

/// Whether another connection may help, with a reason for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Gone {
    /// It broke: another one may work.
    #[error("{0}")]
    Broken(String),
    /// The session has ended, or this person may not come back.
    #[error("{0}")]
    Ended(String),
    /// The same, as the relay says it.
    #[error("{reason}")]
    Cut {
        /// For programs.
        code: String,
        /// For people.
        reason: String,
    },
}

/// What a relay says when a connection breaks. After everything else it says, another
/// ticket would not help.
const BROKEN_CODES: [&str; 12] = [
    "left",
    "agent_absent",
    "viewer_absent",
    "silent",
    "too_slow",
    "taken",
    "server_stopping",
    "unavailable",
    "overloaded",
    "internal",
    "invalid_credentials",
    "not_authenticated",
];

impl Gone {
    /// What a relay's last message means.
    pub fn from_relay(code: &str, reason: String) -> Self {
        match BROKEN_CODES.contains(&code) {
            true => Self::Broken(reason),
            false => Self::Cut { code: code.to_owned(), reason },
        }
    }

    /// A connection that broke without a word.
    pub fn broken(reason: &str) -> Self {
        Self::Broken(reason.to_owned())
    }

    /// Somebody who does not keep the rules of the pipe is not asked again.
    pub fn ended(reason: impl std::fmt::Display) -> Self {
        Self::Ended(reason.to_string())
    }
}

/// For the last line of the command.
pub fn last_words(gone: &Gone) -> anyhow::Error {
    let reason = gone.to_string();
    anyhow::anyhow!("the session has ended: {}", reason.trim_end().trim_end_matches('.'))
}
