//! What is said about files on channel 1.

use muster_remote::MAX_DATA_BYTES;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::remote::files::{FileProblem, ProblemCode, Progress, Request};

/// The channel of requests and answers.
pub const CHANNEL: u16 = 1;

/// The channels on which content travels.
const FIRST: u64 = 1000;
const CHANNELS: u64 = 60_000;

/// The channel of a request's content.
pub fn channel_of(id: u64) -> u16 {
    u16::try_from(FIRST + id % CHANNELS).expect("61,000 is the most")
}

#[derive(Deserialize)]
struct Envelope {
    #[serde(rename = "type")]
    kind: String,
    id: u64,
}

/// Reads a request and its number; none when it is something that only newer viewers say.
pub fn read_request(text: &str) -> Option<(u64, Result<Request, FileProblem>)> {
    let Envelope { kind, id } = serde_json::from_str(text).ok()?;
    let request = serde_json::from_str(text)
        .map_err(|error| invalid(format!("This agent does not understand the request: {error}.")));
    (kind == "request").then_some((id, request))
}

/// An answer that is all right. One that is too long to be sent is a problem instead.
pub fn answer(id: u64, ok: &impl Serialize) -> Result<String, FileProblem> {
    let ok = serde_json::to_value(ok).expect("an answer is plain JSON");
    let text = json!({ "type": "answer", "id": id, "ok": ok }).to_string();
    match text.len() <= MAX_DATA_BYTES {
        true => Ok(text),
        false => {
            let message = "It is too long to be sent at once: download the file instead.";
            Err(FileProblem::new(ProblemCode::TooLarge, message))
        }
    }
}

/// An answer that says why not.
pub fn refusal(id: u64, problem: &FileProblem) -> String {
    let error = serde_json::to_value(problem).expect("a problem is plain JSON");
    json!({ "type": "answer", "id": id, "error": error }).to_string()
}

/// The last answer about content that was sent: so many bytes.
pub fn sent(id: u64, size: u64) -> String {
    json!({ "type": "answer", "id": id, "ok": { "size": size } }).to_string()
}

/// How far a request is.
pub fn progress(id: u64, progress: Progress) -> Value {
    let Progress { done, total } = progress;
    json!({ "type": "progress", "id": id, "done": done, "total": total })
}

/// SHA-256 of one chunk of a download, in hex.
pub fn chunk(id: u64, index: u64, hash: &str) -> Value {
    json!({ "type": "chunk", "id": id, "index": index, "hash": hash })
}

/// The request makes no sense.
pub fn invalid(message: impl Into<String>) -> FileProblem {
    FileProblem::new(ProblemCode::InvalidRequest, message)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn requests_are_read_and_newer_messages_are_ignored() {
        let (id, request) = read_request(r#"{"type":"request","id":7,"op":"roots"}"#).unwrap();
        assert!(id == 7 && matches!(request, Ok(Request::Roots)));
        let text = r#"{"type":"request","id":8,"op":"cancel","request":7,"keep":true}"#;
        let (_, request) = read_request(text).unwrap();
        assert!(matches!(request, Ok(Request::Cancel { request: 7, keep: true })));
        for unknown in [r#"{"type":"dance","id":1}"#, r#"{"type":"request"}"#, "", "[]", "{"] {
            assert!(read_request(unknown).is_none(), "{unknown}");
        }
        let (_, request) = read_request(r#"{"type":"request","id":9,"op":"format"}"#).unwrap();
        assert_eq!(request.unwrap_err().code, ProblemCode::InvalidRequest);
    }

    #[test]
    fn an_answer_that_no_message_holds_is_a_problem() {
        let long = "x".repeat(MAX_DATA_BYTES);
        assert_eq!(answer(1, &long).unwrap_err().code, ProblemCode::TooLarge);
        let text = answer(1, &json!({ "a": 1 })).unwrap();
        let expected = json!({ "type": "answer", "id": 1, "ok": { "a": 1 } });
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), expected);
    }

    proptest! {
        #[test]
        fn every_number_has_a_channel_of_its_own_kind(id: u64) {
            prop_assert!((1000..61_000).contains(&channel_of(id)));
        }

        #[test]
        fn any_text_is_read(text in "\\PC{0,60}") {
            let _ = read_request(&text);
        }
    }
}
