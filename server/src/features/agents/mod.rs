//! Managed computers.

mod action_queries;
mod agent;
mod delete_agent;
mod hardware_addresses;
mod list_agents;
mod list_versions;
mod ping_agent;
mod power;
mod queries;
mod read_agent;
mod reboot_agent;
mod refresh_agent;
mod rows;
mod run_command;
mod set_maintenance;
mod shut_down_agent;
mod status;
mod target;
#[cfg(test)]
mod tests;
mod update_agent;
mod wake_agent;
mod with_fields;

pub use delete_agent::*;
pub use list_agents::*;
pub use list_versions::*;
pub use ping_agent::*;
pub use read_agent::*;
pub use reboot_agent::*;
pub use refresh_agent::*;
pub use run_command::*;
pub use set_maintenance::*;
pub use shut_down_agent::*;
pub use status::Status;
pub use target::{Target, find_target};
pub use update_agent::*;
pub use wake_agent::*;
