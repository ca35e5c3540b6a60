//! Custom fields of agents, clients and sites: the values that a field allows,
//! and those that are set. The definitions themselves are created and changed
//! by the feature of the same name.
//!
//! Values are read with [`load()`], or for the whole fleet with
//! [`load_packed()`], and written with [`check()`] or [`check_new`] and then
//! [`store()`].

pub mod conversion;
mod custom_field;
mod entries;
mod field_value;
mod kind;
mod load;
mod model;
mod packed_fields;
mod permission;
pub mod queries;
mod reserved;
pub mod rules;
mod search;
mod store;

pub use custom_field::CustomField;
pub use entries::{CustomFieldEntry, Entries};
pub use field_value::FieldValue;
pub use kind::Kind;
pub use load::{FieldValues, find_field, load};
pub use model::{Model, Owner, word as model_word};
pub use packed_fields::{FieldWriter, Patterns, load_packed, load_patterns};
pub use permission::{must_write, must_write_anywhere};
pub use reserved::{AGENT_PROPERTIES, PLACE_PROPERTIES};
pub use search::matches;
#[cfg(test)]
pub use store::Assignment;
pub use store::{NotStored, check, check_new, store, store_many, store_text};
