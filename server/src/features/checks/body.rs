//! A check as a caller sends it.
//!
//! A change is checked together with the stored check: the sent keys are laid
//! over the stored ones, and the result is parsed like a new check.

use std::borrow::Cow;

use serde_json::{Map, Value};
use utoipa::openapi::schema::{Object, Schema};
use utoipa::openapi::{ObjectBuilder, RefOr};
use utoipa::{PartialSchema, ToSchema};

use super::fields::CheckFields;
use super::form::read_settings;
use super::limits;
use crate::domain::checks::CheckSettings;
use crate::error::{Problems, add_problem};
use crate::ids::AgentId;
use crate::input::{Fields, Parse, read};

/// The keys that were sent, and their values.
#[derive(Clone, Debug, Default)]
pub struct CheckBody {
    sent: Map<String, Value>,
}

impl Parse for CheckBody {
    fn parse(fields: &Fields<'_>) -> Self {
        let mut sent = Map::new();
        for name in fields.names() {
            sent.insert(name.to_owned(), tidy(name, fields.json(name).or(Value::Null)));
        }
        // Callers of older servers send the wildcard as the identifier.
        if sent.get("event_id").and_then(Value::as_str) == Some("*") {
            sent.insert("event_id".to_owned(), Value::Null);
            sent.insert("event_id_is_wildcard".to_owned(), true.into());
        }
        Self { sent }
    }

    #[cfg(test)]
    fn read_all(fields: &Fields<'_>) {
        read_settings(fields);
    }
}

impl CheckBody {
    /// The sent keys over the stored ones, and all problems.
    pub fn merged_with(&self, stored: Option<&CheckSettings>) -> (CheckSettings, Problems) {
        let mut object = match serde_json::json!(stored) {
            Value::Object(object) => object,
            _ => Map::new(),
        };
        let differs = |name: &str| {
            let sent = self.sent.get(name);
            sent.is_some_and(|value| Some(value) != object.get(name))
        };
        // Where it runs follows from these, unless the caller says otherwise.
        if differs("disk") || differs("script") {
            object.remove("supported_platforms");
        }
        object.extend(self.sent.clone());
        let mut is_other_type = false;
        if let Some(stored) = stored {
            let check_type = stored.kind.as_str();
            let sent = self.value("check_type");
            is_other_type = !sent.is_null() && sent.as_str() != Some(check_type);
            object.insert("check_type".to_owned(), check_type.into());
        }
        let (settings, mut problems) = read(&object, read_settings);
        if is_other_type {
            let sentence = "this cannot be changed: create a new check instead";
            add_problem(&mut problems, "check_type", sentence);
        }
        limits::check(&settings, &mut problems);
        (settings, problems)
    }

    /// The body as a check of this agent, unless it names a policy.
    pub fn of_agent(mut self, agent_id: &AgentId) -> Self {
        self.sent.insert("agent".to_owned(), agent_id.as_str().into());
        self
    }

    /// What was sent under a name; null if nothing was.
    pub fn value(&self, name: &str) -> &Value {
        self.sent.get(name).unwrap_or(&Value::Null)
    }
}

/// Texts, which may be empty; elsewhere callers mean none by an empty text.
const TEXTS: &[&str] =
    &["name", "svc_display_name", "event_source", "event_message", "contains_text"];

fn tidy(name: &str, value: Value) -> Value {
    match &value {
        Value::String(text) if text.is_empty() && !TEXTS.contains(&name) => Value::Null,
        _ => value,
    }
}

/// Whose check it is, for the description of the API.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only described: read key by key")]
struct OwnerFields {
    /// Identifier or key of the agent that owns it. Exactly one owner.
    #[schema(value_type = Option<String>)]
    agent: Option<String>,
    /// Key of the policy that owns it.
    policy: Option<i64>,
}

impl PartialSchema for CheckBody {
    fn schema() -> RefOr<Schema> {
        let mut body = ObjectBuilder::new().description(Some(
            "A check: the fields of its type. Absent keys keep their value, or have their default.",
        ));
        for part in [OwnerFields::schema(), CheckFields::schema()] {
            let RefOr::T(Schema::Object(Object { properties, .. })) = part else { continue };
            for (name, property) in properties {
                body = body.property(name, property);
            }
        }
        RefOr::T(Schema::Object(body.build()))
    }
}

impl ToSchema for CheckBody {
    fn name() -> Cow<'static, str> {
        "CheckBody".into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        CheckFields::schemas(schemas);
    }
}
