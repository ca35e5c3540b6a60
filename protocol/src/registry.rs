//! The registry of a Windows computer: what is asked of it, and what is answered.
//!
//! Paths look like `Computer\HKEY_LOCAL_MACHINE\SOFTWARE`; a request may leave out
//! `Computer`, use the short name of a hive, and write either in either case. Only
//! `\` separates keys. Answers have the full form.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// The most subkeys, and the most values, of one answer.
pub const MAX_REGISTRY_PAGE: u64 = 500;

/// The most UTF-16 units in the name of a key.
pub const MAX_REGISTRY_KEY_NAME: usize = 255;

/// The most UTF-16 units in the name of a value.
pub const MAX_REGISTRY_VALUE_NAME: usize = 16_383;

/// The most bytes that are written into a value. Windows stores text in UTF-16.
pub const MAX_REGISTRY_DATA_BYTES: usize = 1024 * 1024;

/// Read one key: a page of its subkeys, and the same page of its values.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReadRegistry {
    /// The key; `Computer` lists the hives.
    pub path: String,
    /// Subkeys to skip, and values to skip.
    pub offset: u64,
    /// Subkeys to return at most, and values to return at most; more than
    /// [`MAX_REGISTRY_PAGE`] count as that many.
    pub limit: u64,
}

/// A page of one key.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RegistryKey {
    /// The key, in full.
    pub path: String,
    /// What a person has to know about this key; mostly empty.
    pub note: String,
    /// Sorted by name, whatever the case.
    pub subkeys: Vec<RegistrySubkey>,
    /// Sorted by name, whatever the case.
    pub values: Vec<RegistryValue>,
    /// How many subkeys the key has.
    pub subkey_count: u64,
    /// How many values the key has.
    pub value_count: u64,
    /// Whether there are more subkeys or values after this page.
    pub has_more: bool,
}

/// A key within another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RegistrySubkey {
    /// Its own name, without the path.
    pub name: String,
    /// Whether it has subkeys itself. Also true where the agent may not look:
    /// reading the key then says why.
    pub has_subkeys: bool,
}

/// A value of a key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RegistryValue {
    /// Its name; empty for the key's default value.
    pub name: String,
    /// Its type and its data.
    pub data: RegistryData,
    /// How many bytes the registry stores.
    pub size: u64,
    /// Whether `data` is only the beginning of what is stored.
    pub truncated: bool,
}

/// The data of a value, by its type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum RegistryData {
    /// `REG_SZ`: text.
    Sz(String),
    /// `REG_EXPAND_SZ`: text in which programs replace `%NAME%`.
    ExpandSz(String),
    /// `REG_MULTI_SZ`: a list of texts.
    MultiSz(Vec<String>),
    /// `REG_DWORD`: a number of 32 bits.
    Dword(u32),
    /// `REG_QWORD`: a number of 64 bits.
    Qword(u64),
    /// `REG_BINARY`: bytes.
    Binary(#[serde(with = "serde_bytes")] Vec<u8>),
    /// A type that can be read only, or bytes that are not what their type says,
    /// such as a `REG_DWORD` of three.
    Raw {
        /// The number of the type.
        kind: u32,
        /// The bytes as they are stored.
        #[serde(with = "serde_bytes")]
        bytes: Vec<u8>,
    },
}

impl RegistryData {
    /// The name of the type: `REG_SZ`; a number (`0xffff0012`) where it has none.
    pub fn type_name(&self) -> Cow<'static, str> {
        let name = match self {
            Self::Sz(_) => "REG_SZ",
            Self::ExpandSz(_) => "REG_EXPAND_SZ",
            Self::MultiSz(_) => "REG_MULTI_SZ",
            Self::Dword(_) => "REG_DWORD",
            Self::Qword(_) => "REG_QWORD",
            Self::Binary(_) => "REG_BINARY",
            Self::Raw { kind, .. } => match TYPE_NAMES.get(*kind as usize) {
                Some(name) => name,
                None => return Cow::Owned(format!("0x{kind:x}")),
            },
        };
        Cow::Borrowed(name)
    }
}

/// The names of types, in the order of their numbers.
const TYPE_NAMES: [&str; 12] = [
    "REG_NONE",
    "REG_SZ",
    "REG_EXPAND_SZ",
    "REG_BINARY",
    "REG_DWORD",
    "REG_DWORD_BIG_ENDIAN",
    "REG_LINK",
    "REG_MULTI_SZ",
    "REG_RESOURCE_LIST",
    "REG_FULL_RESOURCE_DESCRIPTOR",
    "REG_RESOURCE_REQUIREMENTS_LIST",
    "REG_QWORD",
];

/// A key that was created.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CreatedRegistryKey {
    /// The key, in full.
    pub path: String,
    /// How many keys are new: itself, and those above it that were missing.
    pub created: u64,
}

/// A key that was deleted, with everything in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeletedRegistryKey {
    /// The key, in full.
    pub path: String,
    /// How many keys were below it, however deep.
    pub subkeys: u64,
    /// How many values it and they had.
    pub values: u64,
}

/// Rename a key. It stays in the key it is in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RenameRegistryKey {
    /// The key.
    pub path: String,
    /// The whole path it is to have.
    pub new_path: String,
}

/// A key that was renamed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RenamedRegistryKey {
    /// The path it had, in full.
    pub old_path: String,
    /// The path it has, in full.
    pub new_path: String,
}

/// Create a value or change one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SetRegistryValue {
    /// The key, which must exist.
    pub path: String,
    /// The value; empty for the key's default value.
    pub name: String,
    /// What it is to hold: anything but [`RegistryData::Raw`].
    pub data: RegistryData,
    /// Whether the value must be there already. Otherwise it must not.
    pub must_exist: bool,
}

/// Delete a value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeleteRegistryValue {
    /// The key.
    pub path: String,
    /// The value; empty for the key's default value.
    pub name: String,
}

/// Rename a value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RenameRegistryValue {
    /// The key.
    pub path: String,
    /// The value.
    pub name: String,
    /// The name it is to have, which no other value of the key has.
    pub new_name: String,
}

/// What became of a value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RegistryValueChange {
    /// The key, in full.
    pub path: String,
    /// What was there before; none when the value is new.
    pub old: Option<RegistryValue>,
    /// What is there now; none when the value was deleted.
    pub new: Option<RegistryValue>,
}
