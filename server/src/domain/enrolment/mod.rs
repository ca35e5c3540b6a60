//! How a computer becomes an agent, at once or when a person has approved it:
//! a new one, or the one it was before.

mod join;
mod known_agent;

pub use join::Joining;
pub use known_agent::{KnownAgent, find_known, find_known_by_hardware, find_known_by_id};
