//! Recordings of remote sessions: sealed by the agent, stored in order, opened for those
//! who may watch them, and deleted in the end.
//!
//! What the server stores, it can open only with its key file; what an agent sends is
//! stored only if it is signed, is the next part, and belongs to a session that was to be
//! recorded. Here is the only writer of these tables.

mod deleting;
mod export;
mod files;
mod opening;
mod queries;
mod recording;
mod retention;
mod search;
mod state;
mod storing;
mod utf8;
mod verifying;

pub use deleting::{FILES_KIND, delete_files, delete_within};
pub use export::{ExportFile, export};
pub use opening::open_part;
pub use queries::{PartRow, find_any_recording, find_recording, list_parts};
pub use recording::StoredRecording;
pub use retention::RETENTION;
pub use search::{SearchHit, search_text};
pub use state::{STATE, STATES, missing_before};
#[cfg(test)]
pub use storing::leave_for_today;
pub use storing::{PendingPart, Receipt, store_soon};
pub use verifying::{list_lost, verify_recording};
