//! The owner of a patch policy, and who may change it.

use sea_orm::DbErr;

use super::patch_policy::PatchPolicy;
use super::queries::{self, AssignedAgent};
use super::usage::{self, Usage};
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Identity, Scope};
use crate::domain::definitions::touch;
use crate::domain::fleet::AffectedAgents;
use crate::error::ApiError;
use crate::events::catalogue::AgentChanges;
use crate::events::{Entity, Event};
use crate::ids::AgentKey;
use crate::storage::sql;

/// The owner of a patch policy.
pub enum Owner {
    /// A policy's.
    Policy(i64, Usage),
    /// An agent's.
    Agent(AssignedAgent),
}

/// A patch policy that the caller may change: of a policy that is not set
/// outside the scope, or of an agent in scope.
pub async fn find_changeable(
    change: &Change,
    caller: &Identity,
    id: i64,
) -> Result<(PatchPolicy, Owner), ApiError> {
    let missing = || ApiError::NotFound("patch policy");
    let find = || queries::find_patch_policy(&**change, &caller.scope, id);
    let found = find().await?.ok_or_else(missing)?;
    let owner = match (found.policy, found.agent) {
        (Some(policy), _) => Owner::Policy(
            policy,
            usage::must_be_changeable(&**change, &caller.scope, policy).await?,
        ),
        (None, Some(agent)) => {
            sql::lock_row(&**change, "patch_policies", id).await?;
            let agent =
                queries::find_assigned_agent(&**change, &Scope::everything(), AgentKey(agent))
                    .await?;
            Owner::Agent(agent.ok_or_else(missing)?)
        }
        (None, None) => return Err(missing()),
    };
    // Again, as it may have been changed before it was locked.
    Ok((find().await?.ok_or_else(missing)?, owner))
}

impl Owner {
    /// `policy Servers`, `agent pc-1`.
    pub fn name(&self) -> String {
        match self {
            Self::Policy(_, usage) => format!("policy {}", usage.policy_name()),
            Self::Agent(agent) => format!("agent {}", agent.hostname),
        }
    }

    /// Starts all that follows from a change, and publishes it.
    pub async fn touch(&self, change: &mut Change) -> Result<(), DbErr> {
        match self {
            Self::Policy(id, usage) => {
                change.publish(Event::saved(Entity::Policy, *id));
                touch(change, &usage.touched()).await
            }
            Self::Agent(agent) => {
                let event = Event::agent_updated(&agent.agent_id, AgentChanges::default());
                change.publish(event.about(agent.client, agent.site));
                touch(change, &AffectedAgents::agents([agent.id])).await
            }
        }
    }

    /// The row of the audit log.
    pub fn entry(&self, action: Action, object: ObjectType, id: i64, done: &str) -> Entry {
        let message = format!("{done} the patch policy of {}", self.name());
        let entry = Entry::new(action, object, id, message);
        match self {
            Self::Policy(..) => entry,
            Self::Agent(agent) => entry
                .agent(&agent.hostname, &agent.agent_id)
                .client(agent.client)
                .site(agent.site, &agent.site_name),
        }
    }
}
