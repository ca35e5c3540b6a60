//! All SQL of the table `jobs`.
//!
//! A job waits (`leased_until` in the past), is running (a lease names its
//! holder), or is dead. `attempts` counts from the claim on, so that a job that
//! kills its server is given up as well. Zero attempts on a leased job mean
//! that it was enqueued again since its claim.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use super::new_job::NewJob;
use crate::storage::{Database, sql};
use crate::time::Timestamp;

/// A job that was given up.
#[cfg(test)]
#[derive(Clone, Debug, PartialEq, FromQueryResult)]
pub struct DeadJob {
    pub id: i64,
    /// Which handler failed.
    pub kind: String,
    /// How often.
    pub attempts: i64,
    /// The error of the last attempt.
    pub last_error: String,
    /// When it was given up.
    pub dead_since: Timestamp,
}

/// A job that a worker runs.
#[derive(Clone, Debug, FromQueryResult)]
pub(super) struct ClaimedJob {
    pub(super) id: i64,
    pub(super) kind: String,
    pub(super) payload: String,
    /// The present try counts.
    pub(super) attempts: i64,
    /// Identifies this claim.
    pub(super) leased_by: String,
}

/// Stores a job, or moves the one of the same kind and key. The lease of a
/// running job stays: [`finish`] then releases it instead of deleting it.
pub(super) async fn insert_job(write: &impl ConnectionTrait, job: &NewJob) -> Result<(), DbErr> {
    sql::execute(
        write,
        "insert into jobs (kind, payload, dedupe_key, run_at, created_time)
         values ($1, $2, $3, $4, $5)
         on conflict (kind, dedupe_key) where dead_since is null do update
            set payload = excluded.payload, run_at = excluded.run_at,
                attempts = 0, last_error = ''",
        [
            job.kind.into(),
            job.payload.to_string().into(),
            job.dedupe_key.clone().into(),
            job.run_at.into(),
            Timestamp::now().into(),
        ],
    )
    .await
    .map(|_| ())
}

/// When the next job of these kinds is due that no worker runs.
pub(super) async fn find_next_due(
    db: &impl ConnectionTrait,
    kinds: &[&'static str],
    but: &[i64],
    now: Timestamp,
) -> Result<Option<Timestamp>, DbErr> {
    let text = format!(
        "select run_at from jobs
          where dead_since is null and leased_until <= $1 and {}
          order by run_at limit 1",
        among(kinds, but, 2)
    );
    sql::value(db, &text, with_jobs(vec![now.into()], kinds, but)).await
}

/// Takes up to `limit` due jobs until `until`, in the name of `holder`, but none of
/// those in `but`.
///
/// On PostgreSQL rows that another worker is taking are skipped; on SQLite
/// there is one writer at a time, so no other worker can be taking any.
pub(super) async fn claim(
    db: &Database,
    kinds: &[&'static str],
    but: &[i64],
    holder: &str,
    limit: usize,
    (now, until): (Timestamp, Timestamp),
) -> Result<Vec<ClaimedJob>, DbErr> {
    let lock = if db.is_shared() { "for update skip locked" } else { "" };
    let text = format!(
        "update jobs set leased_by = $1, leased_until = $2, attempts = attempts + 1
          where id in (select id from jobs
                        where dead_since is null and run_at <= $3 and leased_until <= $3
                          and {}
                        order by run_at, id limit $4 {lock})
         returning id, kind, payload, attempts, leased_by",
        among(kinds, but, 5)
    );
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let values = vec![holder.into(), until.into(), now.into(), limit.into()];
    let write = db.begin().await?;
    let claimed = sql::all(&write, &text, with_jobs(values, kinds, but)).await?;
    write.commit().await?;
    Ok(claimed)
}

/// Extends a lease; returns whether it was still ours.
pub(super) async fn renew(
    db: &Database,
    job: &ClaimedJob,
    until: Timestamp,
) -> Result<bool, DbErr> {
    let write = db.begin().await?;
    let renewed = sql::execute(
        &write,
        "update jobs set leased_until = $3 where id = $1 and leased_by = $2",
        [job.id.into(), job.leased_by.clone().into(), until.into()],
    )
    .await?;
    write.commit().await?;
    Ok(renewed == 1)
}

/// How a try ended.
#[derive(Debug)]
pub(super) enum Ending {
    /// It worked: the job is deleted.
    Done,
    /// It failed: the job waits until this time.
    Retry { at: Timestamp, error: String },
    /// It failed for the last time.
    Dead { at: Timestamp, tries: i64, error: String },
}

/// Stores how an attempt ended. Does nothing when another worker has the lease
/// by now. A job that was enqueued again since its claim is released as it is,
/// whatever the ending.
pub(super) async fn finish(db: &Database, job: &ClaimedJob, ending: &Ending) -> Result<(), DbErr> {
    const OURS: &str = "where id = $1 and leased_by = $2";
    const RELEASED: &str = "leased_until = 0, leased_by = ''";
    let mut values: Vec<Value> = vec![job.id.into(), job.leased_by.clone().into()];
    let change = match ending {
        Ending::Done => "delete from jobs".to_owned(),
        Ending::Retry { at, error } => {
            values.extend([(*at).into(), error.as_str().into()]);
            format!("update jobs set {RELEASED}, run_at = $3, last_error = $4")
        }
        Ending::Dead { at, tries, error } => {
            values.extend([(*at).into(), error.as_str().into(), (*tries).into()]);
            format!("update jobs set {RELEASED}, dead_since = $3, last_error = $4, attempts = $5")
        }
    };
    let write = db.begin().await?;
    let updated =
        sql::execute(&write, &format!("{change} {OURS} and attempts > 0"), values).await?;
    if updated == 0 {
        let values = [job.id.into(), job.leased_by.clone().into()];
        sql::execute(&write, &format!("update jobs set {RELEASED} {OURS}"), values).await?;
    }
    write.commit().await
}

/// How many jobs are due and not running.
pub(super) async fn count_ready(db: &impl ConnectionTrait, now: Timestamp) -> Result<i64, DbErr> {
    sql::number(
        db,
        "select count(*) from jobs
          where dead_since is null and run_at <= $1 and leased_until <= $1",
        [now.into()],
    )
    .await
}

/// The jobs that were given up, the latest first.
#[cfg(test)]
pub(super) async fn list_dead(db: &impl ConnectionTrait) -> Result<Vec<DeadJob>, DbErr> {
    sql::all(
        db,
        "select id, kind, attempts, last_error, dead_since from jobs
          where dead_since is not null
          order by dead_since desc, id desc limit 1000",
        [],
    )
    .await
}

/// A condition: of these kinds, and not one of these.
fn among(kinds: &[&'static str], but: &[i64], first: usize) -> String {
    let numbers = |first: usize, count: usize| {
        (first..first + count).map(|number| format!("${number}")).collect::<Vec<_>>().join(", ")
    };
    let (kinds_end, count) = (first + kinds.len(), but.len());
    format!(
        "kind in ({}) and id not in ({})",
        numbers(first, kinds.len()),
        numbers(kinds_end, count)
    )
}

fn with_jobs(mut values: Vec<Value>, kinds: &[&'static str], but: &[i64]) -> Vec<Value> {
    values.extend(kinds.iter().map(|&kind| Value::from(kind)));
    values.extend(but.iter().map(|&id| Value::from(id)));
    values
}
