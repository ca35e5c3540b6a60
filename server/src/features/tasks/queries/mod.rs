//! All SQL of tasks, but for what agents report of their runs, which the
//! link's ledger writes.

mod due;
mod owners;
mod read;
mod results;
mod syncing;
mod write;

pub use due::*;
pub use owners::*;
pub use read::*;
pub use results::*;
pub use syncing::*;
pub use write::*;
