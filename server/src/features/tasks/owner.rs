//! The owner of a new task.

use sea_orm::{ConnectionTrait, DbErr};
use serde_json::Value;

use super::body::TaskBody;
use super::queries::{self, AgentOwner, AgentReference};
use super::task::{Owner, StoredTask};
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Identity, Right, Scope};
use crate::domain::checks::CheckOwner;
use crate::domain::fleet::AffectedAgents;
use crate::domain::references::check_references;
use crate::error::{ApiError, Problems, add_problem};
use crate::events::Event;
use crate::features::policies;
use crate::ids::{AgentId, AgentKey};
use crate::input::{agent_reference, whole};

/// The owner of a new task.
pub enum NewOwner {
    /// An agent's.
    Agent(Box<AgentOwner>),
    /// A policy's.
    Policy(i64),
}

impl NewOwner {
    /// The owner as that of a check.
    pub fn key(&self) -> CheckOwner {
        match self {
            Self::Agent(agent) => CheckOwner::Agent(agent.target.id),
            Self::Policy(policy) => CheckOwner::Policy(*policy),
        }
    }
}

/// The owner that a body names: exactly one, in scope.
pub async fn find_owner(
    change: &Change,
    caller: &Identity,
    body: &TaskBody,
    problems: &mut Problems,
) -> Result<Option<NewOwner>, ApiError> {
    let (agent, policy) = (body.value("agent"), body.value("policy"));
    match (agent.is_null(), policy.is_null()) {
        (true, true) => add_problem(problems, "agent", "choose an agent or a policy"),
        (false, false) => add_problem(problems, "policy", "must not be given together with agent"),
        (false, true) => return find_agent(change, caller, agent, problems).await,
        (true, false) => return find_policy(change, policy, problems).await,
    }
    Ok(None)
}

async fn find_agent(
    change: &Change,
    caller: &Identity,
    agent: &Value,
    problems: &mut Problems,
) -> Result<Option<NewOwner>, ApiError> {
    let Some(agent) = agent_reference(agent) else {
        add_problem(problems, "agent", "must be the identifier or the key of an agent");
        return Ok(None);
    };
    let agent_id = agent.as_str().map(AgentId::from);
    let reference = match &agent_id {
        Some(agent_id) => AgentReference::Id(agent_id),
        None => AgentReference::Key(AgentKey(agent.as_i64().unwrap_or(0))),
    };
    let found = queries::find_agent(&**change, &caller.scope, reference).await?;
    if found.is_none() {
        add_problem(problems, "agent", "there is no such agent");
    }
    Ok(found.map(|agent| NewOwner::Agent(Box::new(agent))))
}

async fn find_policy(
    change: &Change,
    policy: &Value,
    problems: &mut Problems,
) -> Result<Option<NewOwner>, ApiError> {
    let Some(policy) = whole(policy) else {
        add_problem(problems, "policy", "must be a whole number");
        return Ok(None);
    };
    let before = problems.len();
    check_references(&**change, &[("policy", Some(policy))], problems).await?;
    Ok((problems.len() == before).then_some(NewOwner::Policy(policy)))
}

/// Refuses to move a task to another owner.
pub fn must_stay(body: &TaskBody, owner: &Owner, problems: &mut Problems) {
    let is_agent = match agent_reference(body.value("agent")) {
        Some(Value::String(text)) => Some(&text) == owner.agent_id.as_ref(),
        Some(key) => key.as_i64() == owner.agent,
        None => body.value("agent").is_null(),
    };
    let is_policy = match body.value("policy") {
        Value::Null => true,
        other => whole(other).is_some_and(|key| Some(key) == owner.policy),
    };
    for (is_kept, field) in [(is_agent, "agent"), (is_policy, "policy")] {
        if !is_kept {
            add_problem(problems, field, "this cannot be changed: create a new task instead");
        }
    }
}

impl Owner {
    /// Whether a caller who sees its tasks may change them.
    pub async fn is_changeable(
        &self,
        db: &impl ConnectionTrait,
        caller: &Identity,
    ) -> Result<bool, DbErr> {
        match self.policy {
            _ if !caller.rights.has(Right::ManageAutotasks) => Ok(false),
            Some(policy) => policies::is_changeable(db, &caller.scope, policy).await,
            None => Ok(true),
        }
    }

    /// The same for lists, without a query for each policy: whether a caller with a
    /// scope may change a task of a policy is only read with the single task.
    pub fn is_surely_changeable(&self, caller: &Identity) -> bool {
        caller.rights.has(Right::ManageAutotasks)
            && (self.policy.is_none() || caller.scope.is_everything())
    }

    /// The owner as that of a check.
    pub fn key(&self) -> CheckOwner {
        match (self.agent, self.policy) {
            (Some(agent), _) => CheckOwner::Agent(AgentKey(agent)),
            (None, policy) => CheckOwner::Policy(policy.unwrap_or_default()),
        }
    }

    /// The agents that have its tasks. Refuses a caller who may not change the
    /// tasks of a policy.
    pub async fn touched(
        &self,
        change: &Change,
        caller: &Identity,
    ) -> Result<AffectedAgents, ApiError> {
        match (self.agent, self.policy) {
            (Some(agent), _) => Ok(AffectedAgents::agents([AgentKey(agent)])),
            (None, Some(policy)) => touched_by_policy(change, caller, policy).await,
            (None, None) => Ok(AffectedAgents::default()),
        }
    }
}

/// The agents for which a policy is set, if the caller may change what it owns.
pub async fn touched_by_policy(
    change: &Change,
    caller: &Identity,
    policy: i64,
) -> Result<AffectedAgents, ApiError> {
    let usage = policies::must_be_changeable(&**change, &caller.scope, policy).await?;
    Ok(usage.touched())
}

/// An event about a task. That of an agent concerns the agent's client and
/// site.
pub async fn with_location(
    db: &impl ConnectionTrait,
    event: Event,
    owner: &Owner,
) -> Result<Event, DbErr> {
    let Some(agent) = owner.agent else { return Ok(event) };
    let found =
        queries::find_agent(db, &Scope::everything(), AgentReference::Key(AgentKey(agent))).await?;
    Ok(match found {
        Some(found) => event.about(found.target.client_id, found.target.site_id),
        None => event,
    })
}

/// An audit row about a task.
pub async fn entry(
    change: &Change,
    caller: &Identity,
    action: Action,
    task: &StoredTask,
    message: String,
) -> Result<Entry, ApiError> {
    let entry = Entry::new(action, ObjectType::AutomatedTask, task.id, message);
    let Some(agent) = task.owner.agent else { return Ok(entry) };
    let owner =
        queries::find_agent(&**change, &caller.scope, AgentReference::Key(AgentKey(agent))).await?;
    Ok(owner.map_or(entry.clone(), |owner| owner.target.mark(entry)))
}
