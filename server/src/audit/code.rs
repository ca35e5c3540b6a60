//! Code that ran or was changed: stored beside the log, sealed, once for all
//! rows with the same code.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use ring::digest::{SHA256, digest};
use sea_orm::{ConnectionTrait, DbErr};

use crate::app::App;
use crate::auth::{Purpose, Vault};
use crate::error::ApiError;
use crate::jobs::delete_in_batches;
use crate::storage::sql;
use crate::time::Timestamp;

/// The time of the last row with a code is stored this precisely, so that a
/// script that runs every minute costs one statement a day.
const PRECISION: Duration = Duration::from_secs(24 * 3600);
/// Codes that a server remembers.
const MOST_REMEMBERED: usize = 1000;

/// Code of a row.
#[derive(Clone, Debug)]
pub struct Code {
    pub sha256: String,
    text: Arc<str>,
}

impl Code {
    pub fn new(text: Arc<str>) -> Self {
        Self { sha256: sha256(&text), text }
    }
}

fn sha256(text: &str) -> String {
    let hash = digest(&SHA256, text.as_bytes());
    hash.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// When this server has stored codes, by their hash.
#[derive(Default)]
pub struct StoredCodes(HashMap<String, Timestamp>);

impl StoredCodes {
    /// Stores those that it has not stored lately, and returns their hashes.
    pub async fn store(
        &self,
        write: &impl ConnectionTrait,
        vault: &Vault,
        codes: &[Code],
        now: Timestamp,
    ) -> Result<Vec<String>, DbErr> {
        let is_stored = |code: &&Code| {
            self.0.get(&code.sha256).is_some_and(|last| now.since(*last) < PRECISION)
        };
        let new: BTreeMap<&String, &Code> =
            codes.iter().filter(|code| !is_stored(code)).map(|code| (&code.sha256, code)).collect();
        for (sha256, code) in &new {
            let text = "insert into audit_code (sha256, sealed, last_time) values ($1, $2, $3)
                        on conflict (sha256) do update set last_time = excluded.last_time";
            let sealed = vault.seal(Purpose::AuditCode, code.text.as_bytes());
            sql::execute(write, text, [sha256.as_str().into(), sealed.into(), now.into()]).await?;
        }
        Ok(new.into_keys().cloned().collect())
    }

    /// Remembers what was stored, once it is committed.
    pub fn remember(&mut self, stored: Vec<String>, now: Timestamp) {
        if self.0.len() + stored.len() > MOST_REMEMBERED {
            self.0.clear();
        }
        self.0.extend(stored.into_iter().map(|sha256| (sha256, now)));
    }
}

/// The code with this hash.
pub async fn find_code(app: &App, hash: &str) -> Result<Option<String>, ApiError> {
    let text = "select sealed from audit_code where sha256 = $1";
    let sealed: Option<Vec<u8>> = sql::value(app.db.read(), text, [hash.into()]).await?;
    let Some(sealed) = sealed else { return Ok(None) };
    let opened = app
        .vault
        .open_sealed(Purpose::AuditCode, &sealed)
        .map_err(|e| ApiError::Internal(e.into()))?;
    // Something else that is sealed could have been put in its place.
    let code = String::from_utf8(opened).ok().filter(|code| sha256(code) == hash);
    let code = code.ok_or_else(|| anyhow!("another code is stored under {hash}"));
    Ok(Some(code.map_err(ApiError::Internal)?))
}

const OLD_CODES: &str = "delete from audit_code where sha256 in
    (select sha256 from audit_code where last_time < $1 order by last_time limit $2)";

/// Deletes codes that no row names any more.
pub async fn prune_codes(app: &App) -> Result<(), DbErr> {
    let oldest = "select min(entry_time) from audit_log";
    let oldest: Option<Option<Timestamp>> = sql::value(app.db.read(), oldest, []).await?;
    let oldest = oldest.flatten().unwrap_or_else(Timestamp::now);
    delete_in_batches(app, OLD_CODES, oldest.minus(PRECISION), &[]).await.map(|_| ())
}
