//! The SQL of finding what nobody else ends.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::domain::freeze::IS_FROZEN;
use crate::storage::sql;
use crate::time::Timestamp;

/// Before which times something counts as lost.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    pub(super) now: Timestamp,
    pub(super) lost: Timestamp,
    pub(super) never_came: Timestamp,
    pub(super) abandoned: Timestamp,
}

/// A session that has to end, and why.
#[derive(FromQueryResult)]
pub(super) struct DueSession {
    pub(super) uid: String,
    pub(super) code: String,
}

/// Viewers whose process has not reported them, and those that never came.
const LOST: &str = "left_time is null
     and ((connected is not null and seen <= $1) or (connected is null and created <= $2))";

/// Whether a viewer is lost: most of the time none is, and nothing is written.
pub(super) async fn has_lost_viewers(
    db: &impl ConnectionTrait,
    limits: Limits,
) -> Result<bool, DbErr> {
    let text = format!("select count(*) from remote_viewers where {LOST}");
    let values = [limits.lost.into(), limits.never_came.into()];
    Ok(sql::number(db, &text, values).await? > 0)
}

/// Records that lost viewers have left.
pub(super) async fn end_lost_viewers(
    write: &impl ConnectionTrait,
    limits: Limits,
) -> Result<(), DbErr> {
    let text = format!(
        "update remote_viewers set left_time = $3, end_code = 'lost', is_driver = false
          where {LOST}"
    );
    let values = [limits.lost.into(), limits.never_came.into(), limits.now.into()];
    sql::execute(write, &text, values).await.map(|_| ())
}

/// Sessions that have to end, oldest first.
pub(super) async fn list_due(
    db: &impl ConnectionTrait,
    limits: Limits,
    most: i64,
) -> Result<Vec<DueSession>, DbErr> {
    let text = format!(
        "select d.uid, d.code from (
             select q.id, q.uid,
                    case when not exists (select 1 from present_agents a where a.id = q.agent_id)
                         then 'agent_removed'
                         when exists (select 1 from present_agents a
                                        join sites s on s.id = a.site_id
                                       where a.id = q.agent_id and {IS_FROZEN})
                         then 'frozen'
                         when q.api_key_id is not null and not exists (
                              select 1 from api_keys k join users u on u.id = k.user_id
                               where k.id = q.api_key_id and u.is_active
                                 and (k.expiration is null or k.expiration > $1))
                         then 'logged_out'
                         when q.login_id is not null and not exists (
                              select 1 from sessions l join users u on u.id = l.user_id
                               where l.id = q.login_id and u.is_active and l.expiry > $1)
                         then 'logged_out'
                         when q.ends_by <= $1 then 'too_long'
                         when q.status = 'opening' and q.created <= $2 then 'never_began'
                         when q.status = 'open' and q.last_seen <= $3 and not exists (
                              select 1 from remote_viewers v where v.session_id = q.id
                                 and v.connected is not null and v.left_time is null)
                         then 'abandoned'
                         else '' end as code
               from remote_sessions q where q.ended is null
         ) d where d.code <> '' order by d.id limit $4"
    );
    let values =
        [limits.now.into(), limits.never_came.into(), limits.abandoned.into(), most.into()];
    sql::all(db, &text, values).await
}
