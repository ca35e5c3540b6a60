//! A webhook that is to be sent or was sent, and what became of it.

use std::collections::BTreeMap;

use sea_orm::FromQueryResult;

use super::subject::Subject;
use crate::auth::Identity;
use crate::domain::placeholders::PlaceholderValue;
use crate::ids::{AgentId, AgentKey};
use crate::time::Timestamp;

/// Why a webhook is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// For people: `run by ann`.
    pub text: String,
    pub by: CausedBy,
    pub subject: Subject,
    /// The values of `{{alert.…}}`; empty where there is no alert.
    pub alert: BTreeMap<String, String>,
}

/// Who caused a webhook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CausedBy {
    pub username: String,
    /// Key of the account; none for the server itself.
    pub user_id: Option<i64>,
    /// Key of the API key, if it was one.
    pub api_key: Option<i64>,
}

impl CausedBy {
    /// The server itself.
    pub fn system() -> Self {
        Self { username: "system".to_owned(), user_id: None, api_key: None }
    }

    /// A caller.
    pub fn caller(caller: &Identity) -> Self {
        let (user_id, api_key) = (Some(caller.user_id), caller.api_key_id());
        Self { username: caller.username.clone(), user_id, api_key }
    }
}

/// A delivery that is not finished.
#[derive(Debug, FromQueryResult)]
pub struct OpenDelivery {
    pub id: i64,
    pub action_id: i64,
    agent_id: Option<AgentKey>,
    site_id: Option<i64>,
    client_id: Option<i64>,
    alert: String,
    /// Tries so far.
    pub attempts: i64,
    /// Whether the one who caused it may still cause something.
    pub is_wanted: bool,
}

impl OpenDelivery {
    /// What it is about.
    pub fn subject(&self) -> Subject {
        subject_of(self.agent_id, self.site_id, self.client_id)
    }

    /// Whether an alert caused it.
    pub fn is_about_alert(&self) -> bool {
        self.alert != "{}"
    }

    /// The values of `{{alert.…}}`.
    pub fn alert(&self) -> BTreeMap<String, PlaceholderValue> {
        let stored = read_alert(&self.alert).into_iter();
        stored.map(|(name, text)| (name, PlaceholderValue::Text(text))).collect()
    }
}

/// A delivery in the log.
#[derive(Clone, Debug, FromQueryResult)]
pub struct LoggedDelivery {
    pub id: i64,
    pub action_id: i64,
    pub cause: String,
    pub username: String,
    /// Key of the agent that it is about.
    pub agent: Option<AgentKey>,
    pub agent_id: Option<AgentId>,
    pub hostname: Option<String>,
    pub site_id: Option<i64>,
    pub client_id: Option<i64>,
    alert: String,
    pub url: String,
    pub status: Option<i64>,
    pub error: String,
    pub answer: String,
    pub attempts: i64,
    pub next_attempt: Option<Timestamp>,
    pub created: Timestamp,
    pub finished: Option<Timestamp>,
}

impl LoggedDelivery {
    /// The same cause once more, in the name of this caller.
    pub fn again(&self, caller: &Identity) -> Cause {
        Cause {
            text: format!("delivery {} sent again by {}", self.id, caller.username),
            by: CausedBy::caller(caller),
            subject: subject_of(self.agent, self.site_id, self.client_id),
            alert: read_alert(&self.alert),
        }
    }
}

fn subject_of(agent: Option<AgentKey>, site: Option<i64>, client: Option<i64>) -> Subject {
    match (agent, site, client) {
        (Some(agent), ..) => Subject::Agent(agent),
        (None, Some(site), _) => Subject::Site(site),
        (None, None, Some(client)) => Subject::Client(client),
        (None, None, None) => Subject::Nobody,
    }
}

/// Damaged text has no values: the webhook is sent without them.
fn read_alert(text: &str) -> BTreeMap<String, String> {
    serde_json::from_str(text).unwrap_or_default()
}
