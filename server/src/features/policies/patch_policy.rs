//! A patch policy as the API shows it.

use serde::Serialize;
use utoipa::ToSchema;

use super::patch_form::{ACTIONS, FREQUENCIES, REBOOTS};
use crate::ids::AgentKey;
use crate::time::Timestamp;

/// What happens to updates of operating systems, as an agent or a policy
/// says it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PatchPolicy {
    /// Key of it; null for an agent that has nothing of its own.
    pub id: Option<i64>,
    /// Key of the agent that owns it.
    pub agent: Option<i64>,
    /// Key of the policy that owns it.
    pub policy: Option<i64>,
    /// What it says.
    #[serde(flatten)]
    pub rules: PatchRules,
    /// Who made it.
    pub created_by: String,
    /// When it was made.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub created_time: Option<Timestamp>,
    /// Who last changed it.
    pub modified_by: String,
    /// When it was last changed.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub modified_time: Option<Timestamp>,
}

/// What a patch policy says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PatchRules {
    /// Critical updates: `manual`, `approve`, `ignore` or `inherit`.
    #[schema(extensions(("x-enum-values" = json!(ACTIONS))))]
    pub critical: String,
    /// Important updates.
    #[schema(extensions(("x-enum-values" = json!(ACTIONS))))]
    pub important: String,
    /// Moderate updates.
    #[schema(extensions(("x-enum-values" = json!(ACTIONS))))]
    pub moderate: String,
    /// Updates of low severity.
    #[schema(extensions(("x-enum-values" = json!(ACTIONS))))]
    pub low: String,
    /// Updates without a severity.
    #[schema(extensions(("x-enum-values" = json!(ACTIONS))))]
    pub other: String,
    /// When approved updates are installed: `daily`, `monthly` or `inherit`.
    #[schema(extensions(("x-enum-values" = json!(FREQUENCIES))))]
    pub run_time_frequency: String,
    /// The hour of the day, 0 to 23, in the agent's time zone.
    pub run_time_hour: i64,
    /// With `daily`: the days of the week, 0 for Monday to 6.
    pub run_time_days: Vec<i64>,
    /// With `monthly`: the day of the month; in shorter months the last.
    pub run_time_day: i64,
    /// `never`, `required`, `always` or `inherit`.
    #[schema(extensions(("x-enum-values" = json!(REBOOTS))))]
    pub reboot_after_install: String,
    /// Whether the three options below are inherited.
    pub reprocess_failed_inherit: bool,
    /// Whether failed updates are tried again at later times.
    pub reprocess_failed: bool,
    /// How often.
    pub reprocess_failed_times: i64,
    /// Whether failures are reported by mail.
    pub email_if_fail: bool,
}

impl PatchPolicy {
    /// What an agent without its own patch policy shows.
    pub fn nothing_of(agent: AgentKey) -> Self {
        Self {
            id: None,
            agent: Some(agent.into()),
            policy: None,
            rules: PatchRules::default(),
            created_by: String::new(),
            created_time: None,
            modified_by: String::new(),
            modified_time: None,
        }
    }
}

impl Default for PatchRules {
    /// Everything is inherited.
    fn default() -> Self {
        let inherit = || "inherit".to_owned();
        Self {
            critical: inherit(),
            important: inherit(),
            moderate: inherit(),
            low: inherit(),
            other: inherit(),
            run_time_frequency: inherit(),
            run_time_hour: 3,
            run_time_days: (0..7).collect(),
            run_time_day: 1,
            reboot_after_install: inherit(),
            reprocess_failed_inherit: true,
            reprocess_failed: false,
            reprocess_failed_times: 5,
            email_if_fail: false,
        }
    }
}
