//! A computer becomes an agent, or gets the record back that it had.

use sea_orm::DbErr;
use serde_json::json;

use super::known_agent::KnownAgent;
use crate::agent_link::Undelivered;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::domain::fleet::store::NewAgent;
use crate::domain::fleet::{self, key_fingerprint};
use crate::domain::runs;
use crate::events::Event;
use crate::ids::{AgentId, RunId};

/// Why a run ends that waited for the computer as it was before.
const ENROLLED_AGAIN: &str = "the computer enrolled again";

/// A computer that is about to become an agent.
pub struct Joining {
    pub agent: NewAgent,
    /// Key of the client of its site.
    pub client_id: i64,
    /// Name of its site.
    pub site_name: String,
    /// The record it gets back; none: it is a new computer.
    pub known: Option<KnownAgent>,
}

impl Joining {
    /// A computer for this site. One that was an agent before keeps its
    /// identifier and stays where that agent is.
    pub fn new(
        mut agent: NewAgent,
        client_id: i64,
        site_name: String,
        known: Option<KnownAgent>,
    ) -> Self {
        let Some(known) = known else {
            return Self { agent, client_id, site_name, known: None };
        };
        agent.agent_id = known.target.agent_id.clone();
        agent.site_id = known.target.site_id;
        let (client_id, site_name) = (known.target.client_id, known.target.site_name.clone());
        Self { agent, client_id, site_name, known: Some(known) }
    }

    /// A row of the audit log about it.
    pub fn entry(&self, action: Action, message: impl Into<String>) -> Entry {
        let NewAgent { agent_id, hostname, site_id, .. } = &self.agent;
        Entry::new(action, ObjectType::Agent, agent_id, message)
            .agent(hostname, agent_id)
            .client(self.client_id)
            .site(*site_id, &self.site_name)
    }

    /// Makes it an agent within a change, which is committed with the entry of
    /// the result. What waited for an agent that has another key now is dropped:
    /// it was meant for the computer as it was.
    pub async fn join(self, change: &mut Change) -> Result<JoinedAgent, DbErr> {
        let agent = &self.agent;
        let mut replaced_key = None;
        if let Some(known) = &self.known {
            fleet::store::enrol_again(&**change, agent).await?;
            if known.public_key.as_ref() != Some(&agent.public_key) {
                replaced_key = Some(ReplacedKey {
                    before: known.public_key.as_deref().map(key_fingerprint),
                    after: key_fingerprint(&agent.public_key),
                    dropped: runs::drop_queue(change, known.target.id, ENROLLED_AGAIN).await?,
                });
            }
        } else {
            fleet::store::insert_agent(&**change, agent).await?;
        }
        let event = Event::agent_added(&agent.agent_id, &agent.hostname, replaced_key.is_some());
        change.publish(event.about(self.client_id, agent.site_id));
        Ok(JoinedAgent { joining: self, replaced_key })
    }
}

/// A computer that is an agent as soon as the change is committed.
pub struct JoinedAgent {
    joining: Joining,
    replaced_key: Option<ReplacedKey>,
}

/// The fingerprints of an agent's keys, and the runs that waited for the old one.
struct ReplacedKey {
    /// None: its credential was revoked.
    before: Option<String>,
    after: String,
    dropped: Vec<RunId>,
}

impl JoinedAgent {
    /// Its identifier.
    pub fn agent_id(&self) -> &AgentId {
        &self.joining.agent.agent_id
    }

    /// A row of the audit log about it, with both keys if it has another one now.
    pub fn entry(&self, action: Action, message: impl Into<String>) -> Entry {
        let entry = self.joining.entry(action, message);
        match &self.replaced_key {
            Some(ReplacedKey { before, after, .. }) => {
                entry.before(&json!({ "key": before })).after(&json!({ "key": after }))
            }
            None => entry,
        }
    }

    /// Closes the connection of an agent that has another key now, and announces
    /// what was dropped, once the change is committed.
    pub async fn announce(self, app: &App) {
        let Some(ReplacedKey { before, after, dropped }) = &self.replaced_key else { return };
        let agent_id = self.agent_id();
        tracing::warn!(
            agent.id = %agent_id,
            before = before.as_deref().unwrap_or("none"),
            after = after.as_str(),
            dropped = dropped.len(),
            "the key of an agent changed: its computer enrolled again"
        );
        match app.agent_link.close(agent_id).await {
            Ok(()) | Err(Undelivered::Offline) => {}
            Err(reason) => {
                tracing::warn!(agent.id = %agent_id, %reason, "the connection of an agent could not be closed");
            }
        }
        for run_id in dropped {
            runs::store::announce_end(app, run_id).await;
        }
    }
}
