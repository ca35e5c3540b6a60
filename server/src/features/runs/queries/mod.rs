//! All SQL of runs but what agents report, which the link's ledger writes.

mod find;
mod history;
mod output;
mod overdue;
mod properties;
mod write;

pub use find::*;
pub use history::*;
pub use output::*;
pub use overdue::*;
pub use properties::*;
pub use write::*;
