//! A custom field of one owner, as the API always shows it.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::conversion::{TypedValue, typed};
use super::custom_field::CustomField;
use super::kind::Kind;
use super::model::{Model, Owner};

/// A value that is set for a custom field of one owner. A field without one has
/// the default of its definition.
///
/// Shares its definition with all others of a list, which may be many.
#[derive(Clone, Debug)]
pub struct FieldValue {
    pub owner: Owner,
    pub field: Arc<CustomField>,
    pub stored: StoredValue,
}

/// A stored value.
#[derive(Clone, Debug)]
pub struct StoredValue {
    /// Key of the value.
    pub id: i64,
    /// Its text form.
    pub text: String,
}

/// A value that is set for a custom field of one agent, client or site.
#[derive(Serialize, ToSchema)]
struct Shown<'a> {
    /// Key of the value.
    id: i64,
    /// Key of the definition.
    field: i64,
    /// Key of the agent, if it is an agent's.
    #[serde(skip_serializing_if = "Option::is_none")]
    agent: Option<i64>,
    /// Key of the client, if it is a client's.
    #[serde(skip_serializing_if = "Option::is_none")]
    client: Option<i64>,
    /// Key of the site, if it is a site's.
    #[serde(skip_serializing_if = "Option::is_none")]
    site: Option<i64>,
    /// Name of the field.
    name: &'a str,
    /// Type of the field.
    #[serde(rename = "type")]
    kind: Kind,
    /// Text; of a multiple a list of texts, of a checkbox true or false.
    #[schema(value_type = serde_json::Value)]
    value: TypedValue<'a>,
    /// The value as text, whatever the type; of a multiple joined by commas.
    string_value: &'a str,
    /// The value of a checkbox; null for other types.
    #[schema(required = true)]
    bool_value: Option<bool>,
    /// The value of a multiple; null for other types.
    #[schema(required = true)]
    multiple_value: Option<Vec<&'a str>>,
}

impl Serialize for FieldValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (Owner { model, id }, kind, text) =
            (self.owner, self.field.kind, self.stored.text.as_str());
        let (bool_value, multiple_value) = match typed(kind, text) {
            TypedValue::Text(_) => (None, None),
            TypedValue::Flag(flag) => (Some(flag), None),
            TypedValue::List(items) => (None, Some(items)),
        };
        let shown = Shown {
            id: self.stored.id,
            field: self.field.id,
            agent: (model == Model::Agent).then_some(id),
            client: (model == Model::Client).then_some(id),
            site: (model == Model::Site).then_some(id),
            name: &self.field.name,
            kind,
            value: typed(kind, text),
            string_value: text,
            bool_value,
            multiple_value,
        };
        shown.serialize(serializer)
    }
}

impl PartialSchema for FieldValue {
    fn schema() -> RefOr<Schema> {
        Shown::schema()
    }
}

impl ToSchema for FieldValue {
    fn name() -> Cow<'static, str> {
        "CustomFieldValue".into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        Shown::schemas(schemas);
    }
}
