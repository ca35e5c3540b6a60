//! The values of placeholders.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::domain::key_store::{Code, KeyLimits};

/// One value, before it is formatted for a shell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceholderValue {
    /// Text, numbers and times as they are shown.
    Text(String),
    /// Written with commas between the items.
    List(Vec<String>),
    /// `$True` or `$False` in PowerShell, else `1` or `0`.
    Flag(bool),
}

/// A value of the key store, and where it may be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlobalValue {
    pub value: PlaceholderValue,
    /// Whether it may be used on the agent in question.
    pub is_here: bool,
    /// Whether nobody may see it.
    pub is_secret: bool,
    /// In which code.
    pub limits: KeyLimits,
}

/// Everything the placeholders of one run can name.
///
/// Each map has the allowed properties (see [`pick`]) and, written over them,
/// the custom fields of that model by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlaceholderValues {
    /// After `agent.`.
    pub agent: BTreeMap<String, PlaceholderValue>,
    /// After `client.`, `agent.client.`, `site.client.` and `agent.site.client.`.
    pub client: BTreeMap<String, PlaceholderValue>,
    /// After `site.` and `agent.site.`.
    pub site: BTreeMap<String, PlaceholderValue>,
    /// After `global.`: the key store.
    pub global: BTreeMap<String, GlobalValue>,
    /// After `alert.`: only where an alert started the run.
    pub alert: BTreeMap<String, PlaceholderValue>,
    /// The shell of commands that name none.
    pub default_shell: String,
}

impl PlaceholderValues {
    /// Whether braces with this inside are a placeholder, resolvable or not.
    pub fn is_placeholder(path: &str) -> bool {
        let model = path.split_once('.').map(|(model, _)| model);
        matches!(model, Some("agent" | "client" | "site" | "global" | "alert"))
    }

    /// The value of a path such as `agent.site.name` in this code, or why there
    /// is none, as a sentence that continues after the path.
    pub fn find(&self, path: &str, code: Code) -> Result<&PlaceholderValue, &'static str> {
        let global = path.strip_prefix("global.").and_then(|name| self.global.get(name));
        match global {
            Some(found) if found.is_here && found.limits.allow_code(code) => Ok(&found.value),
            Some(_) => Err("may not be used here"),
            None => self.find_own(path).ok_or("has no value"),
        }
    }

    fn find_own(&self, path: &str) -> Option<&PlaceholderValue> {
        let (model, name) = path.split_once('.')?;
        let own = match model {
            "agent" => &self.agent,
            "client" => &self.client,
            "site" => &self.site,
            "alert" => &self.alert,
            _ => return None,
        };
        own.get(name).or_else(|| match path {
            "agent.site.name" => self.site.get("name"),
            "agent.client.name" | "agent.site.client.name" | "site.client.name" => {
                self.client.get("name")
            }
            _ => None,
        })
    }
}

impl PlaceholderValue {
    /// From JSON as the API shows it. Null is empty text.
    pub fn from_json(value: &Value) -> Self {
        match value {
            Value::Bool(flag) => Self::Flag(*flag),
            Value::Array(items) => Self::List(items.iter().map(plain).collect()),
            other => Self::Text(plain(other)),
        }
    }

    /// As it is written for a shell.
    pub fn text(&self, shell: &str) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::List(items) => items.join(","),
            Self::Flag(flag) => match (shell == "powershell", flag) {
                (true, true) => "$True",
                (true, false) => "$False",
                (false, true) => "1",
                (false, false) => "0",
            }
            .to_owned(),
        }
    }
}

/// The allowed properties of an object, and no others.
pub fn pick(allowed: &[&str], object: &Value) -> BTreeMap<String, PlaceholderValue> {
    let value = |name: &&str| {
        object.get(*name).map(|value| ((*name).to_owned(), PlaceholderValue::from_json(value)))
    };
    allowed.iter().filter_map(value).collect()
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::domain::custom_fields::AGENT_PROPERTIES;

    #[test]
    fn only_allowed_properties_are_picked() {
        let agent = json!({
            "hostname": "pc", "needs_reboot": true, "total_ram": 16, "last_seen": null,
            "cpu_model": ["a", "b"], "public_key": "secret",
        });
        let picked = pick(AGENT_PROPERTIES, &agent);
        let texts: Vec<(&str, String)> =
            picked.iter().map(|(name, value)| (name.as_str(), value.text("shell"))).collect();
        let expected = [
            ("cpu_model", "a,b"),
            ("hostname", "pc"),
            ("last_seen", ""),
            ("needs_reboot", "1"),
            ("total_ram", "16"),
        ];
        assert_eq!(texts, expected.map(|(name, text)| (name, text.to_owned())));
    }

    #[test]
    fn a_custom_field_beats_a_path_of_the_same_name() {
        let text = |text: &str| PlaceholderValue::Text(text.to_owned());
        let mut values = PlaceholderValues::default();
        values.site.insert("name".to_owned(), text("Main"));
        let find = |values: &PlaceholderValues, path: &str| {
            values.find(path, Code::AdHoc).ok().map(|value| value.text("shell"))
        };
        assert_eq!(find(&values, "agent.site.name").as_deref(), Some("Main"));
        values.agent.insert("site.name".to_owned(), text("own"));
        assert_eq!(find(&values, "agent.site.name").as_deref(), Some("own"));
        assert_eq!(find(&values, "agent.site.client.name"), None);
        assert_eq!(find(&values, "hostname"), None);
    }
}
