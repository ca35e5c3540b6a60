//! Alert templates: who is notified of alerts and what runs, for many agents. Which
//! of them applies to an agent: [`crate::domain::alert_templates`].

mod alert_template;
mod check;
mod create_template;
mod delete_template;
mod form;
mod list_templates;
mod load;
mod messages;
mod queries;
mod read_related;
mod read_template;
mod settings_form;
mod test_template;
#[cfg(test)]
mod tests;
mod update_template;
mod usage;

pub use create_template::*;
pub use delete_template::*;
pub use list_templates::*;
pub use read_related::*;
pub use read_template::*;
pub use test_template::*;
pub use update_template::*;
pub use usage::{REFERRER, URL_ACTION_REFERRER};
