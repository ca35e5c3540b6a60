//! What the web UI asks for first.

mod agent_counts;
mod follow_dashinfo;
mod read_dashinfo;
mod read_version;
#[cfg(test)]
mod tests;

pub use follow_dashinfo::*;
pub use read_dashinfo::*;
pub use read_version::*;
