//! What a check has found over time: points, packed.
//!
//! The newest are in the row of the result; when there are enough, they become a
//! row of their own (`keep`). Reading takes both together (`read`).

mod codec;
mod keep;
mod point;
mod read;
mod thin;

pub use keep::{PointBlock, PointStore};
pub use point::{HistoryPoint, PointState};
pub use read::{HistoryRange, read_history};
