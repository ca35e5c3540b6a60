//! The SQL of definitions.

mod checks;
mod due;
mod syncing;
mod wanted;

pub use checks::*;
pub use due::*;
pub use syncing::*;
pub use wanted::*;
