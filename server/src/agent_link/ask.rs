//! Asking an agent something and waiting for its answer.
//!
//! The request waits on the bus, whichever server holds the agent's connection,
//! and costs nothing else while it waits. Nothing is stored.

use std::time::Duration;

use muster_protocol::{Answer, MAX_QUESTION_BYTES, encode};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::unpack::unpack;
use super::{AgentLink, LinkReply, LinkRequest};
use crate::bus::RequestError;
use crate::error::ApiError;
use crate::ids::AgentId;
use crate::slot::release_slot;

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
            Unanswered::Unknown => Self::AgentOutdated(reason.to_string()),
            Unanswered::Failed(text) => Self::AgentError(text),
            Unanswered::UnsupportedPlatform(text) => Self::UnsupportedPlatform(text),
            Unanswered::BusDown => Self::Unavailable("the message bus"),
            Unanswered::Frozen => Self::Frozen,
        }
    }
}

impl AgentLink {
    /// Asks an agent a question of [`muster_protocol::question_name`] and
    /// waits for the answer, at most this long. The encoded body has at most
    /// [`MAX_QUESTION_BYTES`].
    pub async fn ask_agent<B: Serialize, A: DeserializeOwned + Send + 'static>(
        &self,
        agent_id: &AgentId,
        name: &str,
        body: &B,
        limit: Duration,
    ) -> Result<A, Unanswered> {
        let body = encode(body);
        if body.len() > MAX_QUESTION_BYTES {
            // Also where it would not pass the bus: what works must not depend on which
            // server holds the connection.
            let sentence = format!(
                "the question has {} bytes, and {MAX_QUESTION_BYTES} are the most that can be sent",
                body.len()
            );
            return Err(Unanswered::Failed(sentence));
        }
        let data = self.ask_encoded(agent_id, name, body, limit).await?;
        let unreadable = || Unanswered::Failed("the agent's answer is not readable".to_owned());
        unpack(data).await.ok_or_else(unreadable)
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

#[cfg(test)]
mod tests {
    use axum::response::IntoResponse;

    use super::*;
    use crate::error::Refusal;

    #[test]
    fn every_reason_has_its_own_status_and_code() {
        let said = || "said so".to_owned();
        let cases = [
            (Unanswered::Offline, 409, "agent_offline"),
            (Unanswered::TimedOut, 504, "agent_timeout"),
            (Unanswered::Unknown, 400, "agent_outdated"),
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
}
