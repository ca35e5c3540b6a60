//! What viewers say about the session itself, on channel 0.

use serde::Deserialize;

/// The channel of the session itself.
pub const SESSION: u16 = 0;

/// A message of a viewer.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromViewer {
    /// The first one.
    Start(Wish),
    /// It wants to drive.
    TakeOver,
    /// It wants to know whether somebody is there.
    Ping {
        /// Comes back.
        n: u64,
    },
    /// It wants the session to end.
    End,
    /// What only newer viewers say.
    #[serde(other)]
    Unknown,
}

/// How a viewer begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Wish {
    /// Whether it goes on where an earlier connection broke.
    #[serde(default)]
    pub resume: bool,
    /// The viewer that it was then.
    #[serde(default)]
    pub of: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_and_newer_ones_ignored() {
        let read = |text: &str| serde_json::from_str::<FromViewer>(text).ok();
        let wish = Wish { resume: true, of: Some("v1".to_owned()) };
        let start = read(r#"{"type":"start","resume":true,"of":"v1"}"#);
        assert_eq!(start, Some(FromViewer::Start(wish)));
        assert_eq!(read(r#"{"type":"start"}"#), Some(FromViewer::Start(Wish::default())));
        assert_eq!(read(r#"{"type":"ping","n":7}"#), Some(FromViewer::Ping { n: 7 }));
        assert_eq!(read(r#"{"type":"take_over"}"#), Some(FromViewer::TakeOver));
        assert_eq!(read(r#"{"type":"dance","with":1}"#), Some(FromViewer::Unknown));
        for wrong in ["", "{}", "[]", r#"{"type":"ping"}"#] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
