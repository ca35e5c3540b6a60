//! Checks: what agents measure by themselves, what they found, and whether that is
//! a failure.
//!
//! What agents report is gathered (`store_together`) and stored with everything
//! that follows from it (`store_reports`): each report is judged (`evaluate`) and
//! changes a result (`progress`), enters its history (`history`), is counted
//! (`counts`) and published (`publish`). Only this module writes the results.

mod agent_reports;
mod clear_faults;
mod counts;
mod describe;
mod effective;
#[cfg(test)]
mod effective_tests;
mod evaluate;
mod facts;
mod failure_tasks;
mod forecast;
mod history;
mod history_queries;
mod progress;
#[cfg(test)]
mod progress_tests;
mod publish;
mod report_parts;
mod reset;
mod result_queries;
mod retention;
mod settings;
mod store;
mod store_reports;
mod store_together;
mod stored;
mod wanted;

pub use agent_reports::AgentReports;
pub use clear_faults::CLEAR_FAULTS;
pub use describe::describe;
pub use effective::{CheckState, EffectiveCheck, effective_checks};
pub use facts::is_drive;
pub use failure_tasks::{FAILURE_TASKS_KIND, FailureTask, FailureTasks};
pub use history::{HistoryRange, read_history};
pub use reset::{reset_all, reset_result};
pub use result_queries::list_agents_with_checks;
pub use retention::{RETENTION, prune};
pub use settings::{
    CheckKind, CheckSettings, DiskSpace, EventLog, Http, LatencyLimits, Patience, Ping, Port,
    ScriptCheck, Service, Usage,
};
pub use store::{
    CheckOwner, copy_checks, delete_checks, has_same_key, insert_check, lock_check, update_check,
};
pub use stored::{StoredCheck, count_by_policy, list_checks, list_owned, read_settings};
pub use wanted::{WantedCheck, insert_result, store_wanted};
