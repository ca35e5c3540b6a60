//! The idempotency keys of runs.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::find::{RUN_COLUMNS, StoredRun};
use crate::idempotency::{IdempotencyKey, REMEMBERED};
use crate::ids::RunKey;
use crate::storage::sql;
use crate::time::Timestamp;

/// A run that was started with a key, and the path of its request.
#[derive(Debug, FromQueryResult)]
pub struct KeyedRun {
    pub path: String,
    #[sea_orm(nested)]
    pub run: StoredRun,
}

/// The run that a key of this credential started, unless the key has expired.
pub async fn find_by_key(
    db: &impl ConnectionTrait,
    credential: &str,
    key: &IdempotencyKey,
) -> Result<Option<KeyedRun>, DbErr> {
    let text = format!(
        "select {RUN_COLUMNS}, k.path from run_keys k join runs r on r.id = k.run_id
          where k.credential = $1 and k.key = $2 and k.created_time > $3"
    );
    let since = Timestamp::now().minus(REMEMBERED);
    sql::one(db, &text, [credential.into(), key.text.as_str().into(), since.into()]).await
}

/// The run that has a key, and the path of its request.
#[derive(Debug, FromQueryResult)]
pub struct ClaimedKey {
    pub run_id: RunKey,
    pub path: String,
}

/// Claims a key of this credential for a run, and returns the run that has it:
/// ours, or that of a concurrent request that was faster.
pub async fn claim_key(
    write: &impl ConnectionTrait,
    credential: &str,
    key: &IdempotencyKey,
    run: RunKey,
) -> Result<ClaimedKey, DbErr> {
    let (now, text) = (Timestamp::now(), key.text.as_str());
    sql::execute(
        write,
        "delete from run_keys where credential = $1 and key = $2 and created_time <= $3",
        [credential.into(), text.into(), now.minus(REMEMBERED).into()],
    )
    .await?;
    sql::execute(
        write,
        "insert into run_keys (credential, key, path, run_id, created_time)
         values ($1, $2, $3, $4, $5) on conflict (credential, key) do nothing",
        [credential.into(), text.into(), key.path.as_str().into(), run.into(), now.into()],
    )
    .await?;
    let claimed: Option<ClaimedKey> = sql::one(
        write,
        "select run_id, path from run_keys where credential = $1 and key = $2",
        [credential.into(), text.into()],
    )
    .await?;
    claimed.ok_or(DbErr::RecordNotInserted)
}

/// Frees the key of a run.
pub async fn free_key(write: &impl ConnectionTrait, run: RunKey) -> Result<(), DbErr> {
    let text = "delete from run_keys where run_id = $1";
    sql::execute(write, text, [run.into()]).await.map(|_| ())
}

/// Deletes a batch of keys from before a time.
pub const OLD_KEYS: &str = "delete from run_keys where (credential, key) in
    (select credential, key from run_keys
      where created_time < $1 order by created_time limit $2)";
