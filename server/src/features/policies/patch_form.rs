//! The fields of a patch policy that a caller may write.

use utoipa::ToSchema;

use super::patch_policy::PatchRules;
use crate::error::{Problems, add_problem};
use crate::input::{Field, Fields, Parse};

pub const ACTIONS: &[&str] = &["manual", "approve", "ignore", "inherit"];
pub const FREQUENCIES: &[&str] = &["daily", "monthly", "inherit"];
pub const REBOOTS: &[&str] = &["never", "required", "always", "inherit"];
const MOST_TIMES: i64 = 100;

/// What to change of a patch policy. Absent keys keep their value.
#[derive(Clone, Debug, Default, PartialEq, ToSchema)]
pub struct PatchForm {
    /// Critical updates: `manual`, `approve`, `ignore` or `inherit`.
    #[schema(required = false, value_type = String)]
    critical: Option<String>,
    /// Important updates.
    #[schema(required = false, value_type = String)]
    important: Option<String>,
    /// Moderate updates.
    #[schema(required = false, value_type = String)]
    moderate: Option<String>,
    /// Updates of low severity.
    #[schema(required = false, value_type = String)]
    low: Option<String>,
    /// Updates without a severity.
    #[schema(required = false, value_type = String)]
    other: Option<String>,
    /// `daily`, `monthly` or `inherit`.
    #[schema(required = false, value_type = String)]
    run_time_frequency: Option<String>,
    /// 0 to 23.
    #[schema(required = false, value_type = i64)]
    run_time_hour: Option<i64>,
    /// 0 for Monday to 6, each at most once.
    #[schema(required = false, value_type = Vec<i64>)]
    run_time_days: Option<Vec<i64>>,
    /// 1 to 31.
    #[schema(required = false, value_type = i64)]
    run_time_day: Option<i64>,
    /// `never`, `required`, `always` or `inherit`.
    #[schema(required = false, value_type = String)]
    reboot_after_install: Option<String>,
    /// Whether the three options below are inherited.
    #[schema(required = false, value_type = bool)]
    reprocess_failed_inherit: Option<bool>,
    /// Whether failed updates are tried again.
    #[schema(required = false, value_type = bool)]
    reprocess_failed: Option<bool>,
    /// 0 to 100.
    #[schema(required = false, value_type = i64)]
    reprocess_failed_times: Option<i64>,
    /// Whether failures are reported by mail.
    #[schema(required = false, value_type = bool)]
    email_if_fail: Option<bool>,
}

impl Parse for PatchForm {
    fn parse(fields: &Fields<'_>) -> Self {
        let action = |name: &str| fields.text(name).one_of(ACTIONS).optional();
        Self {
            critical: action("critical"),
            important: action("important"),
            moderate: action("moderate"),
            low: action("low"),
            other: action("other"),
            run_time_frequency: fields.text("run_time_frequency").one_of(FREQUENCIES).optional(),
            run_time_hour: fields.whole("run_time_hour").between(0..=23).optional(),
            run_time_days: days(fields).optional(),
            run_time_day: fields.whole("run_time_day").between(1..=31).optional(),
            reboot_after_install: fields.text("reboot_after_install").one_of(REBOOTS).optional(),
            reprocess_failed_inherit: fields.flag("reprocess_failed_inherit").optional(),
            reprocess_failed: fields.flag("reprocess_failed").optional(),
            reprocess_failed_times: fields
                .whole("reprocess_failed_times")
                .between(0..=MOST_TIMES)
                .optional(),
            email_if_fail: fields.flag("email_if_fail").optional(),
        }
    }
}

fn days<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, Vec<i64>> {
    let are_days = |days: &Vec<i64>| {
        let is_new = |(index, day): (usize, &i64)| !days[..index].contains(day);
        days.iter().all(|day| (0..=6).contains(day)) && days.iter().enumerate().all(is_new)
    };
    fields.wholes("run_time_days").check(are_days, "must be days from 0 to 6, each once")
}

impl PatchForm {
    /// The rules with this change made. Problems that only show in the whole
    /// are recorded under `path`.
    pub fn applied_to(self, old: PatchRules, path: &str, problems: &mut Problems) -> PatchRules {
        let new = PatchRules {
            critical: self.critical.unwrap_or(old.critical),
            important: self.important.unwrap_or(old.important),
            moderate: self.moderate.unwrap_or(old.moderate),
            low: self.low.unwrap_or(old.low),
            other: self.other.unwrap_or(old.other),
            run_time_frequency: self.run_time_frequency.unwrap_or(old.run_time_frequency),
            run_time_hour: self.run_time_hour.unwrap_or(old.run_time_hour),
            run_time_days: self.run_time_days.unwrap_or(old.run_time_days),
            run_time_day: self.run_time_day.unwrap_or(old.run_time_day),
            reboot_after_install: self.reboot_after_install.unwrap_or(old.reboot_after_install),
            reprocess_failed_inherit: self
                .reprocess_failed_inherit
                .unwrap_or(old.reprocess_failed_inherit),
            reprocess_failed: self.reprocess_failed.unwrap_or(old.reprocess_failed),
            reprocess_failed_times: self
                .reprocess_failed_times
                .unwrap_or(old.reprocess_failed_times),
            email_if_fail: self.email_if_fail.unwrap_or(old.email_if_fail),
        };
        if new.run_time_frequency == "daily" && new.run_time_days.is_empty() {
            let sentence = "must name a day: run_time_frequency is daily";
            add_problem(problems, format!("{path}run_time_days"), sentence);
        }
        new
    }
}
