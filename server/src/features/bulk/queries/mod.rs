//! All SQL of bulk actions.

mod candidates;
mod drive;
mod members;
mod read;
mod results;
mod write;

pub use candidates::*;
pub use drive::*;
pub use members::*;
pub use read::*;
pub use results::*;
pub use write::*;

/// Rows in one statement: SQLite takes 32,766 values, PostgreSQL 65,535.
const CHUNK: usize = 500;
