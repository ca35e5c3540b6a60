//! The agent that something is done to.

use sea_orm::FromQueryResult;
use serde_json::Value;

use super::queries;
use crate::app::App;
use crate::audit::{Action, Entry, ObjectType};
use crate::auth::Scope;
use crate::error::ApiError;
use crate::events::Event;

/// What an action on an agent needs to know of it.
#[derive(Clone, Debug, FromQueryResult)]
pub struct Target {
    /// Row of the agent.
    pub agent: i64,
    /// Identifier of the agent.
    pub agent_id: String,
    /// The name the computer goes by.
    pub hostname: String,
    /// `windows`, `linux` or `darwin`.
    pub plat: String,
    /// Key of its site.
    pub site_id: i64,
    /// Name of its site.
    pub site_name: String,
    /// Key of its client.
    pub client_id: i64,
}

impl Target {
    /// The agent with this identifier, if it is in scope.
    pub async fn find(app: &App, scope: &Scope, agent_id: &str) -> Result<Self, ApiError> {
        let found = queries::find_target(app.db.read(), scope, agent_id).await?;
        found.ok_or(ApiError::NotFound("agent"))
    }

    /// An audit row about this agent.
    pub fn entry(&self, action: Action, message: String) -> Entry {
        self.mark(Entry::new(action, ObjectType::Agent, &self.agent_id, message))
    }

    /// An audit row about something of this agent.
    pub fn mark(&self, entry: Entry) -> Entry {
        entry
            .agent(&self.hostname, &self.agent_id)
            .client(self.client_id)
            .site(self.site_id, &self.site_name)
    }

    /// An event about something of this agent.
    pub fn event(&self, topic: &str, kind: &str, data: Value) -> Event {
        Event::new(topic, kind, data).about(self.client_id, self.site_id)
    }
}
