//! What a person hears of what the agent says about the session.

use muster_remote::Frame;

use super::notice::say;
use crate::remote_viewer::{FromAgent, Gone, Started, printable, read_message};

/// Acts on a frame of channel 0: the start is returned, an end is an error, and what people
/// want to know is printed.
pub fn hear(frame: Frame<'_>) -> Result<Option<Started>, Gone> {
    match read_message(frame) {
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
