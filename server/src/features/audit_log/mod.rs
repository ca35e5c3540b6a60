//! The audit log as people read it: filtered, sorted, paged, exported.
//!
//! Only `crate::audit` writes it: nothing here changes a row.

#[cfg(test)]
mod anchor_tests;
mod entry;
mod export;
mod extent;
mod filters;
mod list_audit_log;
#[cfg(test)]
mod naming_tests;
mod queries;
#[cfg(test)]
mod retention_tests;
mod search_audit_log;
#[cfg(test)]
mod tests;

pub use list_audit_log::*;
pub use search_audit_log::*;
