//! What depends on what: an agent or check may depend on one other.

use std::collections::BTreeMap;

/// An agent or a check of an agent, by their keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Node {
    /// An agent; it fails while it is away.
    Agent(i64),
    /// A check on an agent.
    Check {
        /// The agent's key.
        agent: i64,
        /// The check's key.
        check: i64,
    },
}

/// Why a dependency is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DependencyError {
    /// Nothing depends on itself.
    #[error("must not depend on itself")]
    Itself,
    /// It would be its own parent's parent. Has the way from the parent back to it.
    #[error("would depend on itself, {} steps away", .0.len())]
    Cycle(Vec<Node>),
}

/// Every dependency of a fleet; never with a cycle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dependencies {
    parents: BTreeMap<Node, Node>,
}

impl Dependencies {
    /// Lets a node depend on another, instead of what it depended on.
    ///
    /// A refused one changes nothing.
    pub fn set(&mut self, child: Node, parent: Node) -> Result<(), DependencyError> {
        if child == parent {
            return Err(DependencyError::Itself);
        }
        let mut way: Vec<Node> = vec![parent];
        way.extend(self.above(parent));
        if let Some(position) = way.iter().position(|node| *node == child) {
            way.truncate(position + 1);
            return Err(DependencyError::Cycle(way));
        }
        self.parents.insert(child, parent);
        Ok(())
    }

    /// Removes what a node depends on.
    pub fn remove(&mut self, child: Node) {
        self.parents.remove(&child);
    }

    /// What a node depends on itself.
    pub fn parent(&self, child: Node) -> Option<Node> {
        self.parents.get(&child).copied()
    }

    /// Everything a node depends on, the nearest first. Ends, as there is no cycle.
    pub fn above(&self, child: Node) -> impl Iterator<Item = Node> + '_ {
        std::iter::successors(self.parent(child), |node| self.parent(*node))
    }

    /// The node whose alert covers this one: the highest that fails.
    ///
    /// A node in between that works changes nothing: behind a router that is away, a
    /// switch that has not been missed yet does not speak for what is behind it.
    pub fn cover_of(&self, child: Node, fails: impl Fn(Node) -> bool) -> Option<Node> {
        self.above(child).filter(|node| fails(*node)).last()
    }

    /// Everything that depends on a node, directly or not, in their order.
    pub fn below(&self, parent: Node) -> Vec<Node> {
        let depends = |child: &&Node| self.above(**child).any(|node| node == parent);
        self.parents.keys().filter(depends).copied().collect()
    }
}
