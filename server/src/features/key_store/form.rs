//! What a caller may send about a value.

use utoipa::ToSchema;

use super::limits::LimitsForm;
use crate::auth::{MASK, Secret};
use crate::domain::key_store::Key;
use crate::error::ApiError;
use crate::input::{Field, Fields, Parse};

/// Bytes of the longest value.
const MAX_VALUE_BYTES: usize = 64 * 1024;
const MAX_NAME: usize = 100;

/// A new value.
#[derive(ToSchema)]
pub struct CreateKey {
    /// Trimmed, without braces; unique whatever the case.
    pub(super) name: String,
    /// The value, at most 64 KiB.
    #[schema(value_type = String)]
    pub(super) value: Secret,
    /// Whether nobody may see it; absent: the setting `keystore_secret_default`.
    pub(super) secret: Option<bool>,
    #[serde(flatten)]
    pub(super) limits: LimitsForm,
}

/// What to change of a value. Absent keys keep what they have.
#[derive(ToSchema)]
pub struct KeyForm {
    /// Trimmed, without braces; unique whatever the case.
    name: Option<String>,
    /// The value, at most 64 KiB. The mask keeps it; null and `""` empty it.
    #[schema(value_type = Option<String>)]
    value: Option<Option<Secret>>,
    /// Whether nobody may see it.
    secret: Option<bool>,
    #[serde(flatten)]
    pub(super) limits: LimitsForm,
}

impl Parse for CreateKey {
    fn parse(fields: &Fields<'_>) -> Self {
        let is_value = |text: &String| text != MASK;
        let value = value(fields).check(is_value, "this is the mask of a secret, not a value");
        Self {
            name: name(fields).required(),
            value: Secret::new(value.required()),
            secret: fields.flag("secret").nullable().flatten(),
            limits: LimitsForm::parse(fields),
        }
    }
}

impl Parse for KeyForm {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            name: name(fields).optional(),
            value: value(fields).secret(),
            secret: fields.flag("secret").optional(),
            limits: LimitsForm::parse(fields),
        }
    }
}

impl KeyForm {
    /// Applies the change to a value, but for its limits. A secret is never shown:
    /// to make it readable, its value must be sent again.
    pub fn applied_to(self, key: Key) -> Result<Key, ApiError> {
        let secret = self.secret.unwrap_or(key.secret);
        let uncovers = key.secret && !secret && self.value.is_none();
        if uncovers && !key.value.reveal().is_empty() {
            let sentence = "send the value with it: what was secret is not shown again";
            return Err(ApiError::invalid("secret", sentence));
        }
        let value = match self.value {
            None => key.value,
            Some(sent) => sent.unwrap_or_else(|| Secret::new("")),
        };
        Ok(Key { name: self.name.unwrap_or(key.name), value, secret, ..key })
    }
}

fn name<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, String> {
    let is_plain =
        |name: &String| !name.contains(['{', '}']) && !name.chars().any(char::is_control);
    let field = fields.text("name").trimmed().not_blank().max(MAX_NAME);
    field.check(is_plain, "must have neither braces nor control characters")
}

fn value<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, String> {
    fields.text("value").max_bytes(MAX_VALUE_BYTES)
}
