//! The SQL of former bodies.

use sea_orm::{ConnectionTrait, DbErr};

use super::super::version::ScriptVersion;
use crate::storage::sql;

/// Former bodies stored per script.
const KEPT: i64 = 50;

/// Stores the current body of a script as a former one, and deletes the oldest.
pub async fn store_version(write: &impl ConnectionTrait, script: i64) -> Result<(), DbErr> {
    sql::execute(
        write,
        "insert into script_versions (script_id, n, body, script_hash, author, time)
         select id, version, script_body, script_hash, body_author, body_time
           from scripts
          where id = $1",
        [script.into()],
    )
    .await?;
    sql::execute(
        write,
        "delete from script_versions
          where script_id = $1
            and n <= (select max(n) from script_versions where script_id = $1) - $2",
        [script.into(), KEPT.into()],
    )
    .await
    .map(|_| ())
}

/// The former bodies of a script, newest first.
pub async fn list_versions(
    db: &impl ConnectionTrait,
    script: i64,
) -> Result<Vec<ScriptVersion>, DbErr> {
    let text = "select n, body, script_hash, author, time
                  from script_versions
                 where script_id = $1
                 order by n desc";
    sql::all(db, text, [script.into()]).await
}

/// One former body of a script.
pub async fn find_version(
    db: &impl ConnectionTrait,
    script: i64,
    n: i64,
) -> Result<Option<ScriptVersion>, DbErr> {
    let text = "select n, body, script_hash, author, time
                  from script_versions
                 where script_id = $1 and n = $2";
    sql::one(db, text, [script.into(), n.into()]).await
}
