//! Alerts: what is wrong, and what people do about it. How they come about:
//! [`crate::domain::alerts`].

mod action_result;
mod alert;
mod change_alerts;
mod context;
mod create_alert;
mod delete_alert;
mod filters;
mod list_alerts;
mod neighbours;
mod queries;
mod read_alert;
mod read_context;
mod search_alerts;
mod snooze;
mod start_action;
#[cfg(test)]
mod tests;
mod update_alert;

pub use action_result::{store_action_run, store_action_webhook};
pub use change_alerts::*;
pub use create_alert::*;
pub use delete_alert::*;
pub use list_alerts::*;
pub use read_alert::*;
pub use read_context::*;
pub use search_alerts::*;
pub use start_action::start_action;
pub use update_alert::*;
