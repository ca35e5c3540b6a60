//! A terminal as asciicast, version 3: a line of JSON with its size, then one for each
//! thing that happened, with the seconds since the one before.

use muster_remote::recording::{Record, RecordType};
use serde_json::{Value, json};

use crate::domain::recordings::recording::StoredRecording;
use crate::domain::recordings::utf8::Utf8Stream;

/// Writes a terminal's recording.
pub(super) struct Cast {
    began: i64,
    title: String,
    has_head: bool,
    /// When the last event happened.
    ms: u64,
    output: Utf8Stream,
    input: Utf8Stream,
}

impl Cast {
    pub(super) fn new(recording: &StoredRecording) -> Self {
        let StoredRecording { username, hostname, started, .. } = recording;
        Self {
            began: started.seconds(),
            title: format!("{username} on {hostname}"),
            has_head: false,
            ms: 0,
            output: Utf8Stream::default(),
            input: Utf8Stream::default(),
        }
    }

    /// Adds what happened; what asciicast has nothing for is left out.
    pub(super) fn add(&mut self, ms: u64, record: Record<'_>, out: &mut Vec<u8>) {
        let payload = record.payload;
        match RecordType::of(record.record_type) {
            Some(RecordType::Heading) => self.head(&parsed(payload), out),
            Some(RecordType::Output) => {
                let text = self.output.decode(payload);
                self.event(ms, "o", &text, out);
            }
            Some(RecordType::Input) => {
                let text = self.input.decode(payload);
                self.event(ms, "i", &text, out);
            }
            Some(RecordType::Resize) => {
                let (cols, rows) = size(&parsed(payload));
                self.event(ms, "r", &format!("{cols}x{rows}"), out);
            }
            Some(RecordType::Exit) => {
                let code = parsed(payload)["code"].as_i64();
                let code = code.map(|code| code.to_string()).unwrap_or_default();
                self.event(ms, "x", &code, out);
            }
            Some(RecordType::Marker) => {
                self.add_marker(ms, &String::from_utf8_lossy(payload), out);
            }
            _ => {}
        }
    }

    /// Adds a marker, which players stop at.
    pub(super) fn add_marker(&mut self, ms: u64, text: &str, out: &mut Vec<u8>) {
        self.event(ms, "m", text, out);
    }

    fn head(&mut self, heading: &Value, out: &mut Vec<u8>) {
        if std::mem::replace(&mut self.has_head, true) {
            return;
        }
        let (cols, rows) = size(heading);
        let head = json!({
            "version": 3, "term": { "cols": cols, "rows": rows }, "timestamp": self.began,
            "title": self.title,
        });
        line(&head, out);
    }

    fn event(&mut self, ms: u64, code: &str, text: &str, out: &mut Vec<u8>) {
        // The heading is in the first part, which may be the one that is missing.
        self.head(&Value::Null, out);
        let since = ms.saturating_sub(self.ms);
        self.ms = self.ms.max(ms);
        #[expect(clippy::cast_precision_loss, reason = "no recording is that long")]
        let seconds = since as f64 / 1000.0;
        line(&json!([seconds, code, text]), out);
    }
}

/// Columns and rows, or those of any terminal.
fn size(value: &Value) -> (i64, i64) {
    let number = |name: &str, default| value[name].as_i64().unwrap_or(default);
    (number("cols", 80), number("rows", 24))
}

fn parsed(payload: &[u8]) -> Value {
    serde_json::from_slice(payload).unwrap_or_default()
}

fn line(value: &Value, out: &mut Vec<u8>) {
    out.extend_from_slice(value.to_string().as_bytes());
    out.push(b'\n');
}
