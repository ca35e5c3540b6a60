//! A value as the API shows it.

use muster_protocol::{RegistryData, RegistryValue as Reported};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::hex::hex_digits;

/// The largest number that every reader of JSON keeps exactly.
const LARGEST_NUMBER: u64 = (1 << 53) - 1;

/// A value of a key.
#[derive(Serialize, ToSchema)]
pub struct RegistryValue {
    /// Its name; empty for the key's default value.
    pub name: String,
    /// `REG_SZ`, `REG_EXPAND_SZ`, `REG_MULTI_SZ`, `REG_DWORD`, `REG_QWORD`,
    /// `REG_BINARY`, or another type, which can only be read: by its name such as
    /// `REG_NONE`, or by its number such as `0xffff0012`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Text; a list of texts for `REG_MULTI_SZ`; a whole number for `REG_DWORD` and
    /// `REG_QWORD`, from 9007199254740992 on as text, because few programs read such a
    /// number exactly; hexadecimal digits for `REG_BINARY` and everything that is `raw`.
    #[schema(value_type = serde_json::Value)]
    pub data: Value,
    /// How many bytes the registry stores.
    pub size: u64,
    /// Whether `data` is only the beginning of what is stored.
    pub truncated: bool,
    /// Whether `data` has the stored bytes, as they are not what the type says or the
    /// type can only be read.
    pub raw: bool,
}

impl From<Reported> for RegistryValue {
    fn from(reported: Reported) -> Self {
        Self {
            kind: reported.data.type_name().into_owned(),
            data: shown(&reported.data),
            raw: matches!(reported.data, RegistryData::Raw { .. }),
            name: reported.name,
            size: reported.size,
            truncated: reported.truncated,
        }
    }
}

/// The data of a value in JSON.
pub fn shown(data: &RegistryData) -> Value {
    match data {
        RegistryData::Sz(text) | RegistryData::ExpandSz(text) => json!(text),
        RegistryData::MultiSz(texts) => json!(texts),
        RegistryData::Dword(number) => json!(number),
        RegistryData::Qword(number) if *number <= LARGEST_NUMBER => json!(number),
        RegistryData::Qword(number) => json!(number.to_string()),
        RegistryData::Binary(bytes) | RegistryData::Raw { bytes, .. } => json!(hex_digits(bytes)),
    }
}
