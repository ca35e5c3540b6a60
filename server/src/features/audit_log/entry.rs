//! A row of the audit log as the API shows it.

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use utoipa::ToSchema;

use crate::audit::{Action, ObjectType};
use crate::time::Timestamp;

/// Who did what to what, when and from where.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditEntry {
    /// Counts up without gaps.
    pub id: i64,
    /// When it happened.
    #[schema(value_type = String, format = DateTime)]
    pub entry_time: Timestamp,
    /// Who did it.
    pub username: String,
    /// Host name of the agent it was about.
    pub agent: Option<String>,
    /// Id of the agent it was about.
    pub agent_id: Option<String>,
    /// The site it was about.
    pub site: Option<AuditSite>,
    /// What was done: `add`, `modify`, `execute_command`, ….
    #[schema(extensions(("x-enum-values" = json!(Action::NAMES))))]
    pub action: String,
    /// What it was done to: `client`, `agent`, `user`, ….
    #[schema(extensions(("x-enum-values" = json!(ObjectType::NAMES))))]
    pub object_type: String,
    /// Key of the object, as text.
    pub object_id: Option<String>,
    /// The same in a sentence.
    pub message: String,
    /// The object as it was.
    #[schema(value_type = Option<serde_json::Value>)]
    pub before_value: Option<Box<RawValue>>,
    /// The object as it was afterwards.
    #[schema(value_type = Option<serde_json::Value>)]
    pub after_value: Option<Box<RawValue>>,
    /// Where the caller came from; empty for the server's own console.
    pub ip_address: String,
    /// Name of the API key it was done with; null when a person was signed in,
    /// and for rows of older releases, which do not say.
    pub api_key: Option<String>,
    /// Key of the account that did it; null when nobody with an account did, and
    /// for rows of older releases. Names can change, keys cannot.
    pub user_id: Option<i64>,
    /// SHA-256 of the code that ran or was changed, which
    /// `GET /logs/audit/<id>/code/` shows; null where there was none.
    pub code_sha256: Option<String>,
    /// For troubleshooting: the API key or the session.
    #[schema(value_type = Option<serde_json::Value>)]
    pub debug_info: Option<Box<RawValue>>,
}

/// The site that a row is about.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditSite {
    /// Key of the site, which may be gone.
    pub id: i64,
    /// Its name as it was then.
    pub name: String,
    /// Key of its client.
    pub client: Option<i64>,
    /// Name of its client; empty when the client is gone.
    pub client_name: String,
}

impl AuditEntry {
    /// Stored JSON text as it is shown. Text that is not JSON was tampered with: it
    /// is shown as a string.
    pub(super) fn json(text: &str) -> Option<Box<RawValue>> {
        serde_json::from_str(text).or_else(|_| to_raw_value(text)).ok()
    }

    /// The name of the API key in the details of a row.
    pub(super) fn key_name(debug_info: &str) -> Option<String> {
        #[derive(Deserialize)]
        struct DebugInfo {
            api_key: Option<Key>,
        }
        #[derive(Deserialize)]
        struct Key {
            name: String,
        }
        let details: DebugInfo = serde_json::from_str(debug_info).ok()?;
        details.api_key.map(|key| key.name)
    }

    /// A name that may be missing: stored empty, shown as null.
    pub(super) fn name(text: String) -> Option<String> {
        Some(text).filter(|text| !text.is_empty())
    }
}
