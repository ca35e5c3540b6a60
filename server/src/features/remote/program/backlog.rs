//! What a shell printed, until a program has it: numbered, and kept for a while, so that
//! nothing is lost with a connection.

use std::collections::VecDeque;

use serde_json::json;

use crate::text::whole_characters;

/// Bytes of text that are kept although they were sent.
const KEPT: usize = 256 * 1024;

/// The messages of one terminal.
#[derive(Default)]
pub(super) struct Backlog {
    messages: VecDeque<Message>,
    /// Number of the next message that is made.
    end: u64,
    /// Number of the next message that is sent.
    next: u64,
    /// Everything before this was sent at least once.
    first_unsent: u64,
    /// Bytes of text that are kept.
    kept: usize,
    /// The beginning of a character whose rest has not come.
    rest: Vec<u8>,
}

struct Message {
    text: String,
    /// Bytes of the shell's output in it.
    bytes: usize,
    exit: Option<Exit>,
}

/// How a shell ended.
#[derive(Clone, Copy)]
struct Exit {
    code: Option<i64>,
}

impl Backlog {
    /// Adds what the shell printed. Half a character waits for the rest of it.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.rest.extend_from_slice(bytes);
        let whole = whole_characters(&self.rest);
        let text = String::from_utf8_lossy(&self.rest[..whole]).into_owned();
        self.rest.drain(..whole);
        self.add(Message { text, bytes: bytes.len(), exit: None });
    }

    /// Adds a picture of the whole screen.
    pub(super) fn draw(&mut self, text: String) {
        self.rest.clear();
        self.add(Message { text, bytes: 0, exit: None });
    }

    /// Adds the end.
    pub(super) fn end(&mut self, code: Option<i64>) {
        let text = String::from_utf8_lossy(&std::mem::take(&mut self.rest)).into_owned();
        self.add(Message { text, bytes: 0, exit: Some(Exit { code }) });
    }

    /// Whether something waits to be sent.
    pub(super) fn has_next(&self) -> bool {
        self.next < self.end
    }

    /// The next frame, and how many bytes of output are sent with it for the first time.
    pub(super) fn next(&mut self, session_id: &str) -> Option<(String, usize)> {
        let number = self.next;
        let place = usize::try_from(number - self.start()).ok()?;
        let message = self.messages.get(place)?;
        let Message { text, bytes, exit } = message;
        let frame = json!({ "action": "terminal.output", "data": {
            "output": text, "session_id": session_id, "messageId": number + 1,
            "exit_code": exit.and_then(|exit| exit.code), "done": exit.is_some(),
        }});
        let bytes = if number >= self.first_unsent { *bytes } else { 0 };
        self.next += 1;
        self.first_unsent = self.first_unsent.max(self.next);
        self.forget();
        Some((frame.to_string(), bytes))
    }

    /// Sends again what came after this message. Returns whether all of it is still there.
    pub(super) fn rewind(&mut self, after: u64) -> bool {
        let (start, wanted) = (self.start(), after.min(self.next));
        self.next = wanted.max(start);
        wanted >= start
    }

    fn add(&mut self, message: Message) {
        self.kept += message.text.len();
        self.messages.push_back(message);
        self.end += 1;
    }

    /// Forgets the oldest of what was sent.
    fn forget(&mut self) {
        while self.kept > KEPT && self.start() < self.next {
            let Some(oldest) = self.messages.pop_front() else { return };
            self.kept -= oldest.text.len();
        }
    }

    /// Number of the oldest message that is kept.
    fn start(&self) -> u64 {
        self.end - self.messages.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn all(backlog: &mut Backlog) -> (Vec<Value>, usize) {
        let (mut frames, mut sum) = (Vec::new(), 0);
        while let Some((frame, bytes)) = backlog.next("s") {
            let frame: Value = serde_json::from_str(&frame).unwrap();
            frames.push(frame["data"].clone());
            sum += bytes;
        }
        (frames, sum)
    }

    #[test]
    fn output_is_numbered_and_sent_again_after_a_break() {
        let mut backlog = Backlog::default();
        for part in [&b"gr\xc3"[..], b"\xbcn", b"!"] {
            backlog.push(part);
        }
        let (frames, bytes) = all(&mut backlog);
        let texts: Vec<&Value> = frames.iter().map(|frame| &frame["output"]).collect();
        assert_eq!((texts, bytes), (vec![&json!("gr"), &json!("ün"), &json!("!")], 6));
        assert!(!backlog.has_next());
        assert!(backlog.rewind(1));
        backlog.end(Some(3));
        let (frames, bytes) = all(&mut backlog);
        assert_eq!(bytes, 0, "what is sent twice counts once");
        assert_eq!(frames.len(), 3);
        assert_eq!(frames[0]["messageId"], 2);
        let done = json!({
            "output": "", "session_id": "s", "messageId": 4, "exit_code": 3, "done": true,
        });
        assert_eq!(frames[2], done);
    }

    #[test]
    fn only_the_newest_of_what_was_sent_is_kept() {
        let mut backlog = Backlog::default();
        for _ in 0..20 {
            backlog.push(&[b'x'; 32 * 1024]);
        }
        assert_eq!(all(&mut backlog).0.len(), 20, "what was not sent is never forgotten");
        assert!(!backlog.rewind(1), "some of it is gone");
        assert_eq!(all(&mut backlog).0.len(), 8);
        assert!(backlog.rewind(99) && !backlog.has_next());
    }
}
