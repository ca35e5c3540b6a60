//! Tasks: what agents do on a schedule or on request.
//!
//! A task belongs to an agent or to a policy. Each agent gets one document with
//! all its tasks and follows it, whether or not the server is reachable.
//! Whatever changes the documents of agents marks that with [`mark_due()`].

mod action;
mod after_failures;
mod body;
mod check;
mod collector;
mod create_agent_task;
mod create_task;
mod definitions;
mod delete_task;
mod list_agent_tasks;
mod list_policy_tasks;
mod list_task_statuses;
mod list_tasks;
mod next_runs;
mod of_policies;
mod owner;
mod queries;
mod read_task;
mod removal;
mod result;
mod run_many;
mod run_task;
mod settings;
mod task;
#[cfg(test)]
mod tests;
mod timing;
mod update_task;
mod uses;

pub use after_failures::start_after_failures;
pub use create_agent_task::*;
pub use create_task::*;
pub use definitions::{SWEEP, push_definitions};
pub use delete_task::*;
pub use list_agent_tasks::*;
pub use list_policy_tasks::*;
pub use list_task_statuses::*;
pub use list_tasks::*;
pub use next_runs::*;
pub use of_policies::{copy_tasks, count_by_policy, delete_policy_tasks, list_effective};
pub use read_task::*;
pub use removal::{REMOVAL_KIND, remove_expired};
pub use run_many::{find_for_many, insert_task_results, instructions_for_many, list_affected};
pub use run_task::*;
pub use update_task::*;
pub use uses::REFERRER;
