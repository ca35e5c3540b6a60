//! The registry of Windows computers, which their agents read and change.

mod asking;
mod create_key;
mod create_value;
mod delete_key;
mod delete_value;
mod key_path;
mod modify_value;
mod old_tree;
mod old_value;
mod read_key;
mod rename_key;
mod rename_value;
#[cfg(test)]
mod tests;
mod value;
mod value_body;
mod value_data;

pub use create_key::*;
pub use create_value::*;
pub use delete_key::*;
pub use delete_value::*;
pub use modify_value::*;
pub use read_key::*;
pub use rename_key::*;
pub use rename_value::*;
