//! A row of the audit log, and the hash that ties it to the row before.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};
use serde_json::Value;

use super::entry::Entry;
use crate::auth::KeyName;
use crate::storage::sql;
use crate::time::Timestamp;

/// A row of the log, without its hash.
#[derive(Clone, Debug, FromQueryResult)]
pub struct Row {
    pub(super) id: i64,
    pub(super) entry_time: Timestamp,
    pub(super) username: String,
    pub(super) agent: String,
    pub(super) agent_id: String,
    pub(super) site: String,
    pub(super) client_id: Option<i64>,
    pub(super) site_id: Option<i64>,
    pub(super) action: String,
    pub(super) object_type: String,
    pub(super) object_id: String,
    pub(super) message: String,
    pub(super) before_value: Option<String>,
    pub(super) after_value: Option<String>,
    pub(super) ip_address: String,
    pub(super) debug_info: String,
}

/// Who creates a row, and with which credential.
pub struct By<'a> {
    /// The person.
    pub username: &'a str,
    /// Where they called from.
    pub address: &'a str,
    /// The key they called with, unless they were signed in.
    pub api_key: Option<&'a KeyName>,
}

impl By<'_> {
    /// The circumstances that are stored, which the chain covers as well.
    fn debug_info(&self) -> String {
        match self.api_key {
            Some(key) => serde_json::json!({ "api_key": key }).to_string(),
            None => "{}".to_owned(),
        }
    }
}

impl Row {
    /// A row for an entry; its id, time and position in the chain are set on
    /// appending.
    pub fn new(entry: Entry, by: &By<'_>, value_limit: usize) -> Self {
        Self {
            id: 0,
            entry_time: Timestamp::from_micros(0),
            username: by.username.to_owned(),
            agent: entry.agent,
            agent_id: entry.agent_id,
            site: entry.site,
            client_id: entry.client_id,
            site_id: entry.site_id,
            action: entry.action.as_str().to_owned(),
            object_type: entry.object_type.as_str().to_owned(),
            object_id: entry.object_id,
            message: entry.message,
            before_value: entry.before.map(|value| bounded(&value, value_limit)),
            after_value: entry.after.map(|value| bounded(&value, value_limit)),
            ip_address: by.address.to_owned(),
            debug_info: by.debug_info(),
        }
    }

    /// The keyed hash of this row after the row with hash `previous`.
    pub fn hash(&self, key: &[u8; 32], previous: &str) -> String {
        let mut hasher = blake3::Hasher::new_keyed(key);
        let number = |id: Option<i64>| id.map(|id| id.to_string());
        let fields = [
            Some(previous.to_owned()),
            Some(self.id.to_string()),
            Some(self.entry_time.micros().to_string()),
            Some(self.username.clone()),
            Some(self.agent.clone()),
            Some(self.agent_id.clone()),
            Some(self.site.clone()),
            number(self.client_id),
            number(self.site_id),
            Some(self.action.clone()),
            Some(self.object_type.clone()),
            Some(self.object_id.clone()),
            Some(self.message.clone()),
            self.before_value.clone(),
            self.after_value.clone(),
            Some(self.ip_address.clone()),
            Some(self.debug_info.clone()),
        ];
        for field in fields {
            // With its length before it, so that text cannot move from one
            // field to the next unseen; absence differs from emptiness.
            let length = field.as_ref().map_or(u64::MAX, |text| text.len() as u64);
            hasher.update(&length.to_le_bytes());
            hasher.update(field.unwrap_or_default().as_bytes());
        }
        hasher.finalize().to_hex().to_string()
    }
}

/// A value above the limit is replaced by its size and hash.
fn bounded(value: &Value, limit: usize) -> String {
    let text = value.to_string();
    if text.len() <= limit {
        return text;
    }
    let hash = blake3::hash(text.as_bytes()).to_hex().to_string();
    serde_json::json!({ "too_large": { "bytes": text.len(), "blake3": hash } }).to_string()
}

/// Stores rows with their hashes.
pub async fn insert(
    write: &impl ConnectionTrait,
    rows: &[Row],
    hashes: &[String],
) -> Result<(), DbErr> {
    let values = rows.iter().zip(hashes).flat_map(|(row, hash)| row.values(hash));
    let text = format!(
        "insert into audit_log
                (id, entry_time, username, agent, agent_id, site, client_id, site_id, action,
                 object_type, object_id, message, before_value, after_value, ip_address,
                 debug_info, hash)
         values {}",
        sql::rows(17, rows.len())
    );
    sql::execute(write, &text, values).await?;
    Ok(())
}

impl Row {
    /// In the order of the columns.
    fn values(&self, hash: &str) -> [sea_orm::Value; 17] {
        [
            self.id.into(),
            self.entry_time.into(),
            self.username.as_str().into(),
            self.agent.as_str().into(),
            self.agent_id.as_str().into(),
            self.site.as_str().into(),
            self.client_id.into(),
            self.site_id.into(),
            self.action.as_str().into(),
            self.object_type.as_str().into(),
            self.object_id.as_str().into(),
            self.message.as_str().into(),
            self.before_value.as_deref().into(),
            self.after_value.as_deref().into(),
            self.ip_address.as_str().into(),
            self.debug_info.as_str().into(),
            hash.into(),
        ]
    }
}
