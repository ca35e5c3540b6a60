//! What a viewer of the screen sends, and what it is answered.

use serde::Deserialize;
use serde_json::json;

use crate::os::screen_parts::geometry::MAX_SIDE;

/// Steps of the wheel in one message, at most.
const MAX_STEPS: i32 = 20;
/// Characters of a text that is typed in one message, at most.
const MAX_TYPED: usize = 4096;
/// Keys pressed together, at most.
const MAX_KEYS: usize = 8;
/// Bytes of the name of a key, at most.
const MAX_NAME: usize = 32;

/// What a viewer wants.
#[derive(Debug, PartialEq, Eq)]
pub enum ViewerMessage {
    /// It has drawn the frame with this number.
    Acknowledge(u32),
    /// It wants everything again.
    Refresh,
    /// It wants to see one monitor only, or all.
    Monitor(Option<usize>),
    /// A part of the text in its clipboard.
    Clipboard {
        /// The part.
        text: String,
        /// Whether there are more parts.
        has_more: bool,
    },
    /// It uses the mouse or the keyboard.
    Input(Input),
}

/// Use of the mouse or the keyboard, within its limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// The pointer is here now.
    Pointer {
        /// Pixels from the left edge of the screen.
        x: i32,
        /// Pixels from its upper edge.
        y: i32,
    },
    /// A button goes down or up.
    Button {
        /// 0 left, 1 middle, 2 right, 3 back, 4 forward, as browsers count.
        button: u8,
        /// Whether it goes down.
        down: bool,
    },
    /// The wheel is turned.
    Wheel {
        /// Steps to the right.
        right: i32,
        /// Steps down.
        down: i32,
    },
    /// A key goes down or up.
    Key(Key),
    /// Keys that are pressed together and released, by their codes.
    Combination(Vec<String>),
    /// Text that is typed.
    Text(String),
}

/// A key, as a browser reports it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Key {
    /// Where it is on the keyboard: `KeyA`. May be empty on keyboards of glass.
    #[serde(default)]
    pub code: String,
    /// What it means with the viewer's layout: `a`, `Enter`.
    #[serde(default)]
    pub key: String,
    /// Whether it goes down.
    pub down: bool,
    /// What counts.
    #[serde(default)]
    pub mode: KeyMode,
}

/// What counts about a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyMode {
    /// The character arrives, whatever the layout of the computer is.
    #[default]
    Text,
    /// The key at this position is pressed, whatever the layout of the viewer is.
    Shortcut,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Wire {
    Ack {
        frame: u32,
    },
    Refresh,
    Monitor {
        index: Option<usize>,
    },
    Clipboard {
        text: String,
        #[serde(default)]
        more: bool,
    },
    Pointer {
        x: i32,
        y: i32,
    },
    Button {
        button: u8,
        down: bool,
    },
    Wheel {
        #[serde(default)]
        right: i32,
        #[serde(default)]
        down: i32,
    },
    Key(Key),
    Combination {
        codes: Vec<String>,
    },
    Text {
        text: String,
    },
}

impl ViewerMessage {
    /// Reads a message. The error is a sentence for its sender.
    pub fn read(text: &str) -> Result<Self, String> {
        let wire: Wire = serde_json::from_str(text).map_err(|error| error.to_string())?;
        Ok(match wire {
            Wire::Ack { frame } => Self::Acknowledge(frame),
            Wire::Refresh => Self::Refresh,
            Wire::Monitor { index } => Self::Monitor(index),
            Wire::Clipboard { text, more } => Self::Clipboard { text, has_more: more },
            input => Self::Input(read_input(input)?),
        })
    }
}

