//! All SQL of policies.

mod assignments;
mod exclusions;
mod patch_policies;
mod policies;
mod reach;

pub use assignments::*;
pub use exclusions::*;
pub use patch_policies::*;
pub use policies::*;
pub use reach::{AgentSelection, list_candidates, list_facts, list_touched};

/// Rows in one statement: SQLite takes 32,766 values, PostgreSQL 65,535.
const CHUNK: usize = 500;
