//! Sessions: logins that are still open.

mod delete_session;
mod delete_sessions;
mod list_sessions;
mod session;

pub use delete_session::*;
pub use delete_sessions::*;
pub use list_sessions::*;
pub use session::Session;

pub(super) use session::{NewSession, own_session};
