//! Fields that people add to agents, clients and sites.
//!
//! Definitions have routes of their own. Values belong to their owners, whose
//! features read them with [`load()`], or of a whole fleet with
//! [`load_packed()`], and write them with [`check()`] or
//! [`check_new`] and then [`store()`].

mod conversion;
mod create_custom_field;
mod custom_field;
mod delete_custom_field;
mod entries;
mod field_value;
mod filter_custom_fields;
mod form;
mod kind;
mod list_custom_fields;
mod load;
mod model;
mod packed_fields;
mod queries;
mod read_custom_field;
mod refit;
mod rules;
mod search;
mod store;
#[cfg(test)]
mod tests;
mod update_custom_field;
mod usage;

pub use create_custom_field::*;
pub use custom_field::CustomField;
pub use delete_custom_field::*;
pub use entries::{CustomFieldEntry, Entries};
pub use field_value::FieldValue;
pub use filter_custom_fields::*;
pub use kind::Kind;
pub use list_custom_fields::*;
pub use load::{FieldValues, find_field, load};
pub use model::{Model, Owner};
pub use packed_fields::{FieldWriter, Patterns, load_packed, load_patterns};
pub use read_custom_field::*;
pub use search::matches;
pub use store::{Assignment, NotStored, check, check_new, store, store_many, store_text};
pub use update_custom_field::*;
