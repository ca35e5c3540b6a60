//! A task as a caller sends it.
//!
//! A change is checked together with the stored task: the sent keys are laid
//! over the stored ones, and the result is parsed like a new task.

use std::borrow::Cow;

use serde_json::{Map, Value};
use utoipa::openapi::schema::{Object, Schema};
use utoipa::openapi::{ObjectBuilder, RefOr};
use utoipa::{PartialSchema, ToSchema};

use super::action::Action;
use super::settings::Settings;
use super::timing::Timing;
use crate::error::Problems;
use crate::ids::AgentId;
use crate::input::{Fields, Parse, read};

/// The keys that were sent, and their values.
#[derive(Clone, Debug, Default)]
pub struct TaskBody {
    sent: Map<String, Value>,
}

impl Parse for TaskBody {
    fn parse(fields: &Fields<'_>) -> Self {
        let value = |name: &str| tidy(name, fields.json(name).or(Value::Null));
        Self { sent: fields.names().map(|name| (name.to_owned(), value(name))).collect() }
    }

    #[cfg(test)]
    fn read_all(fields: &Fields<'_>) {
        Settings::read(fields);
        Timing::read(fields);
    }
}

impl TaskBody {
    /// The sent keys over the stored ones, and all problems.
    pub fn merged_with(
        &self,
        stored: Option<(&Settings, &Timing)>,
    ) -> (Settings, Timing, Problems) {
        let mut object = stored.map(as_object).unwrap_or_default();
        object.extend(self.sent.clone());
        let take = |fields: &Fields<'_>| (Settings::read(fields), Timing::read(fields));
        let ((settings, timing), mut problems) = read(&object, take);
        timing.check(&mut problems);
        if timing.task_type == "checkfailure" && settings.assigned_check.is_none() {
            let sentence = "this field is required for this task_type".to_owned();
            problems.entry("assigned_check".to_owned()).or_insert_with(|| vec![sentence]);
        }
        (settings, timing, problems)
    }

    /// The timing alone: for a task that is still being written.
    pub fn timing(&self) -> (Timing, Problems) {
        let (timing, mut problems) = read(&self.sent, Timing::read);
        timing.check(&mut problems);
        (timing, problems)
    }

    /// The body as a task of this agent, unless it names a policy.
    pub fn of_agent(mut self, agent_id: &AgentId) -> Self {
        self.sent.insert("agent".to_owned(), agent_id.as_str().into());
        self
    }

    /// What was sent under a name; null if nothing was.
    pub fn value(&self, name: &str) -> &Value {
        self.sent.get(name).unwrap_or(&Value::Null)
    }
}

fn as_object((settings, timing): (&Settings, &Timing)) -> Map<String, Value> {
    let objects = [serde_json::json!(settings), serde_json::json!(timing)];
    objects.into_iter().filter_map(|value| value.as_object().cloned()).flatten().collect()
}

/// Fields for which callers send an empty text or list when they mean none.
const MAY_BE_EMPTY: &[&str] = &[
    "agent",
    "policy",
    "assigned_check",
    "custom_field",
    "run_time_date",
    "run_time_zone",
    "daily_interval",
    "weekly_interval",
    "expire_date",
    "run_time_bit_weekdays",
    "monthly_months_of_year",
    "monthly_days_of_month",
    "monthly_weeks_of_month",
    "task_instance_policy",
    "task_repetition_interval",
    "task_repetition_duration",
    "random_task_delay",
];

fn tidy(name: &str, value: Value) -> Value {
    let is_empty = match &value {
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    };
    if is_empty && MAY_BE_EMPTY.contains(&name) {
        return Value::Null;
    }
    match (name, value) {
        ("run_time_date" | "expire_date", Value::String(text)) => with_zone(text).into(),
        (_, value) => value,
    }
}

/// An ISO 8601 time without a zone is UTC.
fn with_zone(text: String) -> String {
    let reads = |format| chrono::NaiveDateTime::parse_from_str(&text, format).is_ok();
    if reads("%Y-%m-%dT%H:%M:%S%.f") {
        return text + "Z";
    }
    if reads("%Y-%m-%dT%H:%M") {
        return text + ":00Z";
    }
    text
}

/// Whose task it is, for the description of the API.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only described: read key by key")]
struct OwnerFields {
    /// Identifier or key of the agent that owns it. Exactly one owner.
    #[schema(value_type = Option<String>)]
    agent: Option<String>,
    /// Key of the policy that owns it.
    policy: Option<i64>,
}

impl PartialSchema for TaskBody {
    fn schema() -> RefOr<Schema> {
        let parts = [OwnerFields::schema(), Settings::schema(), Timing::schema()];
        let mut body = ObjectBuilder::new()
            .description(Some("A task. Absent keys keep their value, or have their default."));
        for part in parts {
            let RefOr::T(Schema::Object(Object { properties, .. })) = part else { continue };
            for (name, property) in properties {
                body = body.property(name, property);
            }
        }
        RefOr::T(Schema::Object(body.build()))
    }
}

impl ToSchema for TaskBody {
    fn name() -> Cow<'static, str> {
        "TaskBody".into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        Settings::schemas(schemas);
        schemas.push((Action::name().into_owned(), Action::schema()));
        Action::schemas(schemas);
    }
}
