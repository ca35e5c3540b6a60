//! The values of an agent as a search compares them.

use serde_json::{Map, Value};

use super::fleet_columns::FIXED;
use crate::time::Timestamp;

/// Values in lower case. Texts and numbers match in part, true and false only as
/// a whole.
pub struct Haystack {
    /// Each value ends with a NUL, which no search contains.
    text: String,
    /// Where each field of [`FIXED`] ends; custom fields follow.
    ends: Vec<usize>,
    /// Which fields contain a false, and which a true: one bit each.
    flags: [u64; 2],
    pub updates: UpdateFacts,
    pub checks: CheckFacts,
    /// Whether its software was ever collected.
    pub is_collected: bool,
}

/// The results of an agent's last update scan.
#[derive(Clone, Copy, Default)]
pub struct UpdateFacts {
    /// When the last scan ended.
    pub scanned_at: Option<Timestamp>,
    pub missing: i64,
    /// How many of them are approved.
    pub approved: i64,
}

/// The checks of an agent.
#[derive(Clone, Copy, Default)]
pub struct CheckFacts {
    pub total: i64,
    pub is_failing: bool,
}

impl CheckFacts {
    fn read(checks: &Value) -> Self {
        Self {
            total: checks["total"].as_i64().unwrap_or(0),
            is_failing: checks["has_failing_checks"] == true,
        }
    }
}

impl UpdateFacts {
    fn read(updates: &Value) -> Self {
        let count = |name: &str| updates[name].as_i64().unwrap_or(0);
        Self {
            scanned_at: updates["scanned_at"].as_str().and_then(Timestamp::parse),
            missing: count("missing"),
            approved: count("approved"),
        }
    }
}

const UPDATES: &str = "updates";
const CHECKS: &str = "checks";

impl Haystack {
    /// Takes the members of a JSON object, each with a comma before it.
    pub fn new(members: &str) -> Self {
        let object = format!("{{{}}}", members.trim_start_matches(','));
        // We wrote it ourselves; if it were not JSON, nothing would be found.
        let object: Map<String, Value> = serde_json::from_str(&object).unwrap_or_default();
        let text = String::with_capacity(members.len() / 2);
        let ends = Vec::with_capacity(FIXED.len());
        let updates = UpdateFacts::read(object.get(UPDATES).unwrap_or(&Value::Null));
        let checks = CheckFacts::read(object.get(CHECKS).unwrap_or(&Value::Null));
        let is_collected = object.get("software_collected_at").is_some_and(|time| !time.is_null());
        let mut haystack = Self { text, ends, flags: [0, 0], updates, checks, is_collected };
        for column in FIXED {
            let value = object.get(column.name).unwrap_or(&Value::Null);
            match column.name {
                // Nobody searches for its numbers among all others.
                UPDATES => haystack.add(&value["worst_severity"]),
                CHECKS => {}
                _ => haystack.add(value),
            }
            haystack.ends.push(haystack.text.len());
        }
        // Only the values of custom fields: their names and types are the same for
        // every agent.
        for field in object.get("custom_fields").and_then(Value::as_array).into_iter().flatten() {
            haystack.add(&field["string_value"]);
        }
        haystack.text.shrink_to_fit();
        haystack
    }

    fn add(&mut self, value: &Value) {
        match value {
            Value::Null => {}
            Value::Bool(flag) => self.flags[usize::from(*flag)] |= bit(self.ends.len()),
            Value::Number(number) => self.push(&number.to_string()),
            Value::String(text) => self.push(&text.to_lowercase()),
            Value::Array(items) => items.iter().for_each(|item| self.add(item)),
            Value::Object(members) => members.values().for_each(|member| self.add(member)),
        }
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\0');
    }

    /// Whether a field, or any, contains this text, which is in lower case.
    pub fn has(&self, field: Option<&str>, text: &str) -> bool {
        let Some(name) = field else {
            let is_flag =
                |flag: bool| text == flag_text(flag) && self.flags[usize::from(flag)] != 0;
            return self.text.contains(text) || is_flag(true) || is_flag(false);
        };
        let start = |index: usize| index.checked_sub(1).map_or(0, |before| self.ends[before]);
        if name == "custom_fields" {
            return self.text[start(FIXED.len())..].contains(text);
        }
        let Some(index) = FIXED.iter().position(|column| column.name == name) else {
            return false;
        };
        let is_flag = |flag: bool| text == flag_text(flag) && self.is(index, flag);
        self.text[start(index)..self.ends[index]].contains(text) || is_flag(true) || is_flag(false)
    }

    /// Whether a field is true.
    pub fn is_true(&self, name: &str) -> bool {
        let index = FIXED.iter().position(|column| column.name == name);
        index.is_some_and(|index| self.is(index, true))
    }

    fn is(&self, index: usize, flag: bool) -> bool {
        self.flags[usize::from(flag)] & bit(index) != 0
    }
}

pub fn flag_text(flag: bool) -> &'static str {
    if flag { "true" } else { "false" }
}

fn bit(index: usize) -> u64 {
    1 << index.min(63)
}
