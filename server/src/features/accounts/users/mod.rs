//! Users: accounts of people.

mod create_recovery_codes;
mod create_user;
mod delete_user;
mod fields;
mod find_preferences;
mod list_users;
mod names;
mod preferences;
mod read_user;
mod reset_own_password;
mod reset_own_totp;
mod reset_password;
mod reset_totp;
mod update_preferences;
mod update_user;
mod url_action_use;
mod user;

pub use create_recovery_codes::*;
pub use create_user::*;
pub use delete_user::*;
pub use find_preferences::find_preferences;
pub use list_users::*;
pub use preferences::Preferences;
pub use read_user::*;
pub use reset_own_password::*;
pub use reset_own_totp::*;
pub use reset_password::*;
pub use reset_totp::*;
pub use update_preferences::*;
pub use update_user::*;
pub use url_action_use::URL_ACTION_REFERRER;
pub use user::User;

pub(super) use fields::{email, must_differ, password, username};
