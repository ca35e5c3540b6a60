//! SQL of the health report.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::storage::sql;
use crate::time::Timestamp;

#[derive(FromQueryResult)]
pub struct Counts {
    pub agents: i64,
    pub clients: i64,
    pub sites: i64,
}

/// Counts agents, clients and sites.
pub async fn count_fleet(db: &impl ConnectionTrait) -> Result<Counts, DbErr> {
    let text = "select (select count(*) from present_agents) as agents,
                       (select count(*) from clients) as clients,
                       (select count(*) from sites) as sites";
    let counts: Option<Counts> = sql::one(db, text, []).await?;
    counts.ok_or_else(|| DbErr::RecordNotFound("the counts".to_owned()))
}

/// Counts jobs that are ready and due.
pub async fn count_due_jobs(db: &impl ConnectionTrait) -> Result<i64, DbErr> {
    let text = "select count(*) from jobs where dead_since is null and run_at <= $1";
    sql::number(db, text, [Timestamp::now().into()]).await
}
