//! The SQL of what agents go by.

mod due;
mod held;
mod syncing;

pub use due::*;
pub use held::*;
pub use syncing::*;
