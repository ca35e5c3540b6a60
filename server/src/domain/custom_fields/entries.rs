//! Values as callers send them with an agent, a client or a site.

use std::collections::HashSet;
use std::sync::Arc;

use utoipa::ToSchema;

use super::custom_field::CustomField;
use super::store::Assignment;
use crate::error::{Problems, add_problem};
use crate::input::Fields;

/// A value for one custom field: the text form, which every type takes, or
/// the form of the type. Null clears, and the default counts again; an entry
/// with neither is ignored.
#[derive(Clone, Debug, ToSchema)]
pub struct CustomFieldEntry {
    /// Key of the definition.
    field: i64,
    /// The value as text; of a multiple joined by commas.
    #[schema(value_type = Option<String>, required = false)]
    string_value: Option<Option<String>>,
    /// The value of a checkbox.
    #[schema(value_type = Option<bool>, required = false)]
    bool_value: Option<Option<bool>>,
    /// The value of a multiple.
    #[schema(value_type = Option<Vec<String>>, required = false)]
    multiple_value: Option<Option<Vec<String>>>,
    #[schema(ignore)]
    path: String,
}

/// The list `custom_fields` of a request, not yet checked against the
/// definitions.
#[derive(Clone, Debug)]
pub struct Entries {
    path: String,
    entries: Vec<CustomFieldEntry>,
}

impl Entries {
    /// Takes the list from a request; absent or null, it is empty.
    pub fn parse(fields: &Fields<'_>) -> Self {
        let entries = fields.objects("custom_fields").iter().map(CustomFieldEntry::parse).collect();
        Self { path: fields.path("custom_fields"), entries }
    }

    /// An empty list at this path.
    pub fn none(path: &str) -> Self {
        Self { path: path.to_owned(), entries: Vec::new() }
    }

    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The path of the list in the request.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Whether an entry has a value for the field, valid or not.
    pub fn sets(&self, field: &CustomField) -> bool {
        self.entries.iter().any(|entry| entry.field == field.id && entry.has_value())
    }

    /// What must be stored, by the definitions of the owner's model. Invalid
    /// entries are added to the problems.
    pub fn resolve(&self, fields: &[Arc<CustomField>], problems: &mut Problems) -> Vec<Assignment> {
        let mut seen = HashSet::new();
        let mut assignments = Vec::new();
        // Callers mention fields that they do not set: those stay as they are.
        for entry in self.entries.iter().filter(|entry| entry.has_value()) {
            let Some(field) = fields.iter().find(|field| field.id == entry.field) else {
                add_problem(problems, entry.path_of("field"), "there is no such custom field here");
                continue;
            };
            if !seen.insert(field.id) {
                add_problem(
                    problems,
                    entry.path_of("field"),
                    "this custom field has more than one entry",
                );
                continue;
            }
            if let Some(text) = entry.text(field, problems) {
                assignments.push(Assignment { field: field.clone(), text });
            }
        }
        assignments
    }
}

impl CustomFieldEntry {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            field: fields.whole("field").required(),
            string_value: fields.text("string_value").nullable(),
            bool_value: fields.flag("bool_value").nullable(),
            multiple_value: fields.texts("multiple_value").nullable(),
            path: fields.path(""),
        }
    }

    fn has_value(&self) -> bool {
        self.string_value.is_some() || self.bool_value.is_some() || self.multiple_value.is_some()
    }

    fn path_of(&self, name: &str) -> String {
        format!("{}{name}", self.path)
    }

    /// The text form of the value; `Some(None)` clears it. Callers send back
    /// whole values that they have read, so several forms are accepted if they
    /// are equal, and null next to a value is ignored.
    fn text(&self, field: &CustomField, problems: &mut Problems) -> Option<Option<String>> {
        let forms = [
            (
                "string_value",
                self.string_value
                    .as_ref()
                    .map(|sent| sent.as_ref().map(|text| field.text_of(text))),
            ),
            ("bool_value", self.bool_value.map(|sent| sent.map(|flag| field.text_of_flag(flag)))),
            (
                "multiple_value",
                self.multiple_value
                    .as_ref()
                    .map(|sent| sent.as_ref().map(|items| field.text_of_list(items))),
            ),
        ];
        let mut found: Option<String> = None;
        let mut is_good = true;
        for (name, form) in forms {
            let sentence = match form.flatten() {
                None => continue,
                Some(Err(sentence)) => sentence,
                Some(Ok(text)) if found.as_ref().is_none_or(|other| *other == text) => {
                    found = Some(text);
                    continue;
                }
                Some(Ok(_)) => "this contradicts the other form of the value".to_owned(),
            };
            add_problem(problems, self.path_of(name), sentence);
            is_good = false;
        }
        is_good.then_some(found)
    }
}
