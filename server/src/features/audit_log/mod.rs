//! The audit log as people read it: filtered, sorted, paged, exported.
//!
//! Written by `crate::audit`, and by nobody else: nothing here changes a row.

mod entry;
mod export;
mod extent;
mod filters;
mod list_audit_log;
#[cfg(test)]
mod naming_tests;
mod queries;
mod search_audit_log;
#[cfg(test)]
mod tests;

pub use list_audit_log::*;
pub use search_audit_log::*;
