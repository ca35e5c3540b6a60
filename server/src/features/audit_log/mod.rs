//! The audit log as people read it: filtered, sorted, paged, exported.
//!
//! Only `crate::audit` writes it: nothing here changes a row.

#[cfg(test)]
mod anchor_tests;
#[cfg(test)]
mod code_tests;
mod entry;
mod export;
mod extent;
mod filters;
mod list_audit_log;
#[cfg(test)]
mod naming_tests;
mod queries;
mod read_code;
#[cfg(test)]
mod reading_tests;
#[cfg(test)]
mod retention_tests;
mod search_audit_log;
#[cfg(test)]
mod tests;

pub use list_audit_log::*;
pub use read_code::*;
pub use search_audit_log::*;
