//! What people can change about an agent, as it is sent.

use std::str::FromStr;

use muster_schedule::NamedZone;
use utoipa::ToSchema;

use super::queries::AgentSettings;
use crate::domain::custom_fields::{CustomFieldEntry, Entries};
use crate::domain::fleet::MONITORING_TYPES;
use crate::error::{Problems, add_problem};
use crate::features::policies::{self, OwnPatch, PatchForm, PatchPolicy};
use crate::input::{Fields, Parse};
use crate::time::Timestamp;

/// What the shell of an agent's terminal can be.
pub const SHELLS: &[&str] = &["use_global", "cmd", "powershell", "bash", "custom"];

/// What is to change; absent keys keep their value.
#[derive(Clone, ToSchema)]
pub struct UpdateAgent {
    /// Key of another site; both must be in the caller's scope.
    site: Option<i64>,
    /// Up to 255 characters.
    description: Option<String>,
    /// `server` or `workstation`.
    monitoring_type: Option<String>,
    /// Whether alerts are silenced.
    maintenance_mode: Option<bool>,
    /// When maintenance ends by itself; null for never.
    #[schema(value_type = Option<String>, format = DateTime)]
    maintenance_until: Option<Option<Timestamp>>,
    /// Policy of the agent itself; null for none.
    #[schema(value_type = Option<i64>)]
    policy: Option<Option<i64>>,
    /// The agent's own patch policy: one entry, of which absent keys stay; an
    /// empty list or null lets it inherit everything again.
    #[schema(value_type = Option<Vec<PatchForm>>)]
    winupdatepolicy: Option<Option<PatchForm>>,
    /// Whether policies of site, client and installation stop here.
    block_policy_inheritance: Option<bool>,
    /// Minutes without contact until offline, 2 to 525600.
    offline_time: Option<i64>,
    /// Minutes without contact until overdue, 3 to 525600.
    overdue_time: Option<i64>,
    /// Seconds between two runs of a check, 15 to 86400.
    check_interval: Option<i64>,
    /// IANA name; null for the agent's own.
    #[schema(value_type = Option<String>)]
    time_zone: Option<Option<String>>,
    /// `use_global`, `cmd`, `powershell`, `bash` or `custom`.
    default_shell: Option<String>,
    /// Path of a shell, for `custom`.
    default_shell_custom: Option<String>,
    /// Mail when overdue.
    overdue_email_alert: Option<bool>,
    /// SMS when overdue.
    overdue_text_alert: Option<bool>,
    /// Dashboard alert when overdue.
    overdue_dashboard_alert: Option<bool>,
    /// Values of custom fields; those not named stay.
    #[schema(value_type = Option<Vec<CustomFieldEntry>>)]
    custom_fields: Entries,
}

impl Parse for UpdateAgent {
    fn parse(fields: &Fields<'_>) -> Self {
        let zone = |text: &String| NamedZone::from_str(text).is_ok();
        Self {
            site: fields.whole("site").optional(),
            description: fields.text("description").max(255).optional(),
            monitoring_type: fields.text("monitoring_type").one_of(MONITORING_TYPES).optional(),
            maintenance_mode: fields.flag("maintenance_mode").optional(),
            maintenance_until: fields.time("maintenance_until").nullable(),
            policy: fields.whole("policy").nullable(),
            winupdatepolicy: policies::own_patch_policy(fields),
            block_policy_inheritance: fields.flag("block_policy_inheritance").optional(),
            offline_time: fields.whole("offline_time").between(2..=525_600).optional(),
            overdue_time: fields.whole("overdue_time").between(3..=525_600).optional(),
            check_interval: fields.whole("check_interval").between(15..=86_400).optional(),
            time_zone: fields
                .text("time_zone")
                .check(zone, "must be a time zone such as Europe/Berlin")
                .nullable(),
            default_shell: fields.text("default_shell").one_of(SHELLS).optional(),
            default_shell_custom: fields.text("default_shell_custom").max(512).optional(),
            overdue_email_alert: fields.flag("overdue_email_alert").optional(),
            overdue_text_alert: fields.flag("overdue_text_alert").optional(),
            overdue_dashboard_alert: fields.flag("overdue_dashboard_alert").optional(),
            custom_fields: Entries::parse(fields),
        }
    }
}

impl UpdateAgent {
    /// The site it moves to, if it does.
    pub(super) fn site(&self) -> Option<i64> {
        self.site
    }

    /// Values of custom fields.
    pub(super) fn custom_fields(&self) -> &Entries {
        &self.custom_fields
    }

    /// The policy it gets, if it gets one.
    pub(super) fn policy(&self) -> Option<i64> {
        self.policy.flatten()
    }

    /// What becomes of its own patch policy.
    pub(super) fn own_patch(&self, before: &PatchPolicy, problems: &mut Problems) -> OwnPatch {
        policies::check_own_patch(self.winupdatepolicy.clone(), before, problems)
    }

    /// The settings after the change; what depends on several fields is checked here.
    pub(super) fn applied_to(self, old: AgentSettings, problems: &mut Problems) -> AgentSettings {
        let new = AgentSettings {
            site: self.site.unwrap_or(old.site),
            description: self.description.unwrap_or(old.description),
            monitoring_type: self.monitoring_type.unwrap_or(old.monitoring_type),
            maintenance_mode: self.maintenance_mode.unwrap_or(old.maintenance_mode),
            maintenance_until: self.maintenance_until.unwrap_or(old.maintenance_until),
            policy: self.policy.unwrap_or(old.policy),
            block_policy_inheritance: self
                .block_policy_inheritance
                .unwrap_or(old.block_policy_inheritance),
            offline_time: self.offline_time.unwrap_or(old.offline_time),
            overdue_time: self.overdue_time.unwrap_or(old.overdue_time),
            check_interval: self.check_interval.unwrap_or(old.check_interval),
            time_zone: self.time_zone.unwrap_or(old.time_zone),
            default_shell: self.default_shell.unwrap_or(old.default_shell),
            default_shell_custom: self.default_shell_custom.unwrap_or(old.default_shell_custom),
            overdue_email_alert: self.overdue_email_alert.unwrap_or(old.overdue_email_alert),
            overdue_text_alert: self.overdue_text_alert.unwrap_or(old.overdue_text_alert),
            overdue_dashboard_alert: self
                .overdue_dashboard_alert
                .unwrap_or(old.overdue_dashboard_alert),
            hostname: old.hostname,
        };
        if new.overdue_time <= new.offline_time {
            add_problem(problems, "overdue_time", "must be longer than offline_time");
        }
        if new.default_shell == "custom" && new.default_shell_custom.trim().is_empty() {
            let sentence = "this field is required when default_shell is custom";
            add_problem(problems, "default_shell_custom", sentence);
        }
        new
    }
}
