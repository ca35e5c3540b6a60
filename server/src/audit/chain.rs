//! The chain: each row's hash covers the row and the hash before it.

use std::time::Duration;

use sea_orm::{ConnectionTrait, DbErr};
use tokio::sync::{Mutex, Notify};

use super::code::{Code, StoredCodes};
use super::head::Head;
use super::retention::prune_batch;
use super::row::{NewRow, Row, insert};
use crate::auth::Vault;
use crate::storage::Transaction;
use crate::time::Timestamp;

/// The clocks of replicas differ by this much at most: a later row is never
/// recorded as earlier. A clock that was set back further is used as it is.
const SKEW: Duration = Duration::from_secs(5);
/// Rows in one statement.
const CHUNK: usize = 500;
/// Rows from one anchor to the next.
const ANCHORED: i64 = 1000;

/// Where the chain ends, as far as this server knows: it has appended the last
/// row itself almost always, and need not read it back.
#[derive(Default)]
pub struct ChainEnd {
    known: Mutex<KnownEnd>,
    grown: Notify,
}

#[derive(Default)]
struct KnownEnd {
    head: Option<Head>,
    codes: StoredCodes,
}

impl ChainEnd {
    /// Adds rows at the end of the chain, in their order, and commits the
    /// transaction. One at a time: those of other servers wait in the database.
    pub async fn append_and_commit(
        &self,
        write: Transaction,
        vault: &Vault,
        rows: Vec<NewRow>,
    ) -> Result<(), DbErr> {
        let (mut rows, codes): (Vec<Row>, Vec<_>) =
            rows.into_iter().map(|new| (new.row, new.code)).unzip();
        let codes: Vec<Code> = codes.into_iter().flatten().collect();
        let mut known = self.known.lock().await;
        // Nothing is known of it until the commit has succeeded.
        let head = append(&write, vault, &mut rows, known.head.take()).await?;
        let stored = known.codes.store(&write, vault, &codes, head.last_time).await?;
        let committed = write.commit_to_log().await?;
        let before = rows.first().map_or(head.last_id, |row| row.id - 1);
        let has_grown = before / ANCHORED < head.last_id / ANCHORED;
        known.codes.remember(stored, head.last_time);
        known.head = Some(head);
        // The next change need not wait for our disk.
        drop(known);
        committed.on_disk().await?;
        if has_grown {
            self.grown.notify_one();
        }
        Ok(())
    }

    /// Removes rows from before a time from the beginning of the chain, and
    /// commits the transaction. Returns how many they were.
    pub async fn prune_and_commit(
        &self,
        write: Transaction,
        vault: &Vault,
        before: Timestamp,
    ) -> Result<u64, DbErr> {
        let mut known = self.known.lock().await;
        let head = Head::lock(&write).await?;
        let Some(next) = prune_batch(&write, &head, vault, before).await? else { return Ok(0) };
        let removed = u64::try_from(next.pruned_id - head.pruned_id).unwrap_or(0);
        let committed = write.commit_to_log().await?;
        known.head = Some(next);
        drop(known);
        committed.on_disk().await?;
        Ok(removed)
    }

    /// Waits until the log has so many more rows that it should be anchored.
    pub async fn grown(&self) {
        self.grown.notified().await;
    }
}

async fn append(
    write: &impl ConnectionTrait,
    vault: &Vault,
    rows: &mut [Row],
    known: Option<Head>,
) -> Result<Head, DbErr> {
    if let Some(head) = known
        && let Some(next) = try_append(write, vault, rows, &head).await?
    {
        return Ok(next);
    }
    // Another server has appended since.
    let head = Head::lock(write).await?;
    if !head.is_genuine(vault) {
        tracing::error!("the audit log was changed from outside: see `muster audit verify`");
    }
    let next = try_append(write, vault, rows, &head).await?;
    next.ok_or_else(|| DbErr::Custom("the head of the audit chain moved under its lock".to_owned()))
}

/// Adds the rows if this is still the end of the chain.
async fn try_append(
    write: &impl ConnectionTrait,
    vault: &Vault,
    rows: &mut [Row],
    head: &Head,
) -> Result<Option<Head>, DbErr> {
    let (now, mut next) = (Timestamp::now(), head.clone());
    let mut hashes = Vec::with_capacity(rows.len());
    for row in &mut *rows {
        advance(&mut next, row, now, vault.audit_key());
        hashes.push(next.last_hash.clone());
    }
    let Some(next) = head.replace_with(next, write, vault).await? else { return Ok(None) };
    for (rows, hashes) in rows.chunks(CHUNK).zip(hashes.chunks(CHUNK)) {
        insert(write, rows, hashes).await?;
    }
    Ok(Some(next))
}

/// Moves the end of the chain to this row, which gets its id, time and hash.
fn advance(head: &mut Head, row: &mut Row, now: Timestamp, key: &[u8; 32]) {
    row.id = head.last_id + 1;
    row.entry_time = match now < head.last_time && head.last_time <= now.plus(SKEW) {
        true => head.last_time,
        false => now,
    };
    if row.entry_time < head.last_time {
        head.ordered_from = row.id;
    }
    head.last_hash = row.hash(key, &head.last_hash);
    (head.last_id, head.last_time) = (row.id, row.entry_time);
}
