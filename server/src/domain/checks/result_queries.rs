//! All SQL about results; that about their history is beside it.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, FromQueryResult, Value};

pub use super::history_queries::*;
use crate::ids::{AgentId, AgentKey};
use crate::storage::sql;
use crate::time::Timestamp;

/// The state of a result before new reports.
#[derive(Clone, Debug, FromQueryResult)]
pub struct ResultRow {
    pub id: i64,
    pub agent: AgentKey,
    pub check_id: i64,
    pub status: String,
    pub severity: Option<String>,
    pub last_run: Option<i64>,
    pub fail_count: i64,
    pub crossed_since: Option<i64>,
    pub points: Option<Vec<u8>>,
    pub version: String,
    pub agent_id: AgentId,
    pub check_interval: i64,
    pub site_id: i64,
    pub client_id: i64,
}

const RESULT_COLUMNS: &str = "r.id, r.agent_id as agent, r.check_id, r.status, r.severity,
        r.last_run, r.fail_count, r.crossed_since, r.points, r.version, a.agent_id,
        a.check_interval, a.site_id, s.client_id";

/// The results of these checks on these agents, as far as there are any. Nobody
/// else changes them until the transaction ends.
pub async fn lock_results(
    write: &impl ConnectionTrait,
    pairs: &[(AgentKey, i64)],
) -> Result<Vec<ResultRow>, DbErr> {
    let mut found = Vec::with_capacity(pairs.len());
    for chunk in sql::even_chunks(pairs) {
        let text = format!(
            "with v (agent_id, check_id) as (values {})
             select {RESULT_COLUMNS}
               from v join check_results r on r.agent_id = v.agent_id and r.check_id = v.check_id
               join present_agents a on a.id = r.agent_id join sites s on s.id = a.site_id
              order by r.id {}",
            sql::rows(2, chunk.len()),
            locking(write)
        );
        let values = chunk.iter().flat_map(|(agent, check)| [(*agent).into(), (*check).into()]);
        let rows: Vec<ResultRow> = sql::all(write, &text, values).await?;
        found.extend(rows);
    }
    Ok(found)
}

/// The results with this condition, locked as by [`lock_results`].
pub async fn lock_where(
    write: &impl ConnectionTrait,
    condition: &str,
    value: Value,
) -> Result<Vec<ResultRow>, DbErr> {
    let text = format!(
        "select {RESULT_COLUMNS}
           from check_results r join present_agents a on a.id = r.agent_id
           join sites s on s.id = a.site_id
          where {condition} order by r.id {}",
        locking(write)
    );
    sql::all(write, &text, [value]).await
}

/// Results of one transaction that clears them.
const CLEARED_AT_ONCE: u64 = 500;

/// Some results of agents that were not seen since, which are not pending; locked as by
/// [`lock_results`].
pub async fn lock_unseen(
    write: &impl ConnectionTrait,
    unseen_since: Timestamp,
) -> Result<Vec<ResultRow>, DbErr> {
    let condition = format!(
        "r.id in (select o.id from check_results o join present_agents p on p.id = o.agent_id
                   where p.last_seen < $1 and o.status <> 'pending'
                   order by o.id limit {CLEARED_AT_ONCE})"
    );
    lock_where(write, &condition, unseen_since.into()).await
}

/// SQLite has only one writer.
fn locking(write: &impl ConnectionTrait) -> &'static str {
    match write.get_database_backend() {
        DbBackend::Postgres => "for update of r",
        _ => "",
    }
}

/// A result that was judged.
pub struct JudgedRow {
    pub id: i64,
    pub status: &'static str,
    pub severity: Option<&'static str>,
    pub more_info: String,
    pub last_run: i64,
    pub fail_count: i64,
    pub extra_details: String,
    pub stdout: String,
    pub stderr: String,
    pub retcode: Option<i64>,
    pub execution_time: Option<f64>,
    pub samples: String,
    pub crossed_since: Option<i64>,
    pub points: Vec<u8>,
}

