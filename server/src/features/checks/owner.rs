//! The owner of a check.

use sea_orm::{ConnectionTrait, DbErr};
use serde_json::Value;

use super::body::CheckBody;
use super::check::{OwnedCheck, Owner};
use super::queries::{self, AgentReference};
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Identity, Right, Scope};
use crate::domain::checks::CheckOwner;
use crate::domain::fleet::{AffectedAgents, Target};
use crate::domain::references::check_references;
use crate::error::{ApiError, Problems, add_problem};
use crate::events::Event;
use crate::features::policies;
use crate::ids::{AgentId, AgentKey};
use crate::input::{agent_reference, whole};

/// The owner of a new check.
pub enum NewOwner {
    /// An agent's.
    Agent(Box<Target>),
    /// A policy's.
    Policy(i64),
}

impl NewOwner {
    /// As it is stored.
    pub fn key(&self) -> CheckOwner {
        match self {
            Self::Agent(agent) => CheckOwner::Agent(agent.id),
            Self::Policy(policy) => CheckOwner::Policy(*policy),
        }
    }

    /// The platform of the agent.
    pub fn plat(&self) -> Option<&str> {
        match self {
            Self::Agent(agent) => Some(&agent.plat),
            Self::Policy(_) => None,
        }
    }
}

/// The owner that a body names: exactly one, in scope.
pub async fn find_owner(
    change: &Change,
    caller: &Identity,
    body: &CheckBody,
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

/// Refuses to move a check to another owner.
pub fn must_stay(body: &CheckBody, owner: &Owner, problems: &mut Problems) {
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
            add_problem(problems, field, "this cannot be changed: create a new check instead");
        }
    }
}

impl Owner {
    /// As it is stored.
    pub fn key(&self) -> CheckOwner {
        match (self.agent, self.policy) {
            (Some(agent), _) => CheckOwner::Agent(AgentKey(agent)),
            (None, policy) => CheckOwner::Policy(policy.unwrap_or_default()),
        }
    }

    /// The agent, if one owns it.
    pub async fn find_agent(&self, db: &impl ConnectionTrait) -> Result<Option<Target>, DbErr> {
        let Some(agent) = self.agent else { return Ok(None) };
        let reference = AgentReference::Key(AgentKey(agent));
        queries::find_agent(db, &Scope::everything(), reference).await
    }

    /// Whether a caller who sees its checks may change them.
    pub async fn is_changeable(
        &self,
        db: &impl ConnectionTrait,
        caller: &Identity,
    ) -> Result<bool, DbErr> {
        match self.policy {
            _ if !caller.rights.has(Right::ManageChecks) => Ok(false),
            Some(policy) => policies::is_changeable(db, &caller.scope, policy).await,
            None => Ok(true),
        }
    }

    /// The same for lists, without a query for each policy: whether a caller with a
    /// scope may change a check of a policy is only read with the single check.
    pub fn is_surely_changeable(&self, caller: &Identity) -> bool {
        caller.rights.has(Right::ManageChecks)
            && (self.policy.is_none() || caller.scope.is_everything())
    }
}

/// The agents that may run the checks of an owner. Refuses a caller who may not
/// change those of a policy.
pub async fn touched(
    change: &Change,
    caller: &Identity,
    owner: CheckOwner,
) -> Result<AffectedAgents, ApiError> {
    match owner {
        CheckOwner::Agent(agent) => Ok(AffectedAgents::agents([agent])),
        CheckOwner::Policy(policy) => {
            let usage = policies::must_be_changeable(&**change, &caller.scope, policy).await?;
            Ok(usage.touched())
        }
    }
}

/// An event about a check. That of an agent concerns the agent's client and site.
pub async fn with_location(
    db: &impl ConnectionTrait,
    event: Event,
    owner: &Owner,
) -> Result<Event, DbErr> {
    Ok(match owner.find_agent(db).await? {
        Some(found) => event.about(found.client_id, found.site_id),
        None => event,
    })
}

/// An audit row about a check.
pub async fn entry(
    change: &Change,
    action: Action,
    check: &OwnedCheck,
    message: String,
) -> Result<Entry, ApiError> {
    let entry = Entry::new(action, ObjectType::Check, check.id, message);
    Ok(match check.owner.find_agent(&**change).await? {
        Some(agent) => agent.mark(entry),
        None => entry,
    })
}
