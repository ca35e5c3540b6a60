//! Fields that people add to agents, clients and sites.
//!
//! Definitions have their own routes. Values belong to their owners, whose
//! features read and write them with [`crate::domain::custom_fields`].

mod create_custom_field;
mod delete_custom_field;
mod filter_custom_fields;
mod form;
mod list_custom_fields;
mod read_custom_field;
#[cfg(test)]
mod tests;
mod update_custom_field;
mod usage;
mod value_conversion;

pub use create_custom_field::*;
pub use delete_custom_field::*;
pub use filter_custom_fields::*;
pub use list_custom_fields::*;
pub use read_custom_field::*;
pub use update_custom_field::*;
