//! The agent an action is about.

use serde_json::Value;

use super::queries;
pub use super::queries::Target;
use crate::app::App;
use crate::audit::{Action, Entry, ObjectType};
use crate::auth::Identity;
use crate::error::ApiError;
use crate::events::Event;

/// One agent in the caller's scope, for an action on it.
pub async fn find_target(app: &App, caller: &Identity, agent_id: &str) -> Result<Target, ApiError> {
    queries::find_target(app.db.read(), &caller.scope, agent_id)
        .await?
        .ok_or(ApiError::NotFound("agent"))
}

impl Target {
    /// A row of the audit log about this agent.
    pub fn entry(&self, action: Action, object: ObjectType, message: impl Into<String>) -> Entry {
        self.mark(Entry::new(action, object, &self.agent_id, message))
    }

    /// A row of the audit log about something of this agent.
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
