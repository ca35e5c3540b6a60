//! All SQL of tasks, except for what agents report of their runs, which the
//! link's ledger writes.

mod owners;
mod read;
mod results;
mod write;

pub use owners::*;
pub use read::*;
pub use results::*;
pub use write::*;
