//! The routes of the key store: values that scripts use as `{{global.name}}`.

mod create_key;
mod delete_key;
mod form;
mod key;
mod limits;
mod list_keys;
#[cfg(test)]
mod tests;
mod update_key;

pub use create_key::*;
pub use delete_key::*;
pub use list_keys::*;
pub use update_key::*;
