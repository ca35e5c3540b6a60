//! Asking an agent something and waiting for its answer.
//!
//! The request waits on the bus, whichever server holds the agent's connection,
//! and costs nothing else while it waits. Nothing is stored.

use std::io::Read;
use std::time::Duration;

use flate2::read::ZlibDecoder;
use muster_protocol::{Answer, decode, encode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::Semaphore;

use super::{AgentLink, LinkReply, LinkRequest};
use crate::bus::RequestError;
use crate::error::ApiError;
use crate::ids::AgentId;
use crate::slot::release_slot;

/// The most bytes an answer may decompress to: an agent could send a bomb.
const MAX_BYTES: u64 = 64 * 1024 * 1024;
/// The most items of a list: even empty ones cost memory.
const MAX_ITEMS: u32 = 200_000;
/// Larger answers are decompressed off the runtime's threads.
const LARGE_BYTES: usize = 64 * 1024;
/// And only so many at a time: there are hundreds of threads for such work, and
/// hostile agents would fill each of them with [`MAX_BYTES`].
const LARGE_AT_ONCE: u32 = 4;

static LARGE: Semaphore = Semaphore::const_new(LARGE_AT_ONCE as usize);

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unanswered {
    /// No server holds a connection of the agent, or it ended.
    #[error("the agent is offline")]
    Offline,
    /// The agent did not answer in time.
    #[error("the agent did not answer in time")]
    TimedOut,
    /// Its build does not know the question.
    #[error("this agent's version does not know how to do this: update the agent")]
    Unknown,
    /// The agent failed, for this reason.
    #[error("{0}")]
    Failed(String),
    /// Its platform does not support this, for the reason it gives.
    #[error("{0}")]
    UnsupportedPlatform(String),
    /// The bus cannot be reached.
    #[error("the message bus could not be reached")]
    BusDown,
    /// The agent is frozen, and the question would change something.
    #[error("the agent is frozen")]
    Frozen,
}

impl From<Unanswered> for ApiError {
    fn from(reason: Unanswered) -> Self {
        match reason {
            Unanswered::Offline => Self::AgentOffline,
            Unanswered::TimedOut => Self::NoAnswer,
            Unanswered::Unknown => Self::AgentError(reason.to_string()),
            Unanswered::Failed(text) => Self::AgentError(text),
            Unanswered::UnsupportedPlatform(text) => Self::UnsupportedPlatform(text),
            Unanswered::BusDown => Self::Unavailable("the message bus"),
            Unanswered::Frozen => Self::Frozen,
        }
    }
}

impl AgentLink {
    /// Asks an agent a question of [`muster_protocol::question_name`] and
    /// waits for the answer, at most this long.
    pub async fn ask_agent<B: Serialize, A: DeserializeOwned + Send + 'static>(
        &self,
        agent_id: &AgentId,
        name: &str,
        body: &B,
        limit: Duration,
    ) -> Result<A, Unanswered> {
        let data = self.ask_encoded(agent_id, name, encode(body), limit).await?;
        let unpacked =
            if data.len() < LARGE_BYTES { unpack(&data) } else { unpack_large(data).await };
        unpacked.ok_or_else(|| Unanswered::Failed("the agent's answer is not readable".to_owned()))
    }

    async fn ask_encoded(
        &self,
        agent_id: &AgentId,
        name: &str,
        body: Vec<u8>,
        limit: Duration,
    ) -> Result<Vec<u8>, Unanswered> {
        let limit_ms = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX);
        let question = LinkRequest::Question { name: name.to_owned(), body, limit_ms };
        release_slot();
        let reply = match self.request(agent_id, question, limit).await {
            Ok(reply) => reply,
            Err(RequestError::NoResponders) => return Err(Unanswered::Offline),
            Err(RequestError::TimedOut) => return Err(Unanswered::TimedOut),
            Err(RequestError::Down) => return Err(Unanswered::BusDown),
        };
        match reply {
            LinkReply::Answer(Answer::Data(data)) => Ok(data),
            LinkReply::Answer(Answer::Failed(text)) => Err(Unanswered::Failed(text)),
            LinkReply::Answer(Answer::UnsupportedPlatform(text)) => {
                Err(Unanswered::UnsupportedPlatform(text))
            }
            LinkReply::Answer(Answer::UnknownQuestion) | LinkReply::Unsupported => {
                Err(Unanswered::Unknown)
            }
            LinkReply::ConnectionEnded => Err(Unanswered::Offline),
            LinkReply::Frozen => Err(Unanswered::Frozen),
            LinkReply::Busy | LinkReply::Done | LinkReply::StillHere => {
                Err(Unanswered::Failed("too many questions wait for this agent".to_owned()))
            }
        }
    }
}

