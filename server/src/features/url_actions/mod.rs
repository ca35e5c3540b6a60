//! URL actions: addresses with placeholders that people open from an agent, and
//! webhooks that the server sends. How those are sent, signed and tried again:
//! [`crate::domain::webhooks`].

mod create_url_action;
mod delete_url_action;
mod delivery;
mod form;
mod key_store_use;
mod list_deliveries;
mod list_presets;
mod list_url_actions;
mod presets;
#[cfg(test)]
mod presets_tests;
mod resend_delivery;
mod run_url_action;
mod subject;
mod test_url_action;
#[cfg(test)]
mod tests;
mod update_url_action;
mod url_action;
mod usage;

pub use create_url_action::*;
pub use delete_url_action::*;
pub use list_deliveries::*;
pub use list_presets::*;
pub use list_url_actions::*;
pub use resend_delivery::*;
pub use run_url_action::*;
pub use test_url_action::*;
pub use update_url_action::*;
