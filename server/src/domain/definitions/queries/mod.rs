//! The SQL of definitions.

mod due;
mod syncing;
mod wanted;

pub use due::*;
pub use syncing::*;
pub use wanted::*;
