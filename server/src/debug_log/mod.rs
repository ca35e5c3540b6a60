//! The debug log: what went wrong and a technician may look for.
//!
//! [`DebugLog::record`] neither waits nor fails: entries wait in memory and are
//! written together, outside of the transaction they are about. How many are
//! stored is bounded (`minute`, `repeats`), so that neither a hostile agent nor a
//! failing disk fills the database. Entries that a killed server had not written
//! yet are lost.
//!
//! Only this module writes the table `debug_logs`.

mod entry;
mod minute;
mod queries;
mod queue;
mod repeats;
#[cfg(test)]
mod tests;
mod writer;

pub use entry::{DebugEntry, LogLevel, LogType};
pub use queries::prune_before;
pub use queue::DebugLog;
pub use writer::write_regularly;
