//! What a caller may send about a definition.

use utoipa::ToSchema;

use crate::domain::custom_fields::CustomField;
use crate::domain::custom_fields::Kind;
use crate::input::{Field, Fields};

const MAX_NAME: usize = 100;
const MAX_ORDER: i64 = 1_000_000;

/// The fields of a definition that a caller may write. Absent ones stay.
#[derive(Debug, Default, ToSchema)]
#[schema(as = CustomFieldForm)]
pub struct Form {
    /// `text` in a new field, if not said. Values are converted, all or none.
    #[serde(rename = "type")]
    kind: Option<Kind>,
    /// Needed for single and multiple; each once. One in use cannot go.
    options: Option<Vec<String>>,
    /// Whether a new client or site needs a value or a default.
    required: Option<bool>,
    /// Default of a text, number, single or datetime; empty for none.
    default_value_string: Option<String>,
    /// Default of a checkbox.
    default_value_bool: Option<bool>,
    /// Default of a multiple.
    default_values_multiple: Option<Vec<String>>,
    /// Fields are shown by this number, then by name; 0 to 1000000.
    order: Option<i64>,
    /// Whether forms leave it out.
    hide_in_ui: Option<bool>,
    /// Whether summaries leave it out.
    hide_in_summary: Option<bool>,
}

impl Form {
    /// Parses the fields of a request. Null counts as not sent for flags, and
    /// empties texts and lists.
    pub fn parse(fields: &Fields<'_>) -> Self {
        let flag = |name| fields.flag(name).nullable().flatten();
        let kind = fields.text("type").one_of(Kind::NAMES).optional();
        Self {
            kind: kind.and_then(|name| Kind::from_name(&name)),
            options: trimmed(fields, "options"),
            required: flag("required"),
            default_value_string: fields
                .text("default_value_string")
                .nullable()
                .map(Option::unwrap_or_default),
            default_value_bool: flag("default_value_bool"),
            default_values_multiple: trimmed(fields, "default_values_multiple"),
            order: fields.whole("order").between(0..=MAX_ORDER).nullable().flatten(),
            hide_in_ui: flag("hide_in_ui"),
            hide_in_summary: flag("hide_in_summary"),
        }
    }

    /// Applies the form to a definition.
    pub fn merged_with(self, mut field: CustomField) -> CustomField {
        field.kind = self.kind.unwrap_or(field.kind);
        field.options = self.options.unwrap_or(field.options);
        field.required = self.required.unwrap_or(field.required);
        field.default_value_string =
            self.default_value_string.unwrap_or(field.default_value_string);
        field.default_value_bool = self.default_value_bool.unwrap_or(field.default_value_bool);
        field.default_values_multiple =
            self.default_values_multiple.unwrap_or(field.default_values_multiple);
        field.order = self.order.unwrap_or(field.order);
        field.hide_in_ui = self.hide_in_ui.unwrap_or(field.hide_in_ui);
        field.hide_in_summary = self.hide_in_summary.unwrap_or(field.hide_in_summary);
        field
    }
}

/// A name: trimmed, 1 to 100 characters.
pub fn name<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, String> {
    fields.text("name").trimmed().not_blank().max(MAX_NAME)
}

/// Options are names, and names are trimmed.
fn trimmed(fields: &Fields<'_>, name: &str) -> Option<Vec<String>> {
    let texts = fields.texts(name).nullable()?.unwrap_or_default();
    Some(texts.into_iter().map(|text| text.trim().to_owned()).collect())
}
