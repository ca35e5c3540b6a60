//! The audit log: one row per state change, in the same transaction, chained.

mod chain;
mod change;
mod entry;
mod row;
mod stamps;
mod verify;

pub use chain::ChainEnd;
pub use change::Change;
pub use entry::{Action, Entry, ObjectType};
pub use stamps::Stamps;
pub use verify::{Verdict, verify};
