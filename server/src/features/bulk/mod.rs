//! Bulk actions: one action on many agents.
//!
//! A request becomes a `plan`: which agents, and what happens to each. Then all
//! of it is stored in one transaction, with runs for the agents of the first
//! batch, and the job in [`drive()`] does the rest.

mod able;
mod action;
mod begin;
mod cancel_bulk;
mod counts;
mod deliver;
mod drive;
mod instant;
mod list_bulk_groups;
mod list_bulk_results;
mod list_bulks;
mod mode;
mod outputs;
mod plain;
mod plan;
mod preview_bulk;
mod queries;
mod read_bulk;
mod recover_all;
mod request;
mod results_file;
mod retention;
mod retry_bulk;
mod run_checks;
mod run_checks_of;
mod run_policy_task;
mod script_action;
mod show;
mod start_bulk;
mod targets;
#[cfg(test)]
mod tests;
mod update_agents;
mod wake;
mod wave;

pub use cancel_bulk::*;
pub use drive::{WATCH, drive};
pub use list_bulk_groups::*;
pub use list_bulk_results::*;
pub use list_bulks::*;
pub use preview_bulk::*;
pub use read_bulk::*;
pub use recover_all::*;
pub use retention::RETENTION;
pub use retry_bulk::*;
pub use run_checks_of::*;
pub use run_policy_task::*;
pub use show::{count, must_be_seen};
pub use start_bulk::*;
pub use update_agents::*;
