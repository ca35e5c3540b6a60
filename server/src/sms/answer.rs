//! What the provider answers.

use std::fmt;

use reqwest::StatusCode;
use serde::Deserialize;

use crate::auth::{MASK, Secret};
use crate::text::cut;

/// Characters kept of the provider's message.
const LONGEST_MESSAGE: usize = 500;

/// A text message that the provider has accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptedSms {
    /// How far it is: `queued`.
    pub status: String,
    /// Under which id the provider knows it.
    pub sid: String,
}

/// The provider's refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The HTTP status.
    pub status: u16,
    /// The provider's own number for the reason.
    pub code: Option<i64>,
    /// The provider's sentence; empty when there was none.
    pub message: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.status)?;
        if let Some(code) = self.code {
            write!(f, ", error {code}")?;
        }
        if !self.message.is_empty() {
            write!(f, ": {}", self.message)?;
        }
        Ok(())
    }
}

/// The fields that are read, of both kinds of answer.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Content {
    sid: Option<String>,
    /// Text in an accepted message; in a refusal the number of the HTTP status.
    status: serde_json::Value,
    code: Option<i64>,
    message: Option<String>,
}

/// Reads an answer. What the provider repeats of the token is masked: callers who
/// may try out the settings may not read it.
pub(super) fn read(
    status: StatusCode,
    body: &[u8],
    token: &Secret,
) -> Result<AcceptedSms, Refusal> {
    let shown = |text: &str| cut(&text.replace(token.reveal(), MASK), LONGEST_MESSAGE);
    let content: Option<Content> = serde_json::from_slice(body).ok();
    if status.is_success() {
        let content = content.unwrap_or_default();
        let accepted = content.status.as_str().unwrap_or("accepted");
        let sid = content.sid.unwrap_or_default();
        return Ok(AcceptedSms { status: shown(accepted), sid: shown(&sid) });
    }
    let Some(content) = content else {
        // A proxy, or not Twilio at all.
        let message = shown(String::from_utf8_lossy(body).trim());
        return Err(Refusal { status: status.as_u16(), code: None, message });
    };
    let message = shown(&content.message.unwrap_or_default());
    Err(Refusal { status: status.as_u16(), code: content.code, message })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(status: u16, body: &str) -> Result<AcceptedSms, Refusal> {
        read(StatusCode::from_u16(status).unwrap(), body.as_bytes(), &Secret::new("tok-1"))
    }

    fn refusal(status: u16, code: Option<i64>, message: &str) -> Result<AcceptedSms, Refusal> {
        Err(Refusal { status, code, message: message.to_owned() })
    }

    #[test]
    fn an_accepted_message_has_a_status_and_an_id() {
        let accepted = |status: &str, sid: &str| {
            Ok(AcceptedSms { status: status.to_owned(), sid: sid.to_owned() })
        };
        let body = r#"{"sid": "SM1", "status": "queued", "error_code": null}"#;
        assert_eq!(read_text(201, body), accepted("queued", "SM1"));
        assert_eq!(read_text(200, "fine"), accepted("accepted", ""));
    }

    #[test]
    fn a_refusal_keeps_status_code_and_sentence() {
        let body = r#"{"code": 21211, "message": "Invalid 'To' number", "status": 400}"#;
        let read = read_text(400, body);
        assert_eq!(read, refusal(400, Some(21211), "Invalid 'To' number"));
        assert_eq!(read.unwrap_err().to_string(), "400, error 21211: Invalid 'To' number");
        assert_eq!(read_text(307, ""), refusal(307, None, ""));
        assert_eq!(read_text(502, "").unwrap_err().to_string(), "502");
    }

    #[test]
    fn an_answer_that_is_not_json_is_kept_as_its_beginning() {
        let read = read_text(503, &format!(" busy{}\0", "x".repeat(600)));
        assert_eq!(read, refusal(503, None, &format!("busy{}", "x".repeat(496))));
    }

    #[test]
    fn a_token_that_is_repeated_is_masked() {
        let body = r#"{"code": 1, "message": "tok-1 is wrong"}"#;
        assert_eq!(read_text(401, body), refusal(401, Some(1), "******** is wrong"));
        assert_eq!(read_text(401, "tok-1"), refusal(401, None, "********"));
    }
}
