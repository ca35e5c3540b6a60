//! What a check has found over time.
//!
//! The newest points are in the row of the result; when there are enough, they become a
//! row of their own. Reading takes both together (`read`).

mod found;
mod read;

pub use found::point_of;
pub use read::{HistoryRange, read_history};
