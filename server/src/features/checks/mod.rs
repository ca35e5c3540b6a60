//! Checks: what agents measure by themselves, and when that is a failure.
//!
//! A check belongs to an agent or to a policy. Each agent gets those that it should
//! run in its definitions (`features/tasks/definitions`); which ones win is decided by
//! `domain/checks`.

mod basic;
mod body;
mod check;
mod create_agent_check;
mod create_check;
mod delete_check;
mod fields;
mod form;
mod form_network;
mod limits;
mod list_agent_checks;
mod list_check_statuses;
mod list_checks;
mod list_policy_checks;
mod load;
mod owner;
mod queries;
mod read_check;
mod read_history;
mod references;
mod reset_all;
mod reset_check;
mod result;
mod result_target;
mod run_checks;
#[cfg(test)]
mod tests;
mod update_check;
mod uses;

pub use basic::*;
pub use create_agent_check::*;
pub use create_check::*;
pub use delete_check::*;
pub use list_agent_checks::*;
pub use list_check_statuses::*;
pub use list_checks::*;
pub use list_policy_checks::*;
pub use read_check::*;
pub use read_history::*;
pub use reset_all::*;
pub use reset_check::*;
pub use run_checks::*;
pub use update_check::*;
pub use uses::REFERRER;
