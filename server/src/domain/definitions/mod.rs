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
mod touch;

pub use built::{Built, Held};
pub use due::{Changed, mark, mark_due, mark_due_in};
pub use kept::{DEFINITIONS_KIND, Settled, delete_unheld, hold, note_hello, note_kept, push_job};
pub use queries::{
    DueAgent, insert_result, insert_results, list_due, mark_agents, mark_tasks_leaving,
    mark_unsynced,
};
pub use results::{TaskEnd, note_running, note_task_end};
pub use store::store;
pub use touch::{DECIDE_KIND, decision_job, touch};
