//! Managed computers.

mod agent;
mod list_agents;
mod queries;
mod read_agent;
mod rows;
mod run_command;
mod status;
mod target;
#[cfg(test)]
mod tests;
mod update_agent;
mod with_fields;

pub use list_agents::*;
pub use read_agent::*;
pub use run_command::*;
pub use status::Status;
pub use target::{Target, find_target};
pub use update_agent::*;
