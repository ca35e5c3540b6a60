//! Recordings of remote sessions: sealed by the agent, stored in order, opened for those
//! who may watch them, and deleted in the end.
//!
//! What the server stores, it can open only with its key file; what an agent sends is
//! stored only if it is signed, is the next part, and belongs to a session that was to be
//! recorded. Here is the only writer of these tables.

mod files;
mod queries;
mod recording;
mod state;
mod storing;

pub use recording::StoredRecording;
pub use state::{STATE, STATES, missing_before};
#[cfg(test)]
pub use storing::leave_for_today;
pub use storing::{PendingPart, Receipt, store_soon};
