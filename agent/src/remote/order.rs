//! The lines between the agent's own process and the helper of a session: one JSON object
//! on each.

use serde::{Deserialize, Serialize};

/// What the agent wants of the helper, on its standard input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Order {
    /// Connect to the relay for one more viewer.
    Open(Opening),
    /// The server does not take the recording of the session, and never will.
    RecordingRefused {
        /// Why, for programs.
        code: String,
    },
    /// End the session.
    End {
        /// For programs.
        code: String,
        /// For people.
        reason: String,
    },
}

/// A viewer whose permission the agent has checked.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// The grant, as the text that was signed.
    pub grant: String,
    /// What the relay wants to see.
    pub ticket: String,
    /// The relay's WebSocket; empty: on the agent's own server.
    pub relay_url: String,
    /// The name of this computer.
    pub hostname: String,
    /// Whether this computer's own settings say that the person at it is asked, whatever
    /// the grant says.
    pub must_ask: bool,
}

/// The ticket opens a connection: it is not logged.
impl std::fmt::Debug for Opening {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Opening").field("grant", &self.grant).finish_non_exhaustive()
    }
}

/// What the helper says, on its standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Report {
    /// It works.
    Started,
    /// A part of its recording waits for the server.
    Recorded,
    /// The session has ended; what is left of its processes can be killed.
    Ended,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn lines_are_read_as_they_were_written_and_no_log_holds_a_ticket() {
        let opening = Opening {
            grant: "{}".to_owned(),
            ticket: "secret".to_owned(),
            relay_url: String::new(),
            hostname: "pc-1".to_owned(),
            must_ask: true,
        };
        let order = Order::Open(opening);
        let line = serde_json::to_value(&order).unwrap();
        assert_eq!((&line["type"], &line["ticket"]), (&json!("open"), &json!("secret")));
        assert_eq!(serde_json::from_value::<Order>(line).unwrap(), order);
        assert!(!format!("{order:?}").contains("secret"));

        let end = json!({ "type": "end", "code": "frozen", "reason": "it is frozen" });
        let expected = Order::End { code: "frozen".to_owned(), reason: "it is frozen".to_owned() };
        assert_eq!(serde_json::from_value::<Order>(end).unwrap(), expected);
        let report = serde_json::to_value(Report::Ended).unwrap();
        assert_eq!(report, json!({ "type": "ended" }));
    }
}
