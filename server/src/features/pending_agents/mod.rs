//! Computers that enrolled and are no agents until somebody approves them.

mod approve_pending_agent;
mod list_pending_agents;
mod pending_agent;
mod queries;
mod reject_pending_agent;
#[cfg(test)]
mod tests;

pub use approve_pending_agent::*;
pub use list_pending_agents::*;
pub use reject_pending_agent::*;
