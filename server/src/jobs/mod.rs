//! Work that happens later: stored, retried, shared by all replicas.
//!
//! A job is a row of `jobs`, written in the transaction that causes it, so it
//! exists exactly if its cause does. Any replica that knows its kind claims it
//! for the length of a lease. A handler may be started more than once for the
//! same job (a server can be killed after the work and before recording it):
//! handlers are idempotent.
//!
//! Periodic work is a row of `schedules` that becomes a job at each tick.

mod execution;
mod heartbeat;
mod kinds;
mod new_job;
mod pruning;
mod queries;
mod replicas;
mod scheduler;
#[cfg(test)]
mod test_work;
#[cfg(test)]
mod tests;
mod worker;

use sea_orm::{ConnectionTrait, DbErr};
use tokio::sync::watch;

use self::heartbeat::Heartbeat;
use self::kinds::Kinds;
use crate::app::App;
use crate::auth::random_letters;
use crate::bus::Bus;
use crate::storage::Database;
use crate::time::Timestamp;

pub use self::kinds::{Periodic, Work};
pub use self::new_job::NewJob;
pub use self::pruning::{delete_in_batches, prune_dead};
#[cfg(test)]
use self::queries::DeadJob;
pub use self::replicas::live_replicas;

/// A job that failed this often is dead: kept for people to see, not retried.
pub const MAX_TRIES: i64 = 8;

/// Subject under which replicas wake each other's workers.
const WAKE: &str = "jobs.wake";

/// The queue of jobs, and the heartbeats of its worker and scheduler.
pub struct Jobs {
    db: Database,
    bus: Bus,
    /// Distinguishes our own wake calls on the bus from those of others.
    id: String,
    woken: watch::Sender<()>,
    worker: Heartbeat,
    scheduler: Heartbeat,
}

/// Starts the worker and the scheduler of this server.
///
/// Both end when the server stops, the worker once its running jobs are done.
/// Jobs of a kind not listed here are left to replicas that know it.
pub fn start(app: &App, work: &'static [Work], periodic: &'static [Periodic]) {
    app.jobs.worker.beat();
    app.jobs.scheduler.beat();
    app.tasks.spawn(worker::listen(app.clone()));
    app.tasks.spawn(worker::work(app.clone(), Kinds::new(work, periodic)));
    app.tasks.spawn(scheduler::schedule(app.clone(), periodic));
}

impl Jobs {
    /// Jobs in this database, woken over this bus.
    pub fn new(db: Database, bus: Bus) -> Self {
        Self {
            db,
            bus,
            id: random_letters(12),
            woken: watch::Sender::new(()),
            worker: Heartbeat::default(),
            scheduler: Heartbeat::default(),
        }
    }

    /// Stores a job in the caller's transaction; [`Jobs::wake`] after its commit.
    ///
    /// A keyed job that waits already is moved: it gets the new time and
    /// payload, and its attempts start again. One that is running is moved as
    /// well: it runs again, at the new time but not before the current run has
    /// ended, so the request is not lost and two runs of one key do not
    /// overlap.
    pub async fn enqueue(&self, write: &impl ConnectionTrait, job: NewJob) -> Result<(), DbErr> {
        queries::insert_job(write, &job).await
    }

    /// Makes workers poll for jobs now, here and in the other replicas.
    ///
    /// Calling it without need does no harm. If the bus is down, the others
    /// find the job on their own within seconds.
    pub async fn wake(&self) {
        self.wake_here();
        if let Err(error) = self.bus.publish(WAKE, self.id.clone()).await {
            tracing::debug!(error = %error, "the other replicas could not be woken");
        }
    }

    /// Whether the worker of this process has shown a sign of life lately.
    pub fn worker_alive(&self) -> bool {
        self.worker.is_alive()
    }

    /// Whether the scheduler of this process has shown a sign of life lately.
    pub fn scheduler_alive(&self) -> bool {
        self.scheduler.is_alive()
    }

    /// How many jobs could be worked on now and are not.
    pub async fn queue_len(&self) -> Result<i64, DbErr> {
        queries::count_ready(self.db.read(), Timestamp::now()).await
    }

    /// Jobs that were given up, the latest first, at most 1,000.
    #[cfg(test)]
    pub async fn dead(&self) -> Result<Vec<DeadJob>, DbErr> {
        queries::list_dead(self.db.read()).await
    }

    fn wake_here(&self) {
        self.woken.send_replace(());
    }
}
