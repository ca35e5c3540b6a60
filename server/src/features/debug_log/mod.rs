//! The debug log as people read it: filtered, sorted, paged.
//!
//! Only `crate::debug_log` writes it: nothing here changes a row.

#[cfg(test)]
mod bounds_tests;
mod entry;
mod filters;
mod list_debug_log;
mod queries;
mod search_debug_log;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod trouble_tests;

pub use list_debug_log::*;
pub use search_debug_log::*;
