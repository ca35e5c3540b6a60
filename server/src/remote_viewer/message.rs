//! What the agent says about the session itself, on channel 0.

use muster_remote::Frame;
use serde::Deserialize;

/// The channel of the session itself.
pub const SESSION: u16 = 0;

/// A message of the agent.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromAgent {
    /// The person at the computer is asked.
    Consent {
        /// How long they have.
        #[serde(default)]
        seconds: u32,
    },
    /// The session has begun.
    Started(Started),
    /// It does not begin.
    Refused {
        /// A sentence.
        reason: String,
    },
    /// It has ended.
    Ended {
        /// A sentence.
        reason: String,
    },
    /// Something that people want to know.
    Notice {
        /// A sentence.
        text: String,
    },
    /// Pongs, and what only newer agents say.
    #[serde(other)]
    Unknown,
}

/// How a session begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Started {
    /// Whether it goes on where an earlier connection broke.
    #[serde(default)]
    pub resumed: bool,
}

/// What a frame of channel 0 says. What is no message at all is of no use either way.
pub fn read_message(frame: Frame<'_>) -> FromAgent {
    match frame {
        Frame::Control(text) => serde_json::from_str(text).unwrap_or(FromAgent::Unknown),
        _ => FromAgent::Unknown,
    }
}
