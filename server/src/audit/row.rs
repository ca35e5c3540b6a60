//! A row of the audit log, and the hash that ties it to the row before.

use std::sync::Arc;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};
use serde_json::Value;

use super::by::By;
use super::code::Code;
use super::entry::Entry;
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
    pub(super) user_id: Option<i64>,
    pub(super) code_sha256: Option<String>,
}

/// A row to be written, and the code that is stored beside it.
#[derive(Clone, Debug)]
pub struct NewRow {
    pub(super) row: Row,
    pub(super) code: Option<Code>,
}

impl NewRow {
    /// A row for an entry; its id, time and position in the chain are set on
    /// appending.
    pub fn new(entry: Entry, by: &By, value_limit: usize) -> Self {
        let after = entry.after.map(|value| Bounded::new(&value, value_limit));
        let (after_value, too_large) = after.map(|after| (after.stored, after.whole)).unzip();
        // A long command must not vanish from the log: what is too large for the
        // row is stored like code.
        let code = entry.code.or(too_large.flatten().map(Arc::from)).map(Code::new);
        let row = Row {
            id: 0,
            entry_time: Timestamp::from_micros(0),
            username: by.username.clone(),
            agent: entry.agent,
            agent_id: entry.agent_id,
            site: entry.site,
            client_id: entry.client_id,
            site_id: entry.site_id,
            action: entry.action.as_str().to_owned(),
            object_type: entry.object_type.as_str().to_owned(),
            object_id: entry.object_id,
            message: entry.message,
            before_value: entry.before.map(|value| Bounded::new(&value, value_limit).stored),
            after_value,
            ip_address: by.address.clone(),
            debug_info: by.debug_info(),
            user_id: by.user_id,
            code_sha256: code.as_ref().map(|code| code.sha256.clone()),
        };
        Self { row, code }
    }
}

impl Row {
    /// The keyed hash of this row after the row with hash `previous`.
    pub fn hash(&self, key: &[u8; 32], previous: &str) -> String {
        let mut hasher = blake3::Hasher::new_keyed(key);
        let number = |id: Option<i64>| id.map(|id| id.to_string());
        let mut fields = vec![
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
        // Rows of older releases have neither, and keep their hash.
        if self.user_id.is_some() || self.code_sha256.is_some() {
            fields.extend([number(self.user_id), self.code_sha256.clone()]);
        }
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

/// A value as a row stores it: above the limit only its size and hash.
struct Bounded {
    stored: String,
    /// All of it, if the row has not.
    whole: Option<String>,
}

impl Bounded {
    fn new(value: &Value, limit: usize) -> Self {
        let text = value.to_string();
        if text.len() <= limit {
            return Self { stored: text, whole: None };
        }
        let hash = blake3::hash(text.as_bytes()).to_hex().to_string();
        let size = serde_json::json!({ "too_large": { "bytes": text.len(), "blake3": hash } });
        Self { stored: size.to_string(), whole: Some(text) }
    }
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
                 debug_info, user_id, code_sha256, hash)
         values {}",
        sql::rows(19, rows.len())
    );
    sql::execute(write, &text, values).await?;
    Ok(())
}

impl Row {
    /// In the order of the columns.
    fn values(&self, hash: &str) -> [sea_orm::Value; 19] {
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
            self.user_id.into(),
            self.code_sha256.as_deref().into(),
            hash.into(),
        ]
    }
}
