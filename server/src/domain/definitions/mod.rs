//! The definitions of agents: which agents need another document, which one
//! each should have and has, and which tasks are in sync with it.
//!
//! A change marks the agents it affects ([`mark_due`], [`touch()`]). A job
//! builds the documents of all marked agents, stores their digests here and
//! sends them; the agent reports which one it has stored.

mod built;
mod due;
mod kept;
mod queries;
mod results;
mod store;
mod sync_state;
mod touch;

pub use built::{BuiltDefinitions, BuiltTask};
pub use due::{Changed, mark, mark_due, mark_due_in};
pub use kept::{KeptDocument, SyncedTasks, store_kept};
pub use queries::{
    DueAgent, insert_result, insert_results, list_due, mark_agents, mark_tasks_leaving,
    mark_unsynced, release_checks,
};
pub use results::{TaskEnd, record_running, record_task_end};
pub use store::store;
pub use sync_state::{
    DEFINITIONS_KIND, SyncedTask, delete_unused_tasks, lock_documents, push_job, record_hello,
};
pub use touch::{DECIDE_KIND, decision_job, touch};
