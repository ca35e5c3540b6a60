//! The SQL of what agents go by.

mod due;
mod syncing;

pub use due::*;
pub use syncing::*;
