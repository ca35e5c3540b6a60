//! The entrance for agents: they enrol, connect, report and leave.
//!
//! Reports about runs are stored by [`crate::domain::runs`], the state of
//! definitions by [`crate::domain::definitions`], metrics by
//! [`crate::domain::metrics`], results of checks by [`crate::domain::checks`], parts of recordings
//! by [`crate::domain::recordings`]; requests reach an open connection through
//! [`crate::agent_link`].

mod backlog;
#[cfg(test)]
mod check_keeping_tests;
mod check_reports;
#[cfg(test)]
mod check_tests;
mod claimed_record;
mod connect;
mod connection;
mod enroll;
mod enrolment_queries;
#[cfg(test)]
mod enrolment_tests;
mod freezing;
mod handshake;
#[cfg(test)]
mod handshake_tests;
mod hardware_ids;
mod hello_bounds;
#[cfg(test)]
mod hostile_tests;
mod inventory_changes;
mod leave;
mod metric_reports;
#[cfg(test)]
mod metric_tests;
mod own_runs;
mod pending;
mod proof;
mod queries;
mod questions;
mod received;
mod receiving;
mod recording_parts;
mod removed;
#[cfg(test)]
mod replica_tests;
mod reports;
mod requests;
mod server_address;
mod socket;
#[cfg(test)]
mod tests;
mod welcome;

pub use connect::connect_agent;
pub use enroll::*;
pub use leave::*;
