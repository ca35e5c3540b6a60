//! Names that accounts had before.

use sea_orm::{ConnectionTrait, DbErr};

use crate::app::App;
use crate::storage::sql;
use crate::time::Timestamp;

/// Whether an account other than this one had the name, ignoring case.
pub async fn was_of_another(
    db: &impl ConnectionTrait,
    username: &str,
    own: Option<i64>,
) -> Result<bool, DbErr> {
    let text = "select user_id from former_usernames where name = lower($1)";
    let owner: Option<i64> = sql::value(db, text, [username.into()]).await?;
    Ok(owner.is_some_and(|owner| Some(owner) != own))
}

/// Records that an account does not have this name any more.
pub async fn insert_former_name(
    write: &impl ConnectionTrait,
    username: &str,
    id: i64,
) -> Result<(), DbErr> {
    let text = "insert into former_usernames (name, user_id, ended) values (lower($1), $2, $3)
                on conflict (name) do update
                   set user_id = excluded.user_id, ended = excluded.ended";
    let values = [username.into(), id.into(), Timestamp::now().into()];
    sql::execute(write, text, values).await.map(|_| ())
}

/// Releases names that the audit log has no rows of any more.
pub async fn prune_names(app: &App) -> Result<(), DbErr> {
    let write = app.db.begin().await?;
    let text = "delete from former_usernames
                 where ended < (select min(entry_time) from audit_log)";
    sql::execute(&write, text, []).await?;
    write.commit().await
}
