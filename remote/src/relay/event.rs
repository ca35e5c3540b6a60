//! What an agent's helper tells the relay itself, for the server's records.

use serde::Deserialize;

/// Texts beyond this are cut: they are stored.
const LONGEST_TEXT: usize = 500;

/// Something that the server records.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum AgentEvent {
    /// The person at the computer answered, or nobody did.
    Consent {
        /// `granted`, `denied`, `timeout`, `nobody` or `vetoed`.
        answer: String,
    },
    /// The session has ended on the agent.
    Ended {
        /// For programs.
        code: String,
        /// For people.
        reason: String,
    },
    /// Another viewer drives now.
    Driver {
        /// Its id.
        viewer: String,
    },
}

/// Reads a text of a helper; none for anything else.
pub(super) fn read(text: &str) -> Option<AgentEvent> {
    let event: AgentEvent = serde_json::from_str(text).ok()?;
    Some(match event {
        AgentEvent::Consent { answer } => AgentEvent::Consent { answer: cut(answer) },
        AgentEvent::Ended { code, reason } => {
            AgentEvent::Ended { code: cut(code), reason: cut(reason) }
        }
        AgentEvent::Driver { viewer } => AgentEvent::Driver { viewer: cut(viewer) },
    })
}

fn cut(text: String) -> String {
    match text.char_indices().nth(LONGEST_TEXT) {
        Some((end, _)) => text[..end].to_owned(),
        None => text,
    }
}
