//! All SQL of custom fields.

mod definitions;
mod values;

pub use definitions::{
    delete_field, find_field, insert_field, list_fields, lock_field, lock_fields, name_exists,
    update_field,
};
pub use values::{
    count_values, delete_value, delete_values, list_owners, list_texts, list_values,
    list_values_of, pack_values, replace_text, store_value, store_values,
};
