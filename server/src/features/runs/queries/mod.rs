//! All SQL of runs but what agents report, which the link's ledger writes.

mod history;
mod properties;

pub use history::*;
pub use properties::*;
