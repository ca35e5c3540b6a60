//! Approval: a changed script waits for a second person (decision 60).
//!
//! With the setting `script_approval` on, tasks, bulk actions and everybody but
//! the author go on with what was approved last, until somebody who did not
//! change it has looked at the difference.

mod approve_script;
mod content;
mod pending_change;
mod read_script_approval;
mod record;

pub use approve_script::*;
pub use content::ScriptContent;
pub use pending_change::{Author, PendingChange};
pub use read_script_approval::*;
pub use record::CodeBefore;
