//! Names of the API and the database for agents.

/// The platforms of agents.
pub const PLATFORMS: &[&str] = &["windows", "linux", "darwin"];
/// The uses of an agent's computer.
pub const MONITORING_TYPES: &[&str] = &["server", "workstation"];
