//! One dependency as it is stored.

use muster_alerting::storms::Node;
use sea_orm::FromQueryResult;

use crate::ids::AgentKey;

/// What depends on something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Child {
    Agent(AgentKey),
    /// A check, on every agent that runs it.
    Check(i64),
}

/// A dependency: a child, and what it depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromQueryResult)]
pub struct Link {
    pub child_agent_id: Option<AgentKey>,
    pub child_check_id: Option<i64>,
    pub agent_id: AgentKey,
    /// None: whether the agent can be reached.
    pub check_id: Option<i64>,
}

impl Link {
    /// A dependency of a child.
    pub fn new(child: Child, agent_id: AgentKey, check_id: Option<i64>) -> Self {
        let (child_agent_id, child_check_id) = match child {
            Child::Agent(agent) => (Some(agent), None),
            Child::Check(check) => (None, Some(check)),
        };
        Self { child_agent_id, child_check_id, agent_id, check_id }
    }

    /// What the child depends on.
    pub fn parent(&self) -> Node {
        match self.check_id {
            Some(check) => Node::Check { agent: self.agent_id.0, check },
            None => Node::Agent(self.agent_id.0),
        }
    }
}
