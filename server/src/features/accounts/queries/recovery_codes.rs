//! Recovery codes: stored hashed, deleted when they are used.

use sea_orm::{ConnectionTrait, DbErr};

use crate::storage::sql;

/// How many codes a user has left.
pub async fn count_codes(db: &impl ConnectionTrait, user: i64) -> Result<i64, DbErr> {
    sql::number(db, "select count(*) from recovery_codes where user_id = $1", [user.into()]).await
}

pub async fn insert_code(
    write: &impl ConnectionTrait,
    user: i64,
    digest: Vec<u8>,
) -> Result<(), DbErr> {
    let text = "insert into recovery_codes (user_id, digest) values ($1, $2)";
    sql::execute(write, text, [user.into(), digest.into()]).await.map(|_| ())
}

/// Uses up a code; false if the user has no such code.
pub async fn delete_code(
    write: &impl ConnectionTrait,
    user: i64,
    digest: &[u8],
) -> Result<bool, DbErr> {
    let text = "delete from recovery_codes where user_id = $1 and digest = $2";
    Ok(sql::execute(write, text, [user.into(), digest.to_vec().into()]).await? == 1)
}

/// Deletes all codes of a user.
pub async fn delete_codes(write: &impl ConnectionTrait, user: i64) -> Result<(), DbErr> {
    let text = "delete from recovery_codes where user_id = $1";
    sql::execute(write, text, [user.into()]).await.map(|_| ())
}
