//! The audit log: one row per state change, in the same transaction, chained.

mod action;
mod anchors;
mod by;
mod chain;
mod change;
mod code;
mod entry;
mod head;
mod object_type;
mod reads;
mod retention;
mod row;
mod stamps;
mod verify;

pub use action::Action;
pub use anchors::{adopt, anchor_regularly, set_anchors_aside};
pub use chain::ChainEnd;
pub use change::{CallersEntry, Change, JointChange};
pub use code::find_code;
pub use entry::Entry;
pub use object_type::ObjectType;
pub use reads::log_read;
pub use retention::prune_before;
pub use stamps::Stamps;
pub use verify::{Verdict, verify};
