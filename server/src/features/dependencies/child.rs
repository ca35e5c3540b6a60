//! What a request makes depend on something: an agent or a check.

use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::Identity;
use crate::domain::dependencies::Child;
use crate::domain::fleet::{Target, find_in_scope, list_targets};
use crate::error::ApiError;
use crate::events::{Entity, Event};
use crate::features::policies;
use crate::ids::{AgentId, AgentKey};

use super::queries;

/// An agent or check that a caller may change.
pub enum FoundChild {
    Agent(Box<Target>),
    Check {
        id: i64,
        name: String,
        /// The agent that has it; none for a check of a policy.
        agent: Option<Box<Target>>,
    },
}

impl FoundChild {
    /// An agent in scope.
    pub async fn agent(
        change: &Change,
        caller: &Identity,
        agent_id: &AgentId,
    ) -> Result<Self, ApiError> {
        let target = find_in_scope(&**change, &caller.scope, agent_id).await?;
        Ok(Self::Agent(Box::new(target.ok_or(ApiError::NotFound("agent"))?)))
    }

    /// A check that the caller sees. That of a policy takes what a change of the policy
    /// takes.
    pub async fn check(change: &Change, caller: &Identity, id: i64) -> Result<Self, ApiError> {
        let found = queries::find_check(&**change, &caller.scope, id).await?;
        let found = found.ok_or(ApiError::NotFound("check"))?;
        if let Some(policy) = found.policy_id {
            policies::must_be_changeable(&**change, &caller.scope, policy).await?;
        }
        let agent = match found.agent_id {
            Some(agent) => list_targets(&**change, &[AgentKey(agent)]).await?.pop(),
            None => None,
        };
        Ok(Self::Check { id, name: found.name, agent: agent.map(Box::new) })
    }

    /// As it is stored.
    pub fn key(&self) -> Child {
        match self {
            Self::Agent(agent) => Child::Agent(agent.id),
            Self::Check { id, .. } => Child::Check(*id),
        }
    }

    /// What people call it.
    pub fn name(&self) -> String {
        match self {
            Self::Agent(agent) => agent.hostname.clone(),
            Self::Check { name, agent: Some(agent), .. } => format!("{}: {name}", agent.hostname),
            Self::Check { name, agent: None, .. } => format!("check {name}"),
        }
    }

    /// The event about its change.
    pub fn event(&self) -> Event {
        match self {
            Self::Agent(agent) => agent.locate(Event::agent_outdated(&agent.agent_id)),
            Self::Check { id, agent, .. } => {
                let event = Event::saved(Entity::Check, *id);
                match agent {
                    Some(agent) => agent.locate(event),
                    None => event,
                }
            }
        }
    }

    /// The audit row about its change.
    pub fn entry(&self, message: String) -> Entry {
        match self {
            Self::Agent(agent) => agent.entry(Action::Modify, ObjectType::Agent, message),
            Self::Check { id, agent, .. } => {
                let entry = Entry::new(Action::Modify, ObjectType::Check, *id, message);
                match agent {
                    Some(agent) => agent.mark(entry),
                    None => entry,
                }
            }
        }
    }
}
