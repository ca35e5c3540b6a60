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

/// Integers of our own, see `Scope::site_condition`.
fn list(ids: &[i64]) -> String {
    if ids.is_empty() {
        return "null".to_owned();
    }
    let texts: Vec<String> = ids.iter().map(i64::to_string).collect();
    texts.join(", ")
}
