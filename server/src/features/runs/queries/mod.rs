//! All SQL of the history of runs.

mod history;
mod location;

pub use history::*;
pub use location::*;
