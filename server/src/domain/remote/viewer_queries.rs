//! The SQL of those who take part in sessions.

use sea_orm::{ConnectionTrait, DbErr};

use super::session::StoredCredential;
use crate::auth::Identity;
use crate::storage::sql;
use crate::time::Timestamp;

/// Stores a viewer who may connect soon, and returns its key.
pub(super) async fn insert_viewer(
    write: &impl ConnectionTrait,
    session: i64,
    uid: &str,
    caller: &Identity,
    view_only: bool,
) -> Result<i64, DbErr> {
    let StoredCredential { api_key_id, login_id } = StoredCredential::of(caller);
    let text = "insert into remote_viewers
                       (uid, session_id, user_id, username, api_key_id, login_id, address,
                        view_only, created)
                values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id";
    let values = [
        uid.into(),
        session.into(),
        caller.user_id.into(),
        caller.username.clone().into(),
        api_key_id.into(),
        login_id.into(),
        caller.address.clone().into(),
        view_only.into(),
        Timestamp::now().into(),
    ];
    sql::number(write, text, values).await
}

/// Whether this credential has taken part in the session already.
pub async fn has_taken_part(
    db: &impl ConnectionTrait,
    session: i64,
    caller: &Identity,
) -> Result<bool, DbErr> {
    let StoredCredential { api_key_id, login_id } = StoredCredential::of(caller);
    let text = "select count(*) from remote_viewers
                 where session_id = $1 and user_id = $2 and coalesce(api_key_id, 0) = $3
                   and coalesce(login_id, 0) = $4";
    let values = [
        session.into(),
        caller.user_id.into(),
        api_key_id.unwrap_or(0).into(),
        login_id.unwrap_or(0).into(),
    ];
    Ok(sql::number(db, text, values).await? > 0)
}

/// How many viewers of a session have not left, connected or not.
pub(super) async fn count_present(db: &impl ConnectionTrait, session: i64) -> Result<i64, DbErr> {
    let text = "select count(*) from remote_viewers where session_id = $1 and left_time is null";
    sql::number(db, text, [session.into()]).await
}

/// Records that a viewer is connected to this server process.
pub async fn record_connected(
    write: &impl ConnectionTrait,
    viewer: i64,
    node: &str,
    now: Timestamp,
) -> Result<(), DbErr> {
    let text = "update remote_viewers set connected = $2, node = $3, seen = $2
                 where id = $1 and left_time is null";
    sql::execute(write, text, [viewer.into(), now.into(), node.into()]).await?;
    let text = "update remote_sessions set last_seen = $2
                 where id = (select v.session_id from remote_viewers v where v.id = $1)";
    sql::execute(write, text, [viewer.into(), now.into()]).await.map(|_| ())
}

/// Records that a viewer has left, and the bytes that went each way; returns false if
/// that is known already.
pub async fn record_left(
    write: &impl ConnectionTrait,
    viewer: i64,
    (to_agent, to_viewer): (u64, u64),
    code: &str,
    now: Timestamp,
) -> Result<bool, DbErr> {
    let whole = |bytes: u64| i64::try_from(bytes).unwrap_or(i64::MAX);
    let (to_agent, to_viewer) = (whole(to_agent), whole(to_viewer));
    let text = "update remote_viewers
                   set left_time = $2, to_agent = $3, to_viewer = $4, end_code = $5,
                       is_driver = false
                 where id = $1 and left_time is null";
    let values = [viewer.into(), now.into(), to_agent.into(), to_viewer.into(), code.into()];
    if sql::execute(write, text, values).await? == 0 {
        return Ok(false);
    }
    let text = "update remote_sessions
                   set to_agent = to_agent + $2, to_viewer = to_viewer + $3, last_seen = $4
                 where id = (select v.session_id from remote_viewers v where v.id = $1)";
    let values = [viewer.into(), to_agent.into(), to_viewer.into(), now.into()];
    sql::execute(write, text, values).await?;
    Ok(true)
}

/// The ids of a session's viewers that have not left.
pub(super) async fn list_present(
    db: &impl ConnectionTrait,
    session: i64,
) -> Result<Vec<String>, DbErr> {
    let text = "select uid from remote_viewers where session_id = $1 and left_time is null";
    sql::values(db, text, [session.into()]).await
}

/// Keeps the connected viewers of this server process from counting as lost.
pub(super) async fn record_seen(
    write: &impl ConnectionTrait,
    node: &str,
    now: Timestamp,
) -> Result<(), DbErr> {
    let text = "update remote_viewers set seen = $2
                 where node = $1 and connected is not null and left_time is null";
    sql::execute(write, text, [node.into(), now.into()]).await.map(|_| ())
}
