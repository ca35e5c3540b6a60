//! Sessions: opened, listed, ended.

use sea_orm::{ConnectionTrait, DbErr};

use crate::auth::SESSION_KIND_SESSION;
use crate::features::accounts::sessions::{NewSession, Session};
use crate::storage::sql;
use crate::time::Timestamp;

const SELECT: &str =
    "select digest, user_id, created, expiry, last_used, ip, user_agent from sessions";

/// The sessions of a user that have not ended, newest first.
pub async fn list_sessions(
    db: &impl ConnectionTrait,
    user: i64,
    now: Timestamp,
) -> Result<Vec<Session>, DbErr> {
    let text =
        format!("{SELECT} where user_id = $1 and kind = $2 and expiry > $3 order by id desc");
    sql::all(db, &text, [user.into(), SESSION_KIND_SESSION.into(), now.into()]).await
}

/// One session by its public id.
pub async fn find_session(
    db: &impl ConnectionTrait,
    digest: &str,
) -> Result<Option<Session>, DbErr> {
    sql::one(db, &format!("{SELECT} where digest = $1"), [digest.into()]).await
}

/// One session by its key.
pub async fn find_session_by_id(
    db: &impl ConnectionTrait,
    id: i64,
) -> Result<Option<Session>, DbErr> {
    sql::one(db, &format!("{SELECT} where id = $1"), [id.into()]).await
}

/// When a session last proved the second factor: at its login, or later.
pub async fn last_factor(db: &impl ConnectionTrait, id: i64) -> Result<Option<Timestamp>, DbErr> {
    let text = "select coalesce(factor_time, created) from sessions where id = $1";
    sql::value(db, text, [id.into()]).await
}

/// Records that a session proved the second factor again.
pub async fn record_factor(
    write: &impl ConnectionTrait,
    id: i64,
    now: Timestamp,
) -> Result<(), DbErr> {
    let text = "update sessions set factor_time = $2 where id = $1";
    sql::execute(write, text, [id.into(), now.into()]).await.map(|_| ())
}

pub async fn insert_session(
    write: &impl ConnectionTrait,
    session: &NewSession,
) -> Result<(), DbErr> {
    let text = "insert into sessions
                       (digest, token_hash, user_id, kind, created, expiry, latest_expiry,
                        last_used, ip, user_agent)
                values ($1, $2, $3, $4, $5, $6, $7, $5, $8, $9)";
    let values = [
        session.digest.clone().into(),
        session.token.hash.clone().into(),
        session.user.into(),
        session.kind.into(),
        session.created.into(),
        session.expiry.into(),
        session.latest_expiry.into(),
        session.ip.clone().into(),
        session.user_agent.clone().into(),
    ];
    sql::execute(write, text, values).await.map(|_| ())
}

pub async fn delete_session(write: &impl ConnectionTrait, digest: &str) -> Result<bool, DbErr> {
    let text = "delete from sessions where digest = $1";
    Ok(sql::execute(write, text, [digest.into()]).await? == 1)
}

/// Ends all sessions and enrolments of a user but one. Returns how many of the
/// sessions were still running.
pub async fn delete_sessions(
    write: &impl ConnectionTrait,
    user: i64,
    but: Option<i64>,
) -> Result<i64, DbErr> {
    let running = "select count(*) from sessions
                    where user_id = $1 and id <> $2 and kind = $3 and expiry > $4";
    let but = but.unwrap_or(0);
    let values = [user.into(), but.into(), SESSION_KIND_SESSION.into(), Timestamp::now().into()];
    let count = sql::number(write, running, values).await?;
    let text = "delete from sessions where user_id = $1 and id <> $2";
    sql::execute(write, text, [user.into(), but.into()]).await?;
    Ok(count)
}

/// Ends all sessions and enrolments of everybody; returns how many there were.
pub async fn delete_all_sessions(write: &impl ConnectionTrait) -> Result<u64, DbErr> {
    sql::execute(write, "delete from sessions", []).await
}

/// Removes sessions that ended before this time.
pub async fn delete_ended(write: &impl ConnectionTrait, before: Timestamp) -> Result<(), DbErr> {
    sql::execute(write, "delete from sessions where expiry < $1", [before.into()]).await.map(|_| ())
}
