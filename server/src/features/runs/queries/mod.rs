//! All SQL of the history of runs.

mod history;
mod properties;

pub use history::*;
pub use properties::*;
