//! The types of custom fields.

use serde::Serialize;
use utoipa::ToSchema;

/// The type of a custom field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = CustomFieldType)]
pub enum Kind {
    /// Any text.
    #[default]
    Text,
    /// A number, kept as it was written.
    Number,
    /// One of the options.
    Single,
    /// Any of the options.
    Multiple,
    /// True or false.
    Checkbox,
    /// A point in time, or a date and time of day without a zone.
    Datetime,
}

impl Kind {
    /// The names in the API.
    pub const NAMES: &'static [&'static str] =
        &["text", "number", "single", "multiple", "checkbox", "datetime"];
    const ALL: [Self; 6] =
        [Self::Text, Self::Number, Self::Single, Self::Multiple, Self::Checkbox, Self::Datetime];

    /// The name in the API.
    pub fn as_str(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The type with this name.
    pub fn from_name(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }

    /// Whether values must be one of the options.
    pub fn has_options(self) -> bool {
        matches!(self, Self::Single | Self::Multiple)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_its_own_name() {
        for (kind, word) in Kind::ALL.into_iter().zip(Kind::NAMES) {
            assert_eq!((kind.as_str(), Kind::from_name(word)), (*word, Some(kind)));
            assert_eq!(serde_json::json!(kind), *word);
        }
    }
}
