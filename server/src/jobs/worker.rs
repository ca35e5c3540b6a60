//! The worker: runs due jobs, a few at a time, and sleeps until more are due.

use std::time::Duration;

use sea_orm::DbErr;
use tokio::task::JoinSet;

use super::kinds::Kinds;
use super::{WAKE, execution, queries};
use crate::app::App;
use crate::auth::random_letters;
use crate::clock;
use crate::time::Timestamp;

/// How many jobs one process works on at the same time.
const AT_ONCE: usize = 8;
/// Longest pause without polling the table: finds jobs without a wake call, and
/// jobs whose worker was killed.
const POLL: Duration = Duration::from_secs(15);
/// Pause when a job is due but another transaction has locked its row.
const CONTENDED: Duration = Duration::from_secs(1);
/// Pause after the database could not be reached.
const UNREACHABLE: Duration = Duration::from_secs(3);

/// Works until the server stops, then completes the running jobs.
pub(super) async fn work(app: App, kinds: Kinds) {
    let mut woken = app.jobs.woken.subscribe();
    let mut running = JoinSet::new();
    loop {
        app.jobs.worker.beat();
        // Before polling, so that a wake call during it polls again.
        woken.mark_unchanged();
        let looked = clock::steady();
        let rest = match take_due(&app, kinds, &mut running).await {
            Ok(rest) => rest,
            Err(error) => {
                tracing::warn!(error = %error, "the worker could not read the job queue");
                UNREACHABLE
            }
        };
        tokio::select! {
            () = app.stopping.cancelled() => break,
            _ = woken.changed() => {}
            Some(_) = running.join_next() => {}
            () = clock::sleep_until(looked + rest) => {}
        }
    }
    while running.join_next().await.is_some() {}
    app.jobs.worker.stop();
}

/// Passes on wake calls of other replicas, until the server stops.
pub(super) async fn listen(app: App) {
    let listening = async {
        loop {
            if let Ok(mut calls) = app.bus.subscribe(WAKE).await {
                while let Some(call) = calls.next().await {
                    if call.payload != app.jobs.id.as_bytes() {
                        app.jobs.wake_here();
                    }
                }
            }
            tokio::time::sleep(POLL).await;
        }
    };
    app.stopping.run_until_cancelled(listening).await;
}

/// Starts due jobs as far as there is capacity; returns how long to rest unless
/// woken. A job that ends wakes the worker.
async fn take_due(app: &App, kinds: Kinds, running: &mut JoinSet<()>) -> Result<Duration, DbErr> {
    let names = kinds.names();
    // An empty list is not SQL.
    if names.is_empty() {
        return Ok(POLL);
    }
    loop {
        while running.try_join_next().is_some() {}
        let free = AT_ONCE - running.len();
        if free == 0 || app.stopping.is_cancelled() {
            return Ok(POLL);
        }
        // Reading first keeps an idle worker away from SQLite's only writer.
        let now = Timestamp::now();
        let Some(due) = queries::find_next_due(app.db.read(), &names, now).await? else {
            return Ok(POLL);
        };
        if due > now {
            return Ok(due.since(now).min(POLL));
        }
        let holder = format!("{}/{}", app.replica_id, random_letters(8));
        let lease = (now, now.plus(execution::LEASE));
        let claimed = queries::claim(&app.db, &names, &holder, free, lease).await?;
        if claimed.is_empty() {
            return Ok(CONTENDED);
        }
        for job in claimed {
            running.spawn(execution::run(app.clone(), kinds, job));
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::jobs::NewJob;
    use crate::jobs::test_work::{WORK, enqueue};
    use crate::testing::TestServer;

    #[tokio::test]
    async fn the_worker_rests_until_the_next_job_is_due_but_not_longer_than_it_polls() {
        clock::stop();
        let server = TestServer::start().await;
        let (mut running, kinds) = (JoinSet::new(), Kinds::new(WORK, &[]));
        for (due, rest) in [(POLL * 2, POLL), (POLL / 3, POLL / 3)] {
            let job = NewJob::now("note", json!({})).at(Timestamp::now().plus(due));
            enqueue(&server.app, job).await;
            assert_eq!(take_due(&server.app, kinds, &mut running).await.unwrap(), rest);
        }
    }
}
