//! The definition of a custom field.

use std::borrow::Cow;

use serde::Serialize;
use utoipa::ToSchema;

use super::conversion;
use super::kind::Kind;
use super::model::Model;
use crate::time::Timestamp;

/// A field that people have added to agents, clients or sites.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CustomField {
    /// Key of the definition.
    pub id: i64,
    /// What has the field.
    pub model: Model,
    /// Unique among the fields of the model, whatever the case.
    pub name: String,
    /// What its values are.
    #[serde(rename = "type")]
    pub kind: Kind,
    /// Choices of a field of type single or multiple.
    pub options: Vec<String>,
    /// Whether a new client or site needs a value or a default.
    pub required: bool,
    /// Default of a text, number, single or datetime; empty for none.
    pub default_value_string: String,
    /// Default of a checkbox.
    pub default_value_bool: bool,
    /// Default of a multiple.
    pub default_values_multiple: Vec<String>,
    /// Fields are shown by this number, then by name.
    pub order: i64,
    /// Whether forms leave it out.
    pub hide_in_ui: bool,
    /// Whether summaries leave it out.
    pub hide_in_summary: bool,
    /// Who made it.
    pub created_by: String,
    /// When it was made.
    #[schema(value_type = String, format = DateTime)]
    pub created_time: Timestamp,
    /// Who last changed it.
    pub modified_by: String,
    /// When it was last changed.
    #[schema(value_type = String, format = DateTime)]
    pub modified_time: Timestamp,
}

impl CustomField {
    /// An empty field that is not stored yet.
    pub fn new(model: Model, name: String) -> Self {
        let never = Timestamp::from_micros(0);
        Self {
            id: 0,
            model,
            name,
            kind: Kind::default(),
            options: Vec::new(),
            required: false,
            default_value_string: String::new(),
            default_value_bool: false,
            default_values_multiple: Vec::new(),
            order: 0,
            hide_in_ui: false,
            hide_in_summary: false,
            created_by: String::new(),
            created_time: never,
            modified_by: String::new(),
            modified_time: never,
        }
    }

    /// The text form of a text, or why it has none.
    pub fn text_of(&self, sent: &str) -> Result<String, String> {
        conversion::from_text(self.kind, &self.options, sent)
    }

    /// The text form of true or false, or why it has none.
    pub fn text_of_flag(&self, sent: bool) -> Result<String, String> {
        conversion::from_flag(self.kind, sent)
    }

    /// The text form of a list, or why it has none.
    pub fn text_of_list(&self, sent: &[String]) -> Result<String, String> {
        conversion::from_list(self.kind, &self.options, sent.iter().map(String::as_str))
    }

    /// The text form of the value where nothing is stored.
    pub fn default_text(&self) -> Cow<'_, str> {
        match self.kind {
            Kind::Multiple => self.default_values_multiple.join(",").into(),
            Kind::Checkbox => self.default_value_bool.to_string().into(),
            _ => self.default_value_string.as_str().into(),
        }
    }
}
