//! Which function handles which kind of job.

use std::time::Duration;

use futures_util::future::BoxFuture;
use serde_json::Value;

use crate::app::App;

/// Does one job. It may be started again for the same job, after a failure or
/// because a server was killed, so it must be idempotent.
pub type Handler = fn(App, Value) -> BoxFuture<'static, anyhow::Result<()>>;

/// A kind of job and its handler.
pub struct Work {
    /// The name stored with each job. Never changed: old jobs carry it.
    pub kind: &'static str,
    /// Does one.
    pub handler: Handler,
}

/// Periodic work.
pub struct Periodic {
    /// The name its schedule is stored under, and the kind of its jobs.
    pub name: &'static str,
    /// From one run to the next.
    pub every: Duration,
    /// Runs it once. A failed run is retried like any job.
    pub handler: fn(App) -> BoxFuture<'static, anyhow::Result<()>>,
}

/// All kinds that this server knows.
#[derive(Clone, Copy)]
pub(super) struct Kinds {
    work: &'static [Work],
    periodic: &'static [Periodic],
}

impl Kinds {
    pub(super) fn new(work: &'static [Work], periodic: &'static [Periodic]) -> Self {
        let kinds = Self { work, periodic };
        debug_assert!(kinds.are_distinct(), "two handlers claim the same kind of job");
        kinds
    }

    /// The names of all kinds.
    pub(super) fn names(self) -> Vec<&'static str> {
        let work = self.work.iter().map(|work| work.kind);
        work.chain(self.periodic.iter().map(|periodic| periodic.name)).collect()
    }

    /// The work of one job, not started yet.
    pub(super) fn work(
        self,
        kind: &str,
        app: App,
        payload: Value,
    ) -> Option<BoxFuture<'static, anyhow::Result<()>>> {
        if let Some(work) = self.work.iter().find(|work| work.kind == kind) {
            return Some((work.handler)(app, payload));
        }
        let periodic = self.periodic.iter().find(|periodic| periodic.name == kind)?;
        Some((periodic.handler)(app))
    }

    fn are_distinct(self) -> bool {
        let mut names = self.names();
        names.sort_unstable();
        names.windows(2).all(|pair| pair[0] != pair[1])
    }
}
