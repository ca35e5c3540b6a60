//! The audit log: one row per state change, in the same transaction, chained.

mod chain;
mod change;
mod entry;
mod stamps;
mod verify;

pub use change::Change;
pub use entry::{Action, Entry, ObjectType};
pub use stamps::Stamps;
pub use verify::{Verdict, verify};
