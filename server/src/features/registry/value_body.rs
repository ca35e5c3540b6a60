//! The body of a request that creates or changes a value.

use muster_protocol::{
    MAX_QUESTION_BYTES, MAX_REGISTRY_VALUE_NAME, RegistryData, SetRegistryValue, encode,
};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::key_path::{KeyPath, key};
use super::value::shown;
use super::value_data::{TYPES, read_data};
use crate::input::{Field, Fields, Parse};

/// What a value is to be.
#[derive(ToSchema)]
pub struct RegistryValueBody {
    /// The key, such as `Computer\HKEY_LOCAL_MACHINE\SOFTWARE\Acme` or
    /// `HKLM\SOFTWARE\Acme`.
    #[schema(value_type = String)]
    path: KeyPath,
    /// The value; empty for the key's default value.
    name: String,
    /// Its type.
    #[schema(rename = "type")]
    kind: String,
    /// As answers have it: text; a list of texts for `REG_MULTI_SZ`; a whole number for
    /// `REG_DWORD` and `REG_QWORD`, also as text such as `255` or `0xff`; hexadecimal
    /// digits for `REG_BINARY`, also with spaces and commas. Empty or 0 if it is not
    /// sent. At most 1 MiB as Windows stores it, which takes two bytes for a letter.
    #[schema(value_type = serde_json::Value, required = false)]
    data: RegistryData,
}

impl Parse for RegistryValueBody {
    fn parse(fields: &Fields<'_>) -> Self {
        let path = key(fields, "path");
        let name = value_name(fields.text("name")).required();
        let kind = fields.text("type").one_of(TYPES).required();
        let data = read_data(fields, &kind);
        let request = Self { path, name, kind, data: data.unwrap_or(RegistryData::Dword(0)) };
        // Text travels in another form than Windows stores it in: both have a limit.
        if encode(&request.question(false)).len() > MAX_QUESTION_BYTES {
            let problem = format!(
                "must have, with path and name, at most {MAX_QUESTION_BYTES} bytes as it is sent \
                 to the agent"
            );
            fields.problem("data", problem);
        }
        request
    }
}

impl RegistryValueBody {
    pub fn path(&self) -> &KeyPath {
        &self.path
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the audit log has of it.
    pub fn recorded(&self) -> Value {
        json!({
            "path": self.path.to_string(), "name": self.name, "type": self.kind,
            "data": shown(&self.data),
        })
    }

    /// The question for the agent.
    pub fn question(&self, must_exist: bool) -> SetRegistryValue {
        let (path, name, data) = (self.path.to_string(), self.name.clone(), self.data.clone());
        SetRegistryValue { path, name, data, must_exist }
    }
}

/// The name of a value, within the limit of Windows.
pub fn value_name<'f, 'a>(field: Field<'f, 'a, String>) -> Field<'f, 'a, String> {
    let sentence = format!("must have at most {MAX_REGISTRY_VALUE_NAME} characters");
    let fits = |text: &String| text.encode_utf16().count() <= MAX_REGISTRY_VALUE_NAME;
    field.check(fits, &sentence)
}
