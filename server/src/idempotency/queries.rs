//! All SQL of remembered requests.

use sea_orm::{DbErr, FromQueryResult};

use super::RequestKey;
use super::key::REMEMBERED;
use crate::storage::{Database, sql};
use crate::time::Timestamp;

/// Requests remembered of one caller.
const MOST: i64 = 10_000;

/// What is known of a request.
#[derive(Debug)]
pub enum Claim {
    /// Nothing: this request carries it out.
    New,
    /// It is being carried out, or was when a server stopped.
    InProgress,
    /// It was answered with this.
    Answered(Vec<u8>),
    /// It was answered; the answer was not stored.
    NotStored,
    /// The key was used on another path.
    OtherPath,
    /// This caller has too many remembered already.
    Full,
}

#[derive(FromQueryResult)]
struct Row {
    path: String,
    answered: bool,
    sealed_answer: Option<Vec<u8>>,
}

/// Claims a key for a request, or returns what is known of it.
pub async fn claim(db: &Database, request_key: &RequestKey, path: &str) -> Result<Claim, DbErr> {
    let now = Timestamp::now();
    let write = db.begin().await?;
    sql::execute(
        &write,
        "delete from idempotent_requests where caller = $1 and key = $2 and created_time <= $3",
        [
            request_key.caller.as_str().into(),
            request_key.key.as_str().into(),
            now.minus(REMEMBERED).into(),
        ],
    )
    .await?;
    let count = "select count(*) from idempotent_requests where caller = $1";
    let is_full = sql::number(&write, count, [request_key.caller.as_str().into()]).await? >= MOST;
    if !is_full {
        let values = [
            request_key.caller.as_str().into(),
            request_key.key.as_str().into(),
            path.into(),
            now.into(),
        ];
        let text = "insert into idempotent_requests (caller, key, path, created_time)
                    values ($1, $2, $3, $4) on conflict (caller, key) do nothing";
        if sql::execute(&write, text, values).await? > 0 {
            write.commit().await?;
            return Ok(Claim::New);
        }
    }
    let row: Option<Row> = sql::one(
        &write,
        "select path, answered, sealed_answer from idempotent_requests
          where caller = $1 and key = $2",
        [request_key.caller.as_str().into(), request_key.key.as_str().into()],
    )
    .await?;
    write.commit().await?;
    Ok(match row {
        None => Claim::Full,
        Some(row) if row.path != path => Claim::OtherPath,
        Some(Row { answered: false, .. }) => Claim::InProgress,
        Some(Row { sealed_answer: Some(sealed), .. }) => Claim::Answered(sealed),
        Some(_) => Claim::NotStored,
    })
}

/// Stores the answer of a request.
pub async fn store_answer(
    db: &Database,
    request_key: &RequestKey,
    sealed: Option<Vec<u8>>,
) -> Result<(), DbErr> {
    let write = db.begin().await?;
    sql::execute(
        &write,
        "update idempotent_requests set answered = true, sealed_answer = $3
          where caller = $1 and key = $2",
        [request_key.caller.as_str().into(), request_key.key.as_str().into(), sealed.into()],
    )
    .await?;
    write.commit().await
}

/// Forgets a request that failed.
pub async fn forget(db: &Database, request_key: &RequestKey) -> Result<(), DbErr> {
    let write = db.begin().await?;
    let text = "delete from idempotent_requests where caller = $1 and key = $2";
    sql::execute(
        &write,
        text,
        [request_key.caller.as_str().into(), request_key.key.as_str().into()],
    )
    .await?;
    write.commit().await
}
