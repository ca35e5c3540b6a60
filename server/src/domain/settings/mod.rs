//! The settings that administrators change in the UI, as one object: read by
//! every feature, shown and changed by the feature of the same name.

mod audit_retention;
mod core_settings;
mod debug_retention;
mod defaults;
pub mod queries;
pub mod secrets;
mod server_scripts;
mod stored;

pub use audit_retention::{AUDIT_FLOOR_DAYS, AUDIT_RETENTION, prune_audit_log};
pub use core_settings::{APPROVALS, CoreSettings, LOG_LEVELS, UNIX_SHELLS, WINDOWS_SHELLS};
pub use debug_retention::DEBUG_RETENTION;
pub use server_scripts::{must_allow_server_scripts, server_scripts_are_enabled};
pub use stored::{ReadSettingsError, open, read_plain, read_settings};