async fn unpack_large<A: DeserializeOwned + Send + 'static>(data: Vec<u8>) -> Option<A> {
    let turn = LARGE.acquire().await.ok()?;
    let work = tokio::task::spawn_blocking(move || {
        // Goes with the work, which does not end when the request does.
        let _turn = turn;
        unpack(&data)
    });
    work.await.unwrap_or(None)
}

/// Decompresses and decodes an answer of reasonable size.
fn unpack<A: DeserializeOwned>(data: &[u8]) -> Option<A> {
    let mut plain = Vec::new();
    ZlibDecoder::new(data).take(MAX_BYTES + 1).read_to_end(&mut plain).ok()?;
    let is_bomb = plain.len() as u64 > MAX_BYTES || claimed_items(&plain) > MAX_ITEMS;
    if is_bomb {
        tracing::warn!(bytes = plain.len(), "an agent's answer is unreasonably large");
        return None;
    }
    decode(&plain).ok()
}

/// How many items an encoded list claims to have; 0 for anything else, and for
/// short lists.
fn claimed_items(plain: &[u8]) -> u32 {
    match plain {
        [0xdd, a, b, c, d, ..] => u32::from_be_bytes([*a, *b, *c, *d]),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use axum::response::IntoResponse;
    use flate2::Compression;
    use flate2::write::ZlibEncoder;
    use futures_util::FutureExt;

    use super::*;
    use crate::error::Refusal;

    fn packed(plain: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(plain).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn every_reason_has_its_own_status_and_code() {
        let said = || "said so".to_owned();
        let cases = [
            (Unanswered::Offline, 409, "agent_offline"),
            (Unanswered::TimedOut, 504, "agent_timeout"),
            (Unanswered::Unknown, 400, "agent_error"),
            (Unanswered::Failed(said()), 400, "agent_error"),
            (Unanswered::UnsupportedPlatform(said()), 400, "unsupported_platform"),
            (Unanswered::BusDown, 503, "unavailable"),
            (Unanswered::Frozen, 409, "frozen"),
        ];
        for (reason, status, code) in cases {
            let response = ApiError::from(reason).into_response();
            let refusal = response.extensions().get::<Refusal>().unwrap();
            assert_eq!((response.status().as_u16(), refusal.code), (status, code));
        }
    }

    #[tokio::test]
    async fn few_large_answers_are_decompressed_at_once() {
        let names = vec!["a".to_owned()];
        let answer = packed(&encode(&names));
        // Four times 64 MiB is what hostile agents may make the server hold.
        let others = LARGE.acquire_many(4).await.unwrap();
        assert_eq!(unpack_large::<Vec<String>>(answer.clone()).now_or_never(), None);

        drop(others);

        assert_eq!(unpack_large(answer).await, Some(names));
    }

    #[test]
    fn answers_are_decompressed_and_bombs_are_refused() {
        let names = vec!["a".to_owned(), "b".to_owned()];
        assert_eq!(unpack(&packed(&encode(&names))), Some(names));
        assert_eq!(unpack(&packed(&encode(&()))), Some(()));
        assert_eq!(unpack::<Vec<String>>(b"no zlib"), None);

        let zeros = vec![0; MAX_BYTES as usize + 1];
        assert_eq!(unpack::<Vec<u8>>(&packed(&zeros)), None);
        let many = vec![0_u8; MAX_ITEMS as usize + 1];
        assert_eq!(unpack::<Vec<u8>>(&packed(&encode(&many))), None);
    }
}
