//! A snippet as the API shows it.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::audit::Stamps;
use crate::features::scripts::SHELLS;
use crate::features::scripts::script::hash;

/// Code that scripts insert by writing `{{name}}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Snippet {
    /// Key of the snippet.
    pub id: i64,
    /// Unique, whatever the case.
    pub name: String,
    /// What it does.
    pub desc: String,
    /// The code.
    pub code: String,
    /// The shell it is written for.
    #[schema(extensions(("x-enum-values" = json!(SHELLS))))]
    pub shell: String,
    /// Keys of the clients it belongs to; empty for all. Callers with a scope
    /// change only what belongs to clients of it.
    pub owner_clients: Vec<i64>,
    /// Who made and changed it.
    #[serde(flatten)]
    pub stamps: Stamps,
}

impl Snippet {
    /// What the audit log shows: the code only as its hash and length.
    pub(super) fn audited(&self) -> Value {
        let mut kept = serde_json::json!(self);
        kept["code"] = serde_json::json!({ "sha256": hash(&self.code), "bytes": self.code.len() });
        kept
    }
}
