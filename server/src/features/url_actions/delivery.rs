//! A delivery of a webhook as the API shows it.

use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::webhooks::LoggedDelivery;
use crate::ids::{AgentId, AgentKey};
use crate::time::Timestamp;

/// How a delivery is.
const STATES: &[&str] = &["pending", "delivered", "failed"];

/// A webhook that was sent, or is to be.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WebhookDelivery {
    /// Key of the delivery, the same as the header `X-Muster-Delivery`.
    id: i64,
    /// Key of the URL action.
    action: i64,
    /// Why it was sent.
    cause: String,
    /// Who caused it; `system` where nobody did.
    username: String,
    /// Key of the agent that it is about; null if it is about none.
    #[schema(value_type = Option<i64>)]
    agent: Option<AgentKey>,
    /// Identifier of that agent.
    #[schema(value_type = Option<String>)]
    agent_id: Option<AgentId>,
    /// Host name of that agent.
    hostname: Option<String>,
    /// `pending` while it is to be tried, `delivered` after an answer with a
    /// status from 200 to 299, `failed` otherwise.
    #[schema(extensions(("x-enum-values" = json!(STATES))))]
    state: &'static str,
    /// The address as it was last called, without secrets; `""` before.
    url: String,
    /// HTTP status of the last answer; null when there is none.
    status: Option<i64>,
    /// Why there is no answer; `""` otherwise.
    error: String,
    /// The first 4 KiB of the last answer.
    answer: String,
    /// How often it was tried.
    attempts: i64,
    /// When it is tried next; null once it is finished.
    #[schema(value_type = Option<String>, format = DateTime)]
    next_attempt: Option<Timestamp>,
    /// When it was caused.
    #[schema(value_type = String, format = DateTime)]
    created: Timestamp,
    /// When it was tried last, if it is not tried again.
    #[schema(value_type = Option<String>, format = DateTime)]
    finished: Option<Timestamp>,
}

impl From<LoggedDelivery> for WebhookDelivery {
    fn from(one: LoggedDelivery) -> Self {
        let state = match (one.finished, one.status) {
            (None, _) => "pending",
            (Some(_), Some(200..=299)) => "delivered",
            (Some(_), _) => "failed",
        };
        Self {
            id: one.id,
            action: one.action_id,
            cause: one.cause,
            username: one.username,
            agent: one.agent,
            agent_id: one.agent_id,
            hostname: one.hostname,
            state,
            url: one.url,
            status: one.status,
            error: one.error,
            answer: one.answer,
            attempts: one.attempts,
            next_attempt: one.next_attempt,
            created: one.created,
            finished: one.finished,
        }
    }
}
