//! Sending a prepared webhook, with what the server adds to it, and reading the
//! answer without secrets.

use reqwest::header::HeaderMap;

use super::prepare::Prepared;
use super::send::{ANSWER_BYTES, Answer, SendError, own_header, send};
use super::signature::{SIGNATURE_HEADER, sign};
use crate::app::App;
use crate::auth::Secret;
use crate::domain::key_store::Masks;
use crate::text::cut;
use crate::time::Timestamp;

/// The header with the key of the delivery: the same in each of its tries, so
/// that a receiver can drop what it has already.
const DELIVERY_HEADER: &str = "x-muster-delivery";

/// An answer as people may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownAnswer {
    /// The HTTP status.
    pub status: u16,
    /// Its beginning, secrets covered.
    pub text: String,
}

/// Sends a webhook, signed if there is a secret, and waits for the answer: ten
/// seconds at most.
pub async fn call(
    app: &App,
    prepared: &Prepared,
    secret: Option<&Secret>,
    delivery: Option<i64>,
) -> Result<ShownAnswer, SendError> {
    let request = &prepared.request;
    let mut headers = HeaderMap::new();
    if let Some(secret) = secret {
        let signature = sign(secret, Timestamp::now(), &request.body);
        own_header(&mut headers, SIGNATURE_HEADER, &signature);
    }
    if let Some(delivery) = delivery {
        own_header(&mut headers, DELIVERY_HEADER, &delivery.to_string());
    }
    let answer = send(request, &headers, &app.settings.outbound_allow).await?;
    Ok(ShownAnswer { status: answer.status, text: covered(answer, &prepared.masks) })
}

fn covered(answer: Answer, masks: &Masks) -> String {
    let Answer { mut body, is_cut, .. } = answer;
    masks.cover(&mut body);
    // The end of a secret may be in the part that was not read.
    let begun = if is_cut { masks.begun(&body) } else { 0 };
    let start = body.len() - begun;
    Masks::cover_all(&mut body[start..]);
    cut(&String::from_utf8_lossy(&body), ANSWER_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_in_an_answer_are_covered_also_where_it_is_cut() {
        let masks = Masks::new([Secret::new("hidden-value")]);
        let shown = |text: &str, is_cut: bool| {
            covered(Answer { status: 200, body: text.as_bytes().to_vec(), is_cut }, &masks)
        };
        assert_eq!(shown("a hidden-value b", false), "a ************ b");
        assert_eq!(shown("ends with hidden-v", true), "ends with ********");
        assert_eq!(shown("ends with hidden-v", false), "ends with hidden-v");
        assert_eq!(shown("nul\0l", false), "null");
    }
}
