//! The settings of a task besides its timing.

use serde::Serialize;
use utoipa::ToSchema;

use super::action::{Action, read_actions};
use crate::auth::Identity;
use crate::domain::fleet::PLATFORMS;
use crate::error::ApiError;
use crate::input::Fields;

const LONGEST_NAME: usize = 255;
const SEVERITIES: &[&str] = &["info", "warning", "error"];

/// What a task does, where, and what becomes of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Settings {
    /// Trimmed, 1 to 255 characters.
    #[schema(max_length = 255)]
    pub name: String,
    /// Whether its schedule counts.
    #[schema(default = true)]
    pub enabled: bool,
    /// What it does, in this order; 1 to 50.
    pub actions: Vec<Action>,
    /// Key of the check whose failure starts it.
    pub assigned_check: Option<i64>,
    /// Key of the custom field that receives its output.
    pub custom_field: Option<i64>,
    /// Whether the field gets all output, and not the last line.
    pub collector_all_output: bool,
    /// Whether the next action runs after one that failed.
    #[schema(default = true)]
    pub continue_on_error: bool,
    /// `info`, `warning` or `error`.
    #[schema(default = "info")]
    #[schema(extensions(("x-enum-values" = json!(SEVERITIES))))]
    pub alert_severity: String,
    /// E-mail alert when it fails.
    pub email_alert: bool,
    /// SMS alert when it fails.
    pub text_alert: bool,
    /// Dashboard alert when it fails.
    pub dashboard_alert: bool,
    /// `windows`, `linux`, `darwin`; empty for all.
    #[schema(extensions(("x-enum-values" = json!(PLATFORMS))))]
    pub task_supported_platforms: Vec<String>,
}

impl Settings {
    /// Reads a body.
    pub fn read(fields: &Fields<'_>) -> Self {
        let flag = |name: &str, default| fields.flag(name).or(default);
        let key = |name: &str| fields.whole(name).nullable().flatten();
        Self {
            name: fields.text("name").trimmed().not_blank().max(LONGEST_NAME).required(),
            enabled: flag("enabled", true),
            actions: read_actions(fields),
            assigned_check: key("assigned_check"),
            custom_field: key("custom_field"),
            collector_all_output: flag("collector_all_output", false),
            continue_on_error: flag("continue_on_error", true),
            alert_severity: fields.text("alert_severity").one_of(SEVERITIES).or("info".to_owned()),
            email_alert: flag("email_alert", false),
            text_alert: flag("text_alert", false),
            dashboard_alert: flag("dashboard_alert", false),
            task_supported_platforms: fields
                .texts("task_supported_platforms")
                .each_of(PLATFORMS, PLATFORM_PROBLEM)
                .check(|texts| is_each_once(texts), PLATFORM_PROBLEM)
                .or(PLATFORMS.iter().map(|name| (*name).to_owned()).collect()),
        }
    }

    /// Refuses a caller who may not do by hand what the task does.
    pub fn must_be_allowed(&self, caller: &Identity) -> Result<(), ApiError> {
        self.actions.iter().try_for_each(|action| caller.must_have(action.right()))
    }

    /// Whether agents of this platform have it.
    pub fn runs_on(&self, plat: &str) -> bool {
        let platforms = &self.task_supported_platforms;
        platforms.is_empty() || platforms.iter().any(|name| name == plat)
    }

    /// Whether the definition of an agent depends on values from elsewhere.
    pub fn has_placeholders(&self) -> bool {
        self.actions.iter().any(Action::has_placeholders)
    }

    /// The scripts it runs, each once.
    pub fn scripts(&self) -> Vec<i64> {
        let scripts = self.actions.iter().filter_map(Action::script);
        let mut keys: Vec<i64> = scripts.map(|script| script.script).collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    /// Seconds that all its actions may take together.
    pub fn timeout(&self) -> i64 {
        self.actions.iter().map(Action::timeout).sum()
    }
}

const PLATFORM_PROBLEM: &str = "must be some of windows, linux, darwin, each once";

fn is_each_once(texts: &[String]) -> bool {
    texts.iter().enumerate().all(|(index, text)| !texts[..index].contains(text))
}
