//! The audit log: one row per state change, in the same transaction, chained.

mod action;
mod chain;
mod change;
mod entry;
mod joint_change;
mod object_type;
mod row;
mod stamps;
mod verify;

pub use action::Action;
pub use chain::ChainEnd;
pub use change::Change;
pub use entry::Entry;
pub use joint_change::{CallersEntry, JointChange};
pub use object_type::ObjectType;
pub use stamps::Stamps;
pub use verify::{Verdict, verify};
