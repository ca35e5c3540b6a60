//! Alert templates: who is notified of alerts and what runs, set on policies,
//! clients, sites or for all, and which of them applies to an agent.

mod choice;
mod position_queries;
mod queries;
mod settings;
mod template;
mod uses;

pub use choice::{TemplateRules, shown_templates, templates_of};
pub use position_queries::{AgentPosition, SitePosition, list_positions, list_positions_in};
pub use queries::{
    check_reference, delete_template, insert_template, list_templates, lock_template,
    release_script, release_url_action, update_template,
};
pub use settings::{TemplateSettings, TemplateStep};
pub use template::{
    ActionType, AgentTemplate, ShownTemplate, StoredAction, StoredTemplate, TemplateAction,
};
pub use uses::{TemplateUse, TemplateUseKind, list_readable_clients, list_uses, phrase_of};
