//! The definitions of one agent, built and not stored yet.

use std::collections::BTreeMap;

use muster_protocol::Definitions;

/// What one agent should have.
#[derive(Debug, Default)]
pub struct BuiltDefinitions {
    pub document: Definitions,
    /// Every task of the agent, in the document or not, by key.
    pub tasks: BTreeMap<i64, BuiltTask>,
    /// Every check that the agent should run, in the document or not, by key.
    pub checks: BTreeMap<i64, BuiltTask>,
}

/// A task or a check of an agent.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct BuiltTask {
    /// Identifies the definition; empty for a task that is not in the document.
    pub version: String,
    /// Why it cannot be in the document; empty when it can, or need not.
    pub problem: String,
}
