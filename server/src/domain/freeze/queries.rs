//! All SQL of freezes.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};
use serde_json::json;

use crate::auth::Scope;
use crate::storage::sql;
use crate::time::Timestamp;

/// Whether an agent is frozen, for queries that have its site as `s`.
pub const IS_FROZEN: &str = "exists (select 1 from freezes z where z.ended is null \
     and (z.client_id is null or z.client_id = s.client_id))";

/// The serial of the flags that agents get now.
pub const SERIAL: &str = "(select n.serial from freeze_serial n where n.id = 1)";

/// Something that is frozen.
#[derive(Clone, Debug, FromQueryResult)]
pub struct OpenFreeze {
    pub id: i64,
    /// None: everything.
    pub client_id: Option<i64>,
    pub client_name: Option<String>,
    pub frozen_by: String,
    pub frozen_time: Timestamp,
    /// The superuser who asked for the thaw.
    pub thaw_user_id: Option<i64>,
    /// Their name; empty if nobody asked.
    pub thaw_by: String,
    pub thaw_time: Option<Timestamp>,
    /// A JSON list.
    superusers: String,
}

impl OpenFreeze {
    /// The superusers who could log in when it was frozen.
    pub fn superusers(&self) -> Vec<i64> {
        serde_json::from_str(&self.superusers).unwrap_or_default()
    }
}

const OPEN: &str = "select z.id, z.client_id, c.name as client_name, z.frozen_by, z.frozen_time,
           z.thaw_user_id, z.thaw_by, z.thaw_time, z.superusers
      from freezes z left join clients c on c.id = z.client_id
     where z.ended is null";

/// What is frozen and concerns this scope, everything first.
pub async fn list_open(db: &impl ConnectionTrait, scope: &Scope) -> Result<Vec<OpenFreeze>, DbErr> {
    let scope = scope.client_condition("z.client_id");
    let text = format!("{OPEN} and (z.client_id is null or {scope}) order by coalesce(c.name, '')");
    sql::all(db, &text, []).await
}

/// The freeze of a client, or of everything.
pub async fn find_open(
    db: &impl ConnectionTrait,
    client: Option<i64>,
) -> Result<Option<OpenFreeze>, DbErr> {
    let text = format!("{OPEN} and coalesce(z.client_id, 0) = $1");
    sql::one(db, &text, [client.unwrap_or(0).into()]).await
}

/// Whether no agent at all may get an order.
pub async fn is_everything_frozen(db: &impl ConnectionTrait) -> Result<bool, DbErr> {
    let text = "select count(*) from freezes where ended is null and client_id is null";
    Ok(sql::number(db, text, []).await? > 0)
}

/// Whether the agents of a client may get no order.
pub async fn is_client_frozen(db: &impl ConnectionTrait, client: i64) -> Result<bool, DbErr> {
    let text = "select count(*) from freezes
                 where ended is null and (client_id is null or client_id = $1)";
    Ok(sql::number(db, text, [client.into()]).await? > 0)
}

/// Begins a freeze; returns whether it is new.
pub async fn insert(
    write: &impl ConnectionTrait,
    client: Option<i64>,
    by: &str,
    now: Timestamp,
) -> Result<bool, DbErr> {
    let superusers = json!(list_superusers(write).await?).to_string();
    let text = "insert into freezes (client_id, frozen_by, frozen_time, superusers)
                values ($1, $2, $3, $4) on conflict do nothing";
    let values = [client.into(), by.into(), now.into(), superusers.into()];
    Ok(sql::execute(write, text, values).await? > 0)
}

/// Records which superuser asked for the thaw.
pub async fn record_request(
    write: &impl ConnectionTrait,
    id: i64,
    user: i64,
    by: &str,
    now: Timestamp,
) -> Result<(), DbErr> {
    let text = "update freezes set thaw_user_id = $2, thaw_by = $3, thaw_time = $4 where id = $1";
    sql::execute(write, text, [id.into(), user.into(), by.into(), now.into()]).await.map(|_| ())
}

/// Ends a freeze.
pub async fn end(write: &impl ConnectionTrait, id: i64, now: Timestamp) -> Result<(), DbErr> {
    let text = "update freezes set ended = $2 where id = $1 and ended is null";
    sql::execute(write, text, [id.into(), now.into()]).await.map(|_| ())
}

/// Makes the flags of agents newer than all before. The time is in it so that
/// this is also true after an old backup was restored.
pub async fn count_up(write: &impl ConnectionTrait, now: Timestamp) -> Result<(), DbErr> {
    let text = "update freeze_serial
                   set serial = case when serial >= $1 then serial + 1 else $1 end, changed = $1
                 where id = 1";
    sql::execute(write, text, [now.into()]).await.map(|_| ())
}

/// Whether something is frozen, or was thawed since this time.
pub async fn has_changed_since(db: &impl ConnectionTrait, since: Timestamp) -> Result<bool, DbErr> {
    let text = "select count(*) from freeze_serial n
                 where n.changed > $1 or exists (select 1 from freezes z where z.ended is null)";
    Ok(sql::number(db, text, [since.into()]).await? > 0)
}

/// The superusers who can log in.
pub async fn list_superusers(db: &impl ConnectionTrait) -> Result<Vec<i64>, DbErr> {
    let text = "select u.id from users u left join roles r on r.id = u.role_id
                 where u.is_active and not u.block_dashboard_login
                   and (u.is_superuser or coalesce(r.is_superuser, false))
                 order by u.id";
    sql::values(db, text, []).await
}

/// The name of a client.
pub async fn find_client_name(
    db: &impl ConnectionTrait,
    client: i64,
) -> Result<Option<String>, DbErr> {
    sql::value(db, "select name from clients where id = $1", [client.into()]).await
}
