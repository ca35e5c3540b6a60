//! Removes rows from the beginning of the log.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::code::prune_codes;
use super::head::Head;
use crate::app::App;
use crate::auth::Vault;
use crate::storage::sql;
use crate::time::Timestamp;

/// Rows per transaction, so that others get their turn in between.
const BATCH: i64 = 1000;

/// Removes rows from before a time until one is younger or the server stops; the
/// rest is found the next time. Returns how many were removed.
///
/// Rows go in the order of their ids, so that what is left is a whole chain:
/// after a clock was set back, an older row stays as long as a younger one
/// before it.
pub async fn prune_before(app: &App, before: Timestamp) -> Result<u64, DbErr> {
    let mut total = 0;
    while !app.stopping.is_cancelled() {
        let write = app.db.begin().await?;
        let removed = app.audit.prune_and_commit(write, &app.vault, before).await?;
        total += removed;
        if removed < BATCH.unsigned_abs() {
            break;
        }
    }
    prune_codes(app).await?;
    Ok(total)
}

#[derive(FromQueryResult)]
struct OldRow {
    id: i64,
    entry_time: Timestamp,
    hash: String,
}

/// Removes the first rows, and returns the head of the log without them; none
/// if there is nothing to remove.
pub(super) async fn prune_batch(
    write: &impl ConnectionTrait,
    head: &Head,
    vault: &Vault,
    before: Timestamp,
) -> Result<Option<Head>, DbErr> {
    if !head.is_genuine(vault) {
        tracing::error!("the audit log was changed from outside: nothing is removed from it");
        return Ok(None);
    }
    let oldest = "select id, entry_time, hash from audit_log where id > $1 order by id limit $2";
    let rows: Vec<OldRow> = sql::all(write, oldest, [head.pruned_id.into(), BATCH.into()]).await?;
    let Some(last) = rows.into_iter().take_while(|row| row.entry_time < before).last() else {
        return Ok(None);
    };
    sql::execute(write, "delete from audit_log where id <= $1", [last.id.into()]).await?;
    let mut next = head.clone();
    (next.pruned_id, next.pruned_hash) = (last.id, last.hash);
    head.replace_with(next, write, vault).await
}
