//! Which servers are alive: a row each, touched every few seconds.

use std::time::Duration;

use sea_orm::DbErr;

use super::heartbeat::ALIVE_WITHIN;
use crate::VERSION;
use crate::app::App;
use crate::storage::{Database, sql};
use crate::time::Timestamp;

/// Rows of servers that were killed are kept this long, for people to see.
const KEPT: Duration = Duration::from_secs(24 * 60 * 60);

/// The ids of the servers on this database that showed a sign of life within
/// 30 seconds.
pub async fn live_replicas(db: &Database) -> Result<Vec<String>, DbErr> {
    sql::values(
        db.read(),
        "select id from replicas where seen > $1 order by id",
        [Timestamp::now().minus(ALIVE_WITHIN).into()],
    )
    .await
}

/// Records that this server is alive, and deletes rows of servers long gone.
pub(super) async fn beat(app: &App) -> Result<(), DbErr> {
    let now = Timestamp::now();
    let write = app.db.begin().await?;
    sql::execute(
        &write,
        "insert into replicas (id, seen, started, version) values ($1, $2, $3, $4)
         on conflict (id) do update set seen = excluded.seen",
        [app.replica_id.clone().into(), now.into(), app.started.into(), VERSION.into()],
    )
    .await?;
    sql::execute(&write, "delete from replicas where seen < $1", [now.minus(KEPT).into()]).await?;
    write.commit().await
}

/// Removes the row of this server.
pub(super) async fn delete_replica(app: &App) -> Result<(), DbErr> {
    let write = app.db.begin().await?;
    let values = [app.replica_id.clone().into()];
    sql::execute(&write, "delete from replicas where id = $1", values).await?;
    write.commit().await
}
