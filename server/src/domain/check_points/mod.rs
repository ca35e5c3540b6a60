//! What checks found over time, as it is stored: points, packed into bytes.
//!
//! `domain/checks` stores and reads them; messages about alerts show the newest.

mod codec;
mod keep;
mod point;
mod thin;

pub use keep::{PointBlock, PointStore, unpack};
pub use point::{HistoryPoint, PointState};
pub use thin::thin;
