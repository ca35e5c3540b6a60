//! Who may call: first start, login, users, roles, API keys.

mod api_keys;
mod clients_and_sites;
pub mod console;
mod grants;
mod login;
mod owner;
mod planted;
mod queries;
mod roles;
mod sessions;
mod setup;
#[cfg(test)]
mod tests;
mod users;
mod writing;

pub use api_keys::*;
pub use login::*;
pub use queries::logins::seal_again;
pub use queries::names::prune_names;
pub use roles::*;
pub use sessions::*;
pub use setup::*;
pub use users::*;
