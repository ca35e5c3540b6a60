//! What agents are, in the words of the API and the database.

/// The systems that agents run on.
pub const PLATFORMS: &[&str] = &["windows", "linux", "darwin"];
/// What the computer of an agent is used as.
pub const MONITORING_TYPES: &[&str] = &["server", "workstation"];
