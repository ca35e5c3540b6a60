//! Who drives a session; the others watch. The agent's helper decides that.

use sea_orm::{ConnectionTrait, DbErr};

use crate::storage::sql;

/// Records that this viewer drives now; returns whether it is one of the session.
pub async fn set_driver(
    write: &impl ConnectionTrait,
    session: i64,
    viewer: &str,
) -> Result<bool, DbErr> {
    let text = "select count(*) from remote_viewers
                 where session_id = $1 and uid = $2 and left_time is null and not view_only";
    if sql::number(write, text, [session.into(), viewer.into()]).await? == 0 {
        return Ok(false);
    }
    let text = "update remote_viewers set is_driver = (uid = $2) where session_id = $1";
    sql::execute(write, text, [session.into(), viewer.into()]).await?;
    Ok(true)
}
