//! The patch policy in force: the rules, without the database.

use serde_json::{Map, Value, json};

use super::patch_policy::PatchRules;

/// The source of an effective value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The agent's own patch policy.
    Agent,
    /// That of a policy.
    Policy(i64),
}

/// An effective value and its source. No source: the default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EffectiveValue<T> {
    pub value: T,
    /// Where it comes from.
    pub source: Option<Source>,
}

/// When approved updates are installed, in the agent's time zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatchSchedule {
    /// `daily` or `monthly`.
    pub frequency: String,
    /// The hour of the day.
    pub hour: i64,
    /// With `daily`: days of the week, 0 for Monday.
    pub days: Vec<i64>,
    /// With `monthly`: the day of the month.
    pub day: i64,
}

/// What happens after failures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FailedPatches {
    /// Whether they are tried again.
    pub reprocess: bool,
    /// How often.
    pub times: i64,
    /// Whether a mail reports them.
    pub mail: bool,
}

/// The patch policy in force on an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EffectivePatch {
    /// `manual`, `approve` or `ignore`: critical, important, moderate, low,
    /// other.
    pub severities: [EffectiveValue<String>; 5],
    /// When approved updates are installed; none: never automatically.
    pub schedule: EffectiveValue<Option<PatchSchedule>>,
    /// `never`, `required` or `always`.
    pub reboot: EffectiveValue<String>,
    /// What happens after failures.
    pub failed: EffectiveValue<FailedPatches>,
}

/// The fields for updates by severity.
const SEVERITIES: [&str; 5] = ["critical", "important", "moderate", "low", "other"];

/// The rows of an agent merged: its own first, then those of its policies in
/// the order of their levels. The first that sets a value wins, for each group
/// of fields.
pub fn merge(rows: &[(Source, &PatchRules)]) -> EffectivePatch {
    EffectivePatch {
        severities: [
            choice(rows, "manual", |rules| &rules.critical),
            choice(rows, "manual", |rules| &rules.important),
            choice(rows, "manual", |rules| &rules.moderate),
            choice(rows, "manual", |rules| &rules.low),
            choice(rows, "manual", |rules| &rules.other),
        ],
        schedule: first(rows, None, schedule),
        reboot: choice(rows, "never", |rules| &rules.reboot_after_install),
        failed: first(rows, FailedPatches::default(), |rules| {
            (!rules.reprocess_failed_inherit).then_some(FailedPatches {
                reprocess: rules.reprocess_failed,
                times: rules.reprocess_failed_times,
                mail: rules.email_if_fail,
            })
        }),
    }
}

fn first<T>(
    rows: &[(Source, &PatchRules)],
    otherwise: T,
    chosen: impl Fn(&PatchRules) -> Option<T>,
) -> EffectiveValue<T> {
    let found = rows.iter().find_map(|(source, rules)| Some((chosen(rules)?, *source)));
    match found {
        Some((value, source)) => EffectiveValue { value, source: Some(source) },
        None => EffectiveValue { value: otherwise, source: None },
    }
}

fn choice(
    rows: &[(Source, &PatchRules)],
    otherwise: &str,
    field: impl Fn(&PatchRules) -> &String,
) -> EffectiveValue<String> {
    let chosen =
        |rules: &PatchRules| Some(field(rules)).filter(|choice| *choice != "inherit").cloned();
    first(rows, otherwise.to_owned(), chosen)
}

fn schedule(rules: &PatchRules) -> Option<Option<PatchSchedule>> {
    let is_chosen = rules.run_time_frequency != "inherit";
    is_chosen.then(|| {
        Some(PatchSchedule {
            frequency: rules.run_time_frequency.clone(),
            hour: rules.run_time_hour,
            days: rules.run_time_days.clone(),
            day: rules.run_time_day,
        })
    })
}

impl EffectivePatch {
    /// Every field with its value.
    pub fn values(&self) -> Value {
        self.fields().into_iter().map(|(name, value, _)| (name.to_owned(), value)).collect()
    }

    /// Every field as `{value, source}`.
    pub fn explained(&self, source: impl Fn(Option<Source>) -> Value) -> Value {
        let explain = |(name, value, from): (&str, Value, Option<Source>)| {
            (name.to_owned(), json!({ "value": value, "source": source(from) }))
        };
        Value::Object(self.fields().into_iter().map(explain).collect::<Map<_, _>>())
    }

    fn fields(&self) -> Vec<(&'static str, Value, Option<Source>)> {
        let mut fields: Vec<(&'static str, Value, Option<Source>)> = SEVERITIES
            .into_iter()
            .zip(&self.severities)
            .map(|(name, action)| (name, json!(action.value), action.source))
            .collect();
        let (schedule, from) = (&self.schedule.value.as_ref(), self.schedule.source);
        let days = schedule.map(|schedule| schedule.days.clone()).unwrap_or_default();
        fields.extend([
            ("run_time_frequency", json!(schedule.map(|schedule| &schedule.frequency)), from),
            ("run_time_hour", json!(schedule.map(|schedule| schedule.hour)), from),
            ("run_time_days", json!(days), from),
            ("run_time_day", json!(schedule.map(|schedule| schedule.day)), from),
        ]);
        fields.push(("reboot_after_install", json!(self.reboot.value), self.reboot.source));
        let (failed, from) = (&self.failed.value, self.failed.source);
        fields.extend([
            ("reprocess_failed", json!(failed.reprocess), from),
            ("reprocess_failed_times", json!(failed.times), from),
            ("email_if_fail", json!(failed.mail), from),
        ]);
        fields
    }
}
