//! What a caller may send about an alert template.

use utoipa::ToSchema;

use super::settings_form::TemplateSettingsForm;
use crate::domain::alert_templates::{ActionType, StoredAction, StoredTemplate};
use crate::domain::exclusions::ExclusionForm;
use crate::domain::ownership::{SentOwners, sent_owners};
use crate::input::{Field, Fields, Parse};
use crate::storage::TextEnum;

const LONGEST_NAME: usize = 100;

/// A new alert template.
#[derive(ToSchema)]
pub struct CreateAlertTemplate {
    /// What it is called; trimmed.
    pub name: String,
    #[serde(flatten)]
    pub details: TemplateDetails,
}

/// What to change of an alert template. Absent keys keep what they have.
#[derive(ToSchema)]
pub struct AlertTemplateForm {
    /// What it is called; trimmed.
    #[schema(required = false, value_type = String)]
    pub name: Option<String>,
    #[serde(flatten)]
    pub details: TemplateDetails,
}

/// What an alert template need not have. Null means the default.
#[derive(ToSchema)]
pub struct TemplateDetails {
    /// Whether it is in use; true if never said.
    is_active: Option<bool>,
    #[serde(flatten)]
    action: ActionForm,
    #[serde(flatten)]
    resolved_action: ResolvedActionForm,
    /// Whether it leaves out workstations.
    exclude_workstations: Option<bool>,
    /// Whether it leaves out servers.
    exclude_servers: Option<bool>,
    /// Keys of the clients it belongs to; empty for all. By default all, or those that
    /// the caller's scope has as a whole.
    #[schema(value_type = Option<Vec<i64>>)]
    pub owner_clients: SentOwners,
    #[serde(flatten)]
    pub exclusions: ExclusionForm,
    #[serde(flatten)]
    settings: TemplateSettingsForm,
}

/// What runs once when an alert opens.
#[derive(ToSchema)]
struct ActionForm {
    /// `script` on the agent, `server` a script on the server, `rest` a webhook.
    #[schema(value_type = Option<String>)]
    action_type: Option<ActionType>,
    /// Key of a script; null for none.
    #[schema(value_type = Option<i64>)]
    action: Option<Option<i64>>,
    /// Key of a URL action of type `rest`; null for none.
    #[schema(value_type = Option<i64>)]
    action_rest: Option<Option<i64>>,
}

/// What runs once when an alert recovers.
#[derive(ToSchema)]
struct ResolvedActionForm {
    /// `script` on the agent, `server` a script on the server, `rest` a webhook.
    #[schema(value_type = Option<String>)]
    resolved_action_type: Option<ActionType>,
    /// Key of a script; null for none.
    #[schema(value_type = Option<i64>)]
    resolved_action: Option<Option<i64>>,
    /// Key of a URL action of type `rest`; null for none.
    #[schema(value_type = Option<i64>)]
    resolved_action_rest: Option<Option<i64>>,
}

impl Parse for CreateAlertTemplate {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { name: name(fields).required(), details: TemplateDetails::parse(fields) }
    }
}

impl Parse for AlertTemplateForm {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { name: name(fields).optional(), details: TemplateDetails::parse(fields) }
    }
}

impl Parse for TemplateDetails {
    fn parse(fields: &Fields<'_>) -> Self {
        let flag =
            |name: &str, default| fields.flag(name).nullable().map(|sent| sent.unwrap_or(default));
        Self {
            is_active: flag("is_active", true),
            action: ActionForm {
                action_type: action_type(fields, "action_type"),
                action: fields.whole("action").nullable(),
                action_rest: fields.whole("action_rest").nullable(),
            },
            resolved_action: ResolvedActionForm {
                resolved_action_type: action_type(fields, "resolved_action_type"),
                resolved_action: fields.whole("resolved_action").nullable(),
                resolved_action_rest: fields.whole("resolved_action_rest").nullable(),
            },
            exclude_workstations: flag("exclude_workstations", false),
            exclude_servers: flag("exclude_servers", false),
            owner_clients: sent_owners(fields),
            exclusions: ExclusionForm::parse(fields),
            settings: TemplateSettingsForm::parse(fields),
        }
    }
}

impl TemplateDetails {
    /// The template with these details, except for its owners and exclusions.
    pub fn applied_to(
        self,
        old: &StoredTemplate,
    ) -> serde_json::Result<(StoredTemplate, ExclusionForm)> {
        let (action, resolved) = (self.action, self.resolved_action);
        let template = StoredTemplate {
            is_active: self.is_active.unwrap_or(old.is_active),
            action: StoredAction {
                action_type: action.action_type.unwrap_or(old.action.action_type),
                script: action.action.unwrap_or(old.action.script),
                rest: action.action_rest.unwrap_or(old.action.rest),
            },
            resolved_action: StoredAction {
                action_type: resolved
                    .resolved_action_type
                    .unwrap_or(old.resolved_action.action_type),
                script: resolved.resolved_action.unwrap_or(old.resolved_action.script),
                rest: resolved.resolved_action_rest.unwrap_or(old.resolved_action.rest),
            },
            exclude_workstations: self.exclude_workstations.unwrap_or(old.exclude_workstations),
            exclude_servers: self.exclude_servers.unwrap_or(old.exclude_servers),
            settings: self.settings.applied_to(&old.settings)?,
            ..old.clone()
        };
        Ok((template, self.exclusions))
    }
}

fn name<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, String> {
    fields.text("name").trimmed().not_blank().max(LONGEST_NAME)
}

/// A type of action; null means the default.
fn action_type(fields: &Fields<'_>, name: &str) -> Option<ActionType> {
    let sent = fields.text(name).one_of(ActionType::NAMES).nullable()?;
    Some(sent.and_then(|name| ActionType::from_name(&name)).unwrap_or_default())
}
