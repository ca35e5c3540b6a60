//! What the agent says about the session itself, on channel 0.

use muster_remote::Frame;
use serde::Deserialize;

use super::gone::Gone;
use super::notice::{printable, say};

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

/// Acts on a frame of channel 0: the start is returned, an end is an error, and what people
/// want to know is printed.
pub fn hear(frame: Frame<'_>) -> Result<Option<Started>, Gone> {
    let Frame::Control(text) = frame else { return Ok(None) };
    // What is no message at all is of no use either way.
    match serde_json::from_str(text).unwrap_or(FromAgent::Unknown) {
        FromAgent::Started(started) => return Ok(Some(started)),
        FromAgent::Refused { reason } | FromAgent::Ended { reason } => {
            return Err(Gone::Ended(printable(&reason)));
        }
        FromAgent::Consent { seconds } => {
            say(format_args!("the person at the computer is asked, and has {seconds} s to answer"));
        }
        FromAgent::Notice { text } => say(text),
        FromAgent::Unknown => {}
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_and_the_end_are_understood_and_newer_messages_ignored() {
        let hear = |text: &str| hear(Frame::Control(text));
        let started = r#"{"type":"started","resumed":true,"driver":true,"shell":"/bin/sh"}"#;
        assert_eq!(hear(started), Ok(Some(Started { resumed: true })));
        for end in ["refused", "ended"] {
            let text = format!(r#"{{"type":"{end}","code":"x","reason":"Ann said no."}}"#);
            assert_eq!(hear(&text), Err(Gone::Ended("Ann said no.".to_owned())));
        }
        for other in ["", "[]", r#"{"type":"pong","n":1}"#, r#"{"type":"dance"}"#] {
            assert_eq!(hear(other), Ok(None), "{other}");
        }
        assert_eq!(super::hear(Frame::Packet(b"x")), Ok(None));
    }
}
