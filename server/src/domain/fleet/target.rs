//! The agent that an action is about.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::capabilities::{CAPABILITY_COLUMNS, Capabilities};
use crate::app::App;
use crate::audit::{Action, Entry, ObjectType};
use crate::auth::{Identity, Scope};
use crate::domain::freeze::IS_FROZEN;
use crate::error::ApiError;
use crate::events::Event;
use crate::ids::{AgentId, AgentKey};
use crate::storage::sql;

/// The data of an agent that actions need.
#[derive(Clone, Debug, FromQueryResult)]
pub struct Target {
    pub id: AgentKey,
    pub agent_id: AgentId,
    /// The host name of the computer.
    pub hostname: String,
    /// `windows`, `linux` or `darwin`.
    pub plat: String,
    /// Key of its site.
    pub site_id: i64,
    /// Name of its site.
    pub site_name: String,
    /// Key of its client.
    pub client_id: i64,
    /// Whether nothing may begin there.
    pub is_frozen: bool,
    /// What its agent can do.
    #[sea_orm(nested)]
    pub capabilities: Capabilities,
}

/// The columns of a [`Target`], of an agent `a` in a site `s`.
pub fn target_columns() -> String {
    format!(
        "a.id, a.agent_id, a.hostname, a.plat, a.site_id, s.name as site_name, s.client_id,
         {IS_FROZEN} as is_frozen, {CAPABILITY_COLUMNS}"
    )
}

/// One agent in the caller's scope, for an action on it.
pub async fn find_target(
    app: &App,
    caller: &Identity,
    agent_id: &AgentId,
) -> Result<Target, ApiError> {
    find_in_scope(app.db.read(), &caller.scope, agent_id).await?.ok_or(ApiError::NotFound("agent"))
}

/// One agent in a scope; within a transaction if the action changes it.
pub async fn find_in_scope(
    db: &impl ConnectionTrait,
    scope: &Scope,
    agent_id: &AgentId,
) -> Result<Option<Target>, DbErr> {
    let text = format!(
        "select {} from present_agents a join sites s on s.id = a.site_id
          where a.agent_id = $1 and {}",
        target_columns(),
        scope.site_condition("s.client_id", "s.id")
    );
    sql::one(db, &text, [agent_id.into()]).await
}

/// Agents by their keys, for an action on them.
pub async fn list_targets(
    db: &impl ConnectionTrait,
    ids: &[AgentKey],
) -> Result<Vec<Target>, DbErr> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let text = format!(
        "select {} from present_agents a join sites s on s.id = a.site_id
          where a.id in ({}) order by a.id",
        target_columns(),
        sql::list(ids)
    );
    sql::all(db, &text, []).await
}

impl Target {
    /// Refuses what would begin something on an agent that is frozen.
    pub fn must_be_thawed(&self) -> Result<(), ApiError> {
        if self.is_frozen { Err(ApiError::Frozen) } else { Ok(()) }
    }

    /// Refuses what its agent is known not to have, such as
    /// `question_name::READ_REGISTRY`, with the reason.
    pub fn must_be_able_to(&self, name: &str) -> Result<(), ApiError> {
        self.capabilities.require(name)
    }

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

    /// An event with the client and site of this agent.
    pub fn locate(&self, event: Event) -> Event {
        event.about(self.client_id, self.site_id)
    }
}
