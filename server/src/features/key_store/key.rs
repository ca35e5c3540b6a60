//! A value of the key store: as it is stored, and as the API shows it.

use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::audit::Stamps;
use crate::auth::{MASK, Secret};

/// A named value, as it is stored.
#[derive(Clone, Debug)]
pub struct Key {
    /// Key of the row.
    pub id: i64,
    /// Unique, whatever the case.
    pub name: String,
    /// The value. All are handled as secrets until one is shown.
    pub value: Secret,
    /// Whether nobody may see it.
    pub secret: bool,
    /// Who made and changed it.
    pub stamps: Stamps,
}

/// A named value, as the API shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct KeyStore {
    /// Key of the value.
    pub id: i64,
    /// Unique, whatever the case; scripts say `{{global.name}}`.
    pub name: String,
    /// The value; of a secret `"********"`, or null when it is empty.
    pub value: Option<String>,
    /// Whether the value is shown to nobody.
    pub secret: bool,
    /// Who made and changed it.
    #[serde(flatten)]
    pub stamps: Stamps,
}

impl Key {
    pub fn shown(&self) -> KeyStore {
        let value = self.value.reveal();
        let value = match (self.secret, value.is_empty()) {
            (false, _) => Some(value),
            (true, false) => Some(MASK),
            (true, true) => None,
        };
        KeyStore {
            id: self.id,
            name: self.name.clone(),
            value: value.map(str::to_owned),
            secret: self.secret,
            stamps: self.stamps.clone(),
        }
    }

    /// What the audit log stores: never the value, as one that is not secret today
    /// may have been before.
    pub fn audited(&self) -> Value {
        let mut audited = json!(self.shown());
        if let Some(object) = audited.as_object_mut() {
            object.remove("value");
        }
        audited
    }
}
