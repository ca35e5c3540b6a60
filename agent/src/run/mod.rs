//! Runs commands, scripts and tasks, and ends the whole of each when its time
//! is up.
//!
//! The only folder in which the agent starts processes for somebody else; how
//! a system does it is behind [`crate::os::child_process`].

mod actions;
mod capture;
mod command;
mod instances;
mod job;
mod leftovers;
mod prepare;
mod program;
mod script;
mod script_files;
mod shebang;
mod stage;
#[cfg(test)]
mod tests;

pub use actions::{TaskRun, run_task};
pub use command::run_command;
pub use instances::{InstanceSlot, Instances, SkipReason};
pub use job::{CannotStart, Job, Limits, could_not_start, never_started};
pub use leftovers::end_leftovers;
pub use script::run_script;
pub use stage::Stage;
