//! A value of the key store as the API shows it.

use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::audit::Stamps;
use crate::auth::MASK;
use crate::domain::key_store::{Key, KeyLimits};

/// A named value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct KeyStore {
    /// Key of the value.
    pub id: i64,
    /// Unique, whatever the case; scripts say `{{global.name}}`.
    pub name: String,
    /// The value; of a secret `"********"`, or null when it is empty.
    pub value: Option<String>,
    /// Whether the value is shown to nobody, and masked in the output of runs.
    pub secret: bool,
    /// What may use it.
    #[serde(flatten)]
    pub limits: KeyLimits,
    /// Who made and changed it.
    #[serde(flatten)]
    pub stamps: Stamps,
}

impl KeyStore {
    /// A stored value as it is shown.
    pub fn of(key: &Key) -> Self {
        let value = key.value.reveal();
        let value = match (key.secret, value.is_empty()) {
            (false, _) => Some(value),
            (true, false) => Some(MASK),
            (true, true) => None,
        };
        Self {
            id: key.id,
            name: key.name.clone(),
            value: value.map(str::to_owned),
            secret: key.secret,
            limits: key.limits.clone(),
            stamps: key.stamps.clone(),
        }
    }
}

/// What the audit log stores of a value: never the value itself, as one that is
/// not secret today may have been before.
pub fn audited(key: &Key) -> Value {
    let mut audited = json!(KeyStore::of(key));
    if let Some(object) = audited.as_object_mut() {
        object.remove("value");
    }
    audited
}
