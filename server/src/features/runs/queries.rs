//! All SQL of runs but what agents report, which the link's ledger writes.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::idempotency::REMEMBERED;
use crate::storage::sql;
use crate::time::Timestamp;

/// A run as it is stored.
#[derive(Debug, FromQueryResult)]
pub struct StoredRun {
    pub id: i64,
    pub run_id: String,
    pub status: String,
    pub retcode: Option<i64>,
    pub timed_out: bool,
    pub truncated: bool,
    pub execution_time: Option<f64>,
    pub problem: String,
}

impl StoredRun {
    /// Whether nothing more will come.
    pub fn is_over(&self) -> bool {
        self.status != "queued" && self.status != "running"
    }
}

const COLUMNS: &str = "r.id, r.run_id, r.status, r.retcode, r.timed_out, r.truncated,
                       r.execution_time, r.problem";

/// One run.
pub async fn find_run(db: &impl ConnectionTrait, id: i64) -> Result<Option<StoredRun>, DbErr> {
    let text = format!("select {COLUMNS} from runs r where r.id = $1");
    sql::one(db, &text, [id.into()]).await
}

/// Whether there is a run that agents know by this id.
pub async fn run_exists(db: &impl ConnectionTrait, run_id: &str) -> Result<bool, DbErr> {
    let found: Option<i64> =
        sql::value(db, "select id from runs where run_id = $1", [run_id.into()]).await?;
    Ok(found.is_some())
}

/// The run that a user's key started, if that was not too long ago.
pub async fn find_by_key(
    db: &impl ConnectionTrait,
    user_id: i64,
    key: &str,
) -> Result<Option<StoredRun>, DbErr> {
    let text = format!(
        "select {COLUMNS} from idempotency_keys k join runs r on r.id = k.run_id
          where k.user_id = $1 and k.key = $2 and k.created_time > $3"
    );
    let since = Timestamp::now().minus(REMEMBERED);
    sql::one(db, &text, [user_id.into(), key.into(), since.into()]).await
}

/// Takes a key for a run, and gives the run that has it: ours, or the one of
/// another request that was faster.
pub async fn claim_key(
    write: &impl ConnectionTrait,
    user_id: i64,
    key: &str,
    run: i64,
) -> Result<i64, DbErr> {
    let now = Timestamp::now();
    sql::execute(
        write,
        "delete from idempotency_keys where user_id = $1 and key = $2 and created_time <= $3",
        [user_id.into(), key.into(), now.minus(REMEMBERED).into()],
    )
    .await?;
    sql::execute(
        write,
        "insert into idempotency_keys (user_id, key, run_id, created_time) values ($1, $2, $3, $4)
         on conflict (user_id, key) do nothing",
        [user_id.into(), key.into(), run.into(), now.into()],
    )
    .await?;
    sql::number(
        write,
        "select run_id from idempotency_keys where user_id = $1 and key = $2",
        [user_id.into(), key.into()],
    )
    .await
}

/// All that is stored of one stream of a run.
pub async fn read_output(
    db: &impl ConnectionTrait,
    id: i64,
    stream: &str,
) -> Result<Vec<u8>, DbErr> {
    let pieces: Vec<Vec<u8>> = sql::values(
        db,
        "select data from run_output where run_id = $1 and stream = $2 order by start_offset",
        [id.into(), stream.into()],
    )
    .await?;
    Ok(pieces.concat())
}