fn read_input(wire: Wire) -> Result<Input, String> {
    let side = i32::try_from(MAX_SIDE).expect("it is far below two thousand million");
    let is_name = |name: &String| name.len() <= MAX_NAME;
    Ok(match wire {
        Wire::Pointer { x, y } => Input::Pointer { x: x.clamp(0, side), y: y.clamp(0, side) },
        Wire::Button { button: button @ 0..=4, down } => Input::Button { button, down },
        Wire::Button { button, .. } => return Err(format!("there is no button {button}")),
        Wire::Wheel { right, down } => {
            let limit = |steps: i32| steps.clamp(-MAX_STEPS, MAX_STEPS);
            Input::Wheel { right: limit(right), down: limit(down) }
        }
        Wire::Key(key) if is_name(&key.code) && is_name(&key.key) => Input::Key(key),
        Wire::Key(_) => return Err(format!("a key's name has at most {MAX_NAME} bytes")),
        Wire::Combination { codes } if codes.len() <= MAX_KEYS && codes.iter().all(is_name) => {
            Input::Combination(codes)
        }
        Wire::Combination { .. } => return Err(format!("at most {MAX_KEYS} keys at once")),
        Wire::Text { text } if text.chars().count() <= MAX_TYPED => Input::Text(text),
        Wire::Text { .. } => return Err(format!("at most {MAX_TYPED} characters at once")),
        Wire::Ack { .. } | Wire::Refresh | Wire::Monitor { .. } | Wire::Clipboard { .. } => {
            return Err("this is no input".to_owned());
        }
    })
}

/// A message that was refused, for its sender.
pub fn refusal(code: &str, reason: &str) -> String {
    json!({"type": "refused", "code": code, "reason": reason}).to_string()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn input(text: &str) -> Input {
        match ViewerMessage::read(text) {
            Ok(ViewerMessage::Input(input)) => input,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_kind_of_message_is_read() {
        assert_eq!(
            ViewerMessage::read(r#"{"type":"ack","frame":7}"#),
            Ok(ViewerMessage::Acknowledge(7))
        );
        assert_eq!(
            ViewerMessage::read(r#"{"type":"monitor","index":null}"#),
            Ok(ViewerMessage::Monitor(None))
        );
        assert_eq!(ViewerMessage::read(r#"{"type":"refresh"}"#), Ok(ViewerMessage::Refresh));
        let text = ViewerMessage::Clipboard { text: "a".to_owned(), has_more: false };
        assert_eq!(ViewerMessage::read(r#"{"type":"clipboard","text":"a"}"#), Ok(text));
        let key = Key {
            code: "KeyQ".to_owned(),
            key: "q".to_owned(),
            down: true,
            mode: KeyMode::Shortcut,
        };
        let text = r#"{"type":"key","code":"KeyQ","key":"q","down":true,"mode":"shortcut"}"#;
        assert_eq!(input(text), Input::Key(key));
        let text = r#"{"type":"combination","codes":["ControlLeft","AltLeft","Delete"]}"#;
        let codes = ["ControlLeft", "AltLeft", "Delete"].map(str::to_owned).to_vec();
        assert_eq!(input(text), Input::Combination(codes));
        assert_eq!(input(r#"{"type":"text","text":"hi"}"#), Input::Text("hi".to_owned()));
    }

    #[test]
    fn numbers_are_brought_within_their_limits() {
        let side = i32::try_from(MAX_SIDE).unwrap();
        let pointer = input(r#"{"type":"pointer","x":-5,"y":2147483647}"#);
        assert_eq!(pointer, Input::Pointer { x: 0, y: side });
        let wheel = input(r#"{"type":"wheel","down":-2147483648}"#);
        assert_eq!(wheel, Input::Wheel { right: 0, down: -MAX_STEPS });
    }

    #[test]
    fn what_is_beyond_a_limit_is_refused_in_words() {
        let refused = |text: &str| ViewerMessage::read(text).unwrap_err();
        let button = refused(r#"{"type":"button","button":5,"down":true}"#);
        assert_eq!(button, "there is no button 5");
        let long = "x".repeat(MAX_TYPED + 1);
        let typed = refused(&format!(r#"{{"type":"text","text":"{long}"}}"#));
        assert_eq!(typed, "at most 4096 characters at once");
        let key = refused(&format!(r#"{{"type":"key","code":"{long}","down":true}}"#));
        assert_eq!(key, "a key's name has at most 32 bytes");
        let codes = "\"F1\",".repeat(MAX_KEYS) + "\"F1\"";
        let keys = refused(&format!(r#"{{"type":"combination","codes":[{codes}]}}"#));
        assert_eq!(keys, "at most 8 keys at once");
        assert!(refused(r#"{"type":"shutdown"}"#).contains("unknown variant"));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "\\PC*") {
            let _ = ViewerMessage::read(&text);
        }
    }
}