/// Stores results that were judged.
pub async fn update_judged(
    write: &impl ConnectionTrait,
    rows: Vec<JudgedRow>,
) -> Result<(), DbErr> {
    for chunk in sql::even_chunks(&rows) {
        let text = format!(
            "with v (id, status, severity, more_info, last_run, fail_count, extra_details, stdout,
                     stderr, retcode, execution_time, samples, crossed_since, points)
                  as (values {})
             update check_results
                set status = v.status, severity = v.severity, more_info = v.more_info,
                    last_run = v.last_run, fail_count = v.fail_count,
                    extra_details = v.extra_details, stdout = v.stdout, stderr = v.stderr,
                    retcode = v.retcode, execution_time = v.execution_time, samples = v.samples,
                    crossed_since = v.crossed_since, points = v.points
               from v where check_results.id = v.id",
            sql::rows(14, chunk.len())
        );
        let row = |row: &JudgedRow| -> [Value; 14] {
            [
                row.id.into(),
                row.status.into(),
                row.severity.map(str::to_owned).into(),
                row.more_info.clone().into(),
                row.last_run.into(),
                row.fail_count.into(),
                row.extra_details.clone().into(),
                row.stdout.clone().into(),
                row.stderr.clone().into(),
                row.retcode.into(),
                row.execution_time.into(),
                row.samples.clone().into(),
                row.crossed_since.into(),
                row.points.clone().into(),
            ]
        };
        sql::execute(write, &text, chunk.iter().flat_map(row)).await?;
    }
    Ok(())
}

/// A result with a new point or time of its last run, and the same state as before.
pub struct TouchedRow {
    pub id: i64,
    pub points: Vec<u8>,
    pub last_run: Option<i64>,
    /// None for what there was.
    pub more_info: Option<String>,
}

/// Stores results that are as they were.
pub async fn update_touched(
    write: &impl ConnectionTrait,
    rows: Vec<TouchedRow>,
) -> Result<(), DbErr> {
    for chunk in sql::even_chunks(&rows) {
        let text = format!(
            "with v (id, points, last_run, more_info) as (values {})
             update check_results
                set points = v.points, last_run = v.last_run,
                    more_info = coalesce(v.more_info, check_results.more_info)
               from v where check_results.id = v.id",
            sql::rows(4, chunk.len())
        );
        let row = |row: &TouchedRow| -> [Value; 4] {
            let more_info = row.more_info.clone().into();
            [row.id.into(), row.points.clone().into(), row.last_run.into(), more_info]
        };
        sql::execute(write, &text, chunk.iter().flat_map(row)).await?;
    }
    Ok(())
}

/// Makes results passing until the next report, and forgets why they failed.
pub async fn update_reset(write: &impl ConnectionTrait, ids: &[i64]) -> Result<(), DbErr> {
    forget(write, ids, "passing").await
}

/// Makes results pending: nobody knows any more what they would be.
pub async fn update_cleared(write: &impl ConnectionTrait, ids: &[i64]) -> Result<(), DbErr> {
    forget(write, ids, "pending").await
}

async fn forget(write: &impl ConnectionTrait, ids: &[i64], status: &str) -> Result<(), DbErr> {
    let text = format!(
        "update check_results
            set status = '{status}', severity = null, fail_count = 0, crossed_since = null,
                more_info = '', retcode = null, stdout = '', stderr = '', extra_details = '{{}}',
                execution_time = null
          where id in ({})",
        sql::list(ids)
    );
    sql::execute(write, &text, []).await.map(|_| ())
}

/// How many results of an agent are in which state.
#[derive(Clone, Debug, FromQueryResult)]
pub struct StateCount {
    pub agent: AgentKey,
    pub status: String,
    pub severity: Option<String>,
    pub count: i64,
}

/// Counts the results of agents by state.
pub async fn count_states(
    db: &impl ConnectionTrait,
    agents: &[AgentKey],
) -> Result<Vec<StateCount>, DbErr> {
    let (among, agents) = sql::among(db, "agent_id", 1, agents);
    let text = format!(
        "select agent_id as agent, status, severity, count(*) as count
           from check_results where {among} group by agent_id, status, severity"
    );
    sql::all(db, &text, [agents]).await
}

/// Those of these agents that have checks.
pub async fn list_agents_with_checks(
    db: &impl ConnectionTrait,
    agents: &[AgentKey],
) -> Result<Vec<AgentKey>, DbErr> {
    let (among, agents) = sql::among(db, "agent_id", 1, agents);
    let text = format!("select distinct agent_id from check_results where {among}");
    let ids: Vec<i64> = sql::values(db, &text, [agents]).await?;
    Ok(ids.into_iter().map(AgentKey).collect())
}
