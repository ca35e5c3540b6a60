//! The values of placeholders.

use std::collections::BTreeMap;

use serde_json::Value;

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
    pub global: BTreeMap<String, PlaceholderValue>,
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

    /// The value of a path such as `agent.site.name`, if there is one.
    pub fn find(&self, path: &str) -> Option<&PlaceholderValue> {
        let (model, name) = path.split_once('.')?;
        let own = match model {
            "agent" => &self.agent,
            "client" => &self.client,
            "site" => &self.site,
            "global" => &self.global,
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
        assert_eq!(values.find("agent.site.name"), Some(&text("Main")));
        values.agent.insert("site.name".to_owned(), text("own"));
        assert_eq!(values.find("agent.site.name"), Some(&text("own")));
        assert_eq!(values.find("agent.site.client.name"), None);
        assert_eq!(values.find("hostname"), None);
    }
}
