//! What a caller may send about a maintenance window.

use chrono::NaiveDateTime;
use serde_json::Value;
use utoipa::ToSchema;

use crate::audit::Stamps;
use crate::auth::Scope;
use crate::domain::maintenance_windows::{StoredWindow, WindowTarget, read_start};
use crate::error::{Problems, add_problem};
use crate::input::{Field, Fields, Parse, agent_reference};

const LONGEST_NAME: usize = 255;
const LONGEST_REASON: usize = 4000;
const LONGEST_RULE: usize = 1000;
const LONGEST_START: usize = 40;
const MOST_MINUTES: i64 = 31 * 24 * 60;
const START: &str = "must be a wall-clock time such as 2026-01-31T22:00";

/// A new maintenance window.
#[derive(ToSchema)]
pub struct CreateMaintenanceWindow {
    /// What it is called; trimmed.
    name: String,
    /// Why nobody is notified.
    #[schema(required = false)]
    reason: String,
    /// What the clock of the zone shows when it first opens: `2026-01-31T22:00:00`.
    #[schema(value_type = String)]
    start: NaiveDateTime,
    /// IANA name of the zone.
    #[schema(required = false, default = "UTC")]
    time_zone: String,
    /// How long it is open, up to 31 days.
    minutes: i64,
    /// A rule of RFC 5545 such as `FREQ=WEEKLY;BYDAY=SA`; absent: once.
    #[schema(value_type = Option<String>)]
    rrule: String,
    /// Whether it ever opens.
    #[schema(required = false, default = true)]
    enabled: bool,
    /// What it silences: `agent`, `site`, `client`, `policy` or `view`.
    pub(super) target_type: String,
    /// Key of that; an agent may be named by its identifier.
    #[schema(value_type = Object)]
    pub(super) target: Value,
}

/// What to change of a maintenance window. Absent keys keep what they have.
#[derive(ToSchema)]
pub struct MaintenanceWindowForm {
    /// What it is called; trimmed.
    #[schema(required = false, value_type = String)]
    name: Option<String>,
    /// Why nobody is notified; null for nothing.
    reason: Option<String>,
    /// What the clock of the zone shows when it first opens.
    #[schema(required = false, value_type = String)]
    start: Option<NaiveDateTime>,
    /// IANA name of the zone.
    #[schema(required = false, value_type = String)]
    time_zone: Option<String>,
    /// How long it is open, up to 31 days.
    #[schema(required = false, value_type = i64)]
    minutes: Option<i64>,
    /// A rule of RFC 5545; null: once.
    rrule: Option<String>,
    /// Whether it ever opens.
    #[schema(required = false, value_type = bool)]
    enabled: Option<bool>,
    /// What it silences; with `target`.
    #[schema(required = false, value_type = String)]
    pub(super) target_type: Option<String>,
    /// Key of that; an agent may be named by its identifier.
    #[schema(value_type = Option<Object>)]
    pub(super) target: Option<Value>,
}

impl Parse for CreateMaintenanceWindow {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            name: name(fields).required(),
            reason: reason(fields).or(String::new()),
            start: read_start(&start(fields).required()).unwrap_or_default(),
            time_zone: zone(fields).or("UTC".to_owned()),
            minutes: minutes(fields).required(),
            rrule: rule(fields).or(String::new()),
            enabled: fields.flag("enabled").or(true),
            target_type: target_type(fields).required(),
            target: target(fields).required(),
        }
    }
}

impl Parse for MaintenanceWindowForm {
    fn parse(fields: &Fields<'_>) -> Self {
        let form = Self {
            name: name(fields).optional(),
            reason: reason(fields).nullable().map(Option::unwrap_or_default),
            start: start(fields).optional().and_then(|text| read_start(&text)),
            time_zone: zone(fields).optional(),
            minutes: minutes(fields).optional(),
            rrule: rule(fields).nullable().map(Option::unwrap_or_default),
            enabled: fields.flag("enabled").optional(),
            target_type: target_type(fields).optional(),
            target: target(fields).optional(),
        };
        if form.target_type.is_some() && form.target.is_none() {
            fields.problem("target", "name it together with target_type");
        }
        form
    }
}

impl CreateMaintenanceWindow {
    /// The window to store.
    pub fn into_window(self, target: WindowTarget, scope: &Scope) -> StoredWindow {
        StoredWindow {
            id: 0,
            name: self.name,
            reason: self.reason,
            start: self.start,
            time_zone: self.time_zone,
            minutes: self.minutes,
            rrule: self.rrule,
            enabled: self.enabled,
            target,
            scope: scope.clone(),
            was_open: false,
            stamps: Stamps::none(),
        }
    }
}

impl MaintenanceWindowForm {
    /// The window with this change made.
    pub fn applied_to(
        self,
        old: &StoredWindow,
        target: WindowTarget,
        scope: &Scope,
    ) -> StoredWindow {
        StoredWindow {
            name: self.name.unwrap_or_else(|| old.name.clone()),
            reason: self.reason.unwrap_or_else(|| old.reason.clone()),
            start: self.start.unwrap_or(old.start),
            time_zone: self.time_zone.unwrap_or_else(|| old.time_zone.clone()),
            minutes: self.minutes.unwrap_or(old.minutes),
            rrule: self.rrule.unwrap_or_else(|| old.rrule.clone()),
            enabled: self.enabled.unwrap_or(old.enabled),
            target,
            scope: scope.clone(),
            ..old.clone()
        }
    }
}

/// Names every problem with the times of a window.
pub fn check_times(window: &StoredWindow, problems: &mut Problems) {
    let Err(found) = window.times() else { return };
    for problem in found {
        match problem.part.as_str() {
            "zone" => add_problem(problems, "time_zone", problem.text),
            part @ ("minutes" | "start" | "rrule") => add_problem(problems, part, problem.text),
            _ => add_problem(problems, "rrule", problem.to_string()),
        }
    }
}

fn name<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, String> {
    fields.text("name").trimmed().not_blank().max(LONGEST_NAME)
}

fn reason<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, String> {
    fields.text("reason").max(LONGEST_REASON)
}

fn start<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, String> {
    let field = fields.text("start").max(LONGEST_START);
    field.check(|text| read_start(text).is_some(), START)
}

fn zone<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, String> {
    fields.text("time_zone").not_blank().max(LONGEST_NAME)
}

fn minutes<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, i64> {
    fields.whole("minutes").between(1..=MOST_MINUTES)
}

fn rule<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, String> {
    fields.text("rrule").trimmed().max(LONGEST_RULE)
}

fn target_type<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, String> {
    fields.text("target_type").one_of(WindowTarget::TYPES)
}

fn target<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, Value> {
    let is_key = |value: &Value| agent_reference(value).is_some();
    fields.json("target").check(is_key, "must be a key, or the agent_id of an agent")
}
