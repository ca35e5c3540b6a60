//! What a browser gets.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use muster_alerting::Severity;
use ring::digest::{SHA256, digest};
use serde::{Deserialize, Serialize};

use crate::push::{LONGEST_PAYLOAD, PushMessage, Urgency};
use crate::text::cut;

const LONGEST_TITLE: usize = 200;
const LONGEST_BODY: usize = 1000;
/// The longest topic that push services accept.
const TOPIC_LENGTH: usize = 32;

/// What a browser shows, and what it opens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notification {
    /// The first line.
    pub title: String,
    /// What follows.
    pub body: String,
    /// The page that opens: a path of this server, such as `/ui/alerts/7`.
    pub url: String,
    /// A notification replaces the one before it with the same tag.
    pub tag: String,
}

impl Notification {
    /// The message to the push service, cut to what fits into one.
    pub fn message(&self, severity: Severity) -> PushMessage {
        let urgency = match severity {
            Severity::Info => Urgency::Low,
            Severity::Warning => Urgency::Normal,
            Severity::Error => Urgency::High,
        };
        // The tag itself may have letters that a topic may not have.
        let hash = || URL_SAFE_NO_PAD.encode(digest(&SHA256, self.tag.as_bytes()));
        let topic = (!self.tag.is_empty()).then(|| hash()[..TOPIC_LENGTH].to_owned());
        PushMessage { payload: self.payload(), urgency, topic }
    }

    fn payload(&self) -> Vec<u8> {
        let (title, mut longest) = (cut(&self.title, LONGEST_TITLE), LONGEST_BODY);
        loop {
            let body = cut(&self.body, longest);
            let shown = Self { title: title.clone(), body, ..self.clone() };
            let payload = serde_json::to_vec(&shown).expect("four texts are plain JSON");
            if payload.len() <= LONGEST_PAYLOAD || longest == 0 {
                return payload;
            }
            longest /= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn notification(title: &str, body: &str, tag: &str) -> Notification {
        let (title, body, tag) = (title.to_owned(), body.to_owned(), tag.to_owned());
        Notification { title, body, url: "/ui/alerts/7".to_owned(), tag }
    }

    #[test]
    fn a_message_has_a_topic_of_its_tag_and_an_urgency_of_its_severity() {
        let urgencies = Severity::ALL.map(|severity| {
            let message = notification("Disk full", "now", "alert 7").message(severity);
            assert_eq!(message.topic.as_deref(), Some("xq0oS0uSpMQMmrWJE5l9cm378glOij2L"));
            message.urgency
        });
        assert_eq!(urgencies, [Urgency::Low, Urgency::Normal, Urgency::High]);
        assert_eq!(notification("a", "b", "").message(Severity::Info).topic, None);
    }

    proptest! {
        #[test]
        fn every_text_fits_and_keeps_its_beginning(
            title in "[^\0]{0,40}", body in "([^\0]|\u{1}|\u{1f600}){0,40}", times in 1..40_usize,
        ) {
            let (title, body) = (title.repeat(times.div_ceil(5)), body.repeat(times));
            let payload = notification(&title, &body, "alert 7").payload();
            prop_assert!(payload.len() <= LONGEST_PAYLOAD);
            let shown: Notification = serde_json::from_slice(&payload).unwrap();
            prop_assert!(title.starts_with(&shown.title) && body.starts_with(&shown.body));
            let is_short = body.len() < 400 && title.len() < 100;
            prop_assert!(!is_short || (shown.body == body && shown.title == title));
        }
    }
}
