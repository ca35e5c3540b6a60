//! API keys: what programs call with.

mod api_key;
mod create_api_key;
mod delete_api_key;
mod fields;
mod list_api_keys;
mod read_api_key;
mod rotate_api_key;
mod rules;
mod update_api_key;

pub use api_key::ApiKey;
pub use create_api_key::*;
pub use delete_api_key::*;
pub use list_api_keys::*;
pub use read_api_key::*;
pub use rotate_api_key::*;
pub use update_api_key::*;

pub(super) use rules::must_be_valid;
