//! Pending actions: what waits for an agent that is offline.
//!
//! There is no table of them. One exists for each run that may wait, for as
//! long as it does; finished ones are found by their status.

mod delete_agent_pending_actions;
mod delete_pending_action;
mod filters;
mod list_agent_pending_actions;
mod list_pending_actions;
mod pending_action;
mod queries;
mod read_pending_work;
#[cfg(test)]
mod tests;

pub use delete_agent_pending_actions::*;
pub use delete_pending_action::*;
pub use list_agent_pending_actions::*;
pub use list_pending_actions::*;
pub use read_pending_work::*;
