//! The SQL of definitions.

mod due;
mod held;
mod syncing;

pub use due::*;
pub use held::*;
pub use syncing::*;
