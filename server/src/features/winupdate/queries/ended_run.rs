//! Runs about updates that ended.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::domain::runs::RunStatus;
use crate::ids::{AgentId, AgentKey, RunId, RunKey};
use crate::storage::sql;
use crate::time::Timestamp;

/// A finished run about updates.
#[derive(FromQueryResult)]
pub struct EndedRun {
    pub run_id: RunId,
    pub agent: AgentKey,
    pub agent_id: AgentId,
    pub site_id: i64,
    pub client_id: i64,
    pub status: RunStatus,
    pub retcode: Option<i64>,
    /// What went wrong.
    pub problem: String,
    /// Whether the agent began it on its own.
    pub is_of_agent: bool,
    /// Whether the server began it on its own.
    pub is_of_server: bool,
    pub hostname: String,
    /// When it was asked for.
    pub asked: Timestamp,
    pub finished: Option<Timestamp>,
}

pub async fn find_ended_run(
    db: &impl ConnectionTrait,
    id: RunKey,
) -> Result<Option<EndedRun>, DbErr> {
    sql::one(
        db,
        "select r.run_id, r.agent_id as agent, a.agent_id, a.site_id, s.client_id, r.status,
                r.retcode, r.problem, r.time as asked, r.finished,
                length(r.order_body) = 0 as is_of_agent, coalesce(r.user_id = 0, false) as is_of_server,
                a.hostname
           from runs r join present_agents a on a.id = r.agent_id
           join sites s on s.id = a.site_id
          where r.id = $1",
        [id.into()],
    )
    .await
}

/// An update that a run tried to install.
#[derive(FromQueryResult)]
pub struct TriedUpdate {
    pub id: i64,
    pub title: String,
}

pub async fn list_updates_of_run(
    db: &impl ConnectionTrait,
    run_id: &RunId,
) -> Result<Vec<TriedUpdate>, DbErr> {
    let text = "select id, title from winupdates where install_run = $1 order by id";
    sql::all(db, text, [run_id.into()]).await
}
