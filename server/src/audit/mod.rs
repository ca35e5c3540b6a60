//! The audit log: one row per state change, in the same transaction, chained.

mod action;
mod chain;
mod change;
mod entry;
mod object_type;
mod row;
mod stamps;
mod verify;

pub use action::Action;
pub use chain::ChainEnd;
pub use change::{CallersEntry, Change, JointChange};
pub use entry::Entry;
pub use object_type::ObjectType;
pub use stamps::Stamps;
pub use verify::{Verdict, verify};
