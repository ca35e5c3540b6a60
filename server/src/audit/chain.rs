//! The chain: each row's hash covers the row and the hash before it.

use std::time::Duration;

use sea_orm::{ConnectionTrait, DbBackend, DbErr, FromQueryResult};
use tokio::sync::Mutex;

use super::row::{Row, insert};
use crate::storage::{Transaction, sql};
use crate::time::Timestamp;

/// The end of the chain.
#[derive(Clone, FromQueryResult)]
struct Head {
    last_id: i64,
    last_hash: String,
    last_time: Timestamp,
    /// From this row on, none is earlier than the one before it.
    ordered_from: i64,
}

impl Head {
    /// The chain with this row at its end, which gets its id, time and hash.
    fn advance(&mut self, row: &mut Row, now: Timestamp, key: &[u8; 32]) {
        row.id = self.last_id + 1;
        row.entry_time = match now < self.last_time && self.last_time <= now.plus(SKEW) {
            true => self.last_time,
            false => now,
        };
        if row.entry_time < self.last_time {
            self.ordered_from = row.id;
        }
        self.last_hash = row.hash(key, &self.last_hash);
        (self.last_id, self.last_time) = (row.id, row.entry_time);
    }
}

/// The clocks of replicas differ by this much at most: a later row is never
/// recorded as earlier. A clock that was set back further is believed.
const SKEW: Duration = Duration::from_secs(5);
/// Rows in one statement.
const CHUNK: usize = 500;

/// Where the chain ends, as far as this server knows: it has appended the last
/// row itself almost always, and need not read it back.
#[derive(Default)]
pub struct ChainEnd(Mutex<Option<Head>>);

impl ChainEnd {
    /// Adds rows at the end of the chain, in their order, and commits the
    /// transaction. One at a time: those of other servers wait in the database.
    pub async fn append_and_commit(
        &self,
        write: Transaction,
        key: &[u8; 32],
        mut rows: Vec<Row>,
    ) -> Result<(), DbErr> {
        let mut end = self.0.lock().await;
        // Nothing is known of it until the commit has succeeded.
        let head = append(&write, key, &mut rows, end.take()).await?;
        let committed = write.commit_to_log().await?;
        *end = Some(head);
        // The next change need not wait for our disk.
        drop(end);
        committed.on_disk().await
    }
}

async fn append(
    write: &impl ConnectionTrait,
    key: &[u8; 32],
    rows: &mut [Row],
    known: Option<Head>,
) -> Result<Head, DbErr> {
    if let Some(head) = known
        && let Some(next) = try_append(write, key, rows, &head).await?
    {
        return Ok(next);
    }
    // Another server has appended since.
    let head = lock_head(write).await?;
    let next = try_append(write, key, rows, &head).await?;
    next.ok_or_else(|| DbErr::Custom("the head of the audit chain moved under its lock".to_owned()))
}

/// Adds the rows if this is still the end of the chain.
async fn try_append(
    write: &impl ConnectionTrait,
    key: &[u8; 32],
    rows: &mut [Row],
    head: &Head,
) -> Result<Option<Head>, DbErr> {
    let (now, mut next) = (Timestamp::now(), head.clone());
    let mut hashes = Vec::with_capacity(rows.len());
    for row in &mut *rows {
        next.advance(row, now, key);
        hashes.push(next.last_hash.clone());
    }
    // From here on writers of other replicas wait until we commit.
    let moved = sql::execute(
        write,
        "update audit_head set last_id = $1, last_hash = $2, last_time = $3, ordered_from = $4
          where id = 1 and last_id = $5 and last_hash = $6 and last_time = $7",
        [
            next.last_id.into(),
            next.last_hash.as_str().into(),
            next.last_time.into(),
            next.ordered_from.into(),
            head.last_id.into(),
            head.last_hash.as_str().into(),
            head.last_time.into(),
        ],
    )
    .await?;
    if moved == 0 {
        return Ok(None);
    }
    for (rows, hashes) in rows.chunks(CHUNK).zip(hashes.chunks(CHUNK)) {
        insert(write, rows, hashes).await?;
    }
    Ok(Some(next))
}

/// The end of the chain, which nobody else can move until we commit.
async fn lock_head(write: &impl ConnectionTrait) -> Result<Head, DbErr> {
    // SQLite has only one writer, and no such clause.
    let lock = match write.get_database_backend() {
        DbBackend::Postgres => "for update",
        _ => "",
    };
    let text = format!(
        "select last_id, last_hash, last_time, ordered_from from audit_head where id = 1 {lock}"
    );
    let head: Option<Head> = sql::one(write, &text, []).await?;
    head.ok_or_else(|| DbErr::Custom("the head of the audit chain is missing".to_owned()))
}
