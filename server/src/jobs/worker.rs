//! The worker: runs due jobs, a few at a time, and sleeps until more are due.

use std::collections::HashMap;
use std::time::Duration;

use sea_orm::DbErr;
use tokio::task::{self, JoinSet};

use super::kinds::Kinds;
use super::queries::ClaimedJob;
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

/// The jobs that this process works on. It never takes one of them again, also when
/// its lease has passed: the time of day jumps when a virtual machine is resumed,
/// and then mail would be sent twice.
#[derive(Default)]
struct InHand {
    tasks: JoinSet<()>,
    jobs: HashMap<task::Id, i64>,
}

impl InHand {
    fn start(&mut self, app: &App, kinds: Kinds, job: ClaimedJob) {
        let id = job.id;
        let task = self.tasks.spawn(execution::run(app.clone(), kinds, job));
        self.jobs.insert(task.id(), id);
    }

    /// Waits for the end of one; none if there is none.
    async fn ended(&mut self) -> Option<()> {
        let ended = self.tasks.join_next_with_id().await?;
        self.jobs.remove(&ended.map_or_else(|error| error.id(), |(task, ())| task));
        Some(())
    }

    /// Forgets those that have ended.
    fn sort_out(&mut self) {
        while let Some(ended) = self.tasks.try_join_next_with_id() {
            self.jobs.remove(&ended.map_or_else(|error| error.id(), |(task, ())| task));
        }
    }

    /// Their keys. Always as many, so that the statements stay the same; no job has the key 0.
    fn keys(&self) -> [i64; AT_ONCE] {
        let mut keys = [0; AT_ONCE];
        keys.iter_mut().zip(self.jobs.values()).for_each(|(key, id)| *key = *id);
        keys
    }
}

/// Works until the server stops, then completes the running jobs.
pub(super) async fn work(app: App, kinds: Kinds) {
    let mut woken = app.jobs.woken.subscribe();
    let mut in_hand = InHand::default();
    loop {
        app.jobs.worker.beat();
        // Before polling, so that a wake call during it polls again.
        woken.mark_unchanged();
        let looked = clock::steady();
        let rest = match take_due(&app, kinds, &mut in_hand).await {
            Ok(rest) => rest,
            Err(error) => {
                tracing::warn!(error = %error, "the worker could not read the job queue");
                UNREACHABLE
            }
        };
        tokio::select! {
            () = app.stopping.cancelled() => break,
            _ = woken.changed() => {}
            Some(()) = in_hand.ended() => {}
            () = clock::sleep_until(looked + rest) => {}
        }
    }
    while in_hand.ended().await.is_some() {}
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
async fn take_due(app: &App, kinds: Kinds, in_hand: &mut InHand) -> Result<Duration, DbErr> {
    let names = kinds.names();
    // An empty list is not SQL.
    if names.is_empty() {
        return Ok(POLL);
    }
    loop {
        in_hand.sort_out();
        let (free, keys) = (AT_ONCE - in_hand.jobs.len(), in_hand.keys());
        if free == 0 || app.stopping.is_cancelled() {
            return Ok(POLL);
        }
        // Reading first keeps an idle worker away from SQLite's only writer.
        let now = Timestamp::now();
        let Some(due) = queries::find_next_due(app.db.read(), &names, &keys, now).await? else {
            return Ok(POLL);
        };
        if due > now {
            return Ok(due.since(now).min(POLL));
        }
        let holder = format!("{}/{}", app.replica_id, random_letters(8));
        let lease = (now, now.plus(execution::LEASE));
        let claimed = queries::claim(&app.db, &names, &keys, &holder, free, lease).await?;
        if claimed.is_empty() {
            return Ok(CONTENDED);
        }
        for job in claimed {
            in_hand.start(app, kinds, job);
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
        let (mut in_hand, kinds) = (InHand::default(), Kinds::new(WORK, &[]));
        for (due, rest) in [(POLL * 2, POLL), (POLL / 3, POLL / 3)] {
            let job = NewJob::now("note", json!({})).at(Timestamp::now().plus(due));
            enqueue(&server.app, job).await;
            assert_eq!(take_due(&server.app, kinds, &mut in_hand).await.unwrap(), rest);
        }
    }
}
