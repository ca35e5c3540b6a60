//! The scheduler: turns each tick of periodic work into a job, once among all
//! replicas, and records every few seconds that this server is alive.

use std::time::Duration;

use sea_orm::{DbErr, FromQueryResult};
use serde_json::json;

use super::{NewJob, Periodic, replicas};
use crate::app::App;
use crate::clock;
use crate::storage::sql;
use crate::time::Timestamp;

/// From one sign of life to the next.
const BEAT: Duration = Duration::from_secs(10);
/// Work that has never run waits this long, so that a start is not the
/// busiest moment.
const FIRST_DELAY: Duration = Duration::from_secs(10);
/// All ticks of one kind share this key: a tick that comes while the last is
/// still running follows it instead of running concurrently.
const KEY: &str = "tick";

/// Schedules until the server stops.
pub(super) async fn schedule(app: App, periodic: &'static [Periodic]) {
    loop {
        app.jobs.scheduler.beat();
        let rest = match poll(&app, periodic).await {
            Ok(next) => next.since(Timestamp::now()).min(BEAT),
            Err(error) => {
                tracing::warn!(error = %error, "the scheduler could not read its schedules");
                BEAT
            }
        };
        tokio::select! {
            () = app.stopping.cancelled() => break,
            () = clock::sleep(rest) => {}
        }
    }
    // Best effort: otherwise the row expires.
    let _ = replicas::delete_replica(&app).await;
    app.jobs.scheduler.stop();
}

/// One round; returns when the next schedule is due.
async fn poll(app: &App, periodic: &[Periodic]) -> Result<Timestamp, DbErr> {
    replicas::beat(app).await?;
    metrics::gauge!("muster_jobs_queue_length").set(app.jobs.queue_len().await? as f64);

    let schedules = list_schedules(app).await?;
    let mut next = Timestamp::now().plus(BEAT);
    let mut never_run = Vec::new();
    for work in periodic {
        match schedules.iter().find(|schedule| schedule.name == work.name) {
            Some(stored) => next = next.min(tick_if_due(app, work, stored.next_run_at).await?),
            None => never_run.push((work, Timestamp::now().plus(FIRST_DELAY.min(work.every)))),
        }
    }
    insert_schedules(app, &never_run).await?;
    Ok(never_run.iter().fold(next, |next, (_, first)| next.min(*first)))
}

/// Ticks if it is time; returns when the next tick is due.
async fn tick_if_due(app: &App, work: &Periodic, due: Timestamp) -> Result<Timestamp, DbErr> {
    let Some(next) = next_tick(due, work.every, Timestamp::now()) else { return Ok(due) };
    tick(app, work, due, next).await?;
    Ok(next)
}

/// When it is time again after a tick that is due now; none while it is not.
///
/// A time further away than the next tick can be was written by a clock that
/// has been set back since: it is not waited for.
fn next_tick(due: Timestamp, every: Duration, now: Timestamp) -> Option<Timestamp> {
    if due > now.plus(every) {
        return Some(now.plus(every));
    }
    (due <= now).then(|| tick_after(due, every, now))
}

/// The first tick in step with `last` that is in the future: missed ones are
/// skipped.
fn tick_after(last: Timestamp, every: Duration, now: Timestamp) -> Timestamp {
    let every = i64::try_from(every.as_micros()).unwrap_or(i64::MAX).max(1);
    let missed = now.micros().saturating_sub(last.micros()).div_euclid(every);
    let ahead = missed.saturating_add(1).saturating_mul(every);
    Timestamp::from_micros(last.micros().saturating_add(ahead))
}

/// Moves a schedule and enqueues its job, both or none, unless another
/// replica was first.
async fn tick(app: &App, work: &Periodic, from: Timestamp, to: Timestamp) -> Result<(), DbErr> {
    let write = app.db.begin().await?;
    let moved = sql::execute(
        &write,
        "update schedules set next_run_at = $3 where name = $1 and next_run_at = $2",
        [work.name.into(), from.into(), to.into()],
    )
    .await?;
    if moved == 0 {
        return write.rollback().await;
    }
    app.jobs.enqueue(&write, NewJob::now(work.name, json!({})).keyed(KEY)).await?;
    write.commit().await?;
    app.jobs.wake().await;
    Ok(())
}

#[derive(FromQueryResult)]
struct Schedule {
    name: String,
    next_run_at: Timestamp,
}

async fn list_schedules(app: &App) -> Result<Vec<Schedule>, DbErr> {
    sql::all(app.db.read(), "select name, next_run_at from schedules order by name", []).await
}

/// In one transaction: at the first start all work is new.
async fn insert_schedules(app: &App, new: &[(&Periodic, Timestamp)]) -> Result<(), DbErr> {
    if new.is_empty() {
        return Ok(());
    }
    let write = app.db.begin().await?;
    for (work, first) in new {
        sql::execute(
            &write,
            "insert into schedules (name, next_run_at) values ($1, $2)
             on conflict (name) do nothing",
            [work.name.into(), (*first).into()],
        )
        .await?;
    }
    write.commit().await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::test_work::{PERIODIC, change, until};
    use crate::testing::TestServer;

    #[tokio::test]
    async fn one_of_two_servers_that_see_the_same_tick_enqueues_its_job() {
        let server = TestServer::start().await;
        let other = App::open(server.app.settings.clone()).await.unwrap();
        let (work, from) = (&PERIODIC[0], Timestamp::from_micros(5));
        insert_schedules(&server.app, &[(work, from)]).await.unwrap();

        tick(&server.app, work, from, Timestamp::from_micros(6)).await.unwrap();
        until(&other, "select count(*) from jobs where kind = 'test_tick'", 1).await;
        change(&other, "delete from jobs").await;
        tick(&other, work, from, Timestamp::from_micros(7)).await.unwrap();

        until(&other, "select count(*) from jobs where kind = 'test_tick'", 0).await;
        until(&other, "select next_run_at from schedules where name = 'test_tick'", 6).await;
    }

    #[test]
    fn the_next_tick_keeps_step_and_skips_what_was_missed() {
        let hour = Duration::from_secs(3600);
        let noon = Timestamp::parse("2026-03-01T12:00:00Z").unwrap();
        let one = noon.plus(hour);

        assert_eq!(tick_after(noon, hour, noon), one);
        assert_eq!(tick_after(noon, hour, noon.plus(hour / 2)), one);
        assert_eq!(tick_after(noon, hour, one), one.plus(hour));
        assert_eq!(tick_after(noon, hour, noon.plus(hour * 50 + hour / 2)), noon.plus(hour * 51));
    }

    #[test]
    fn a_clock_that_was_set_back_stops_nothing() {
        let hour = Duration::from_secs(3600);
        let noon = Timestamp::parse("2026-03-01T12:00:00Z").unwrap();

        assert_eq!(next_tick(noon.plus(hour), hour, noon), None);
        assert_eq!(next_tick(noon, hour, noon), Some(noon.plus(hour)));
        assert_eq!(next_tick(noon.plus(hour * 2), hour, noon), Some(noon.plus(hour)));
    }
}
