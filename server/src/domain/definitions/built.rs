//! The document of one agent, built and not stored yet.

use std::collections::BTreeMap;

use muster_protocol::Definitions;

/// What one agent is to be given.
#[derive(Debug, Default)]
pub struct Built {
    /// The document.
    pub document: Definitions,
    /// Every task the agent has, in the document or not, by key.
    pub tasks: BTreeMap<i64, Held>,
}

/// A task that an agent has.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// Names the definition; empty for one that is not in the document.
    pub version: String,
    /// Why it cannot be given; empty when it can, or need not.
    pub problem: String,
}
