//! The one task that starts checks when they are due, and gathers what they found.

use std::sync::Arc;
use std::time::{Duration, Instant};

use muster_protocol::{CheckDefinition, CheckReport};
use tokio::sync::mpsc;

use super::plan::{Plan, PlannedCheck, Start};
use super::probes;
use crate::shared::Shared;

/// What finishes within this time goes to the disk, and to the server, together.
const GATHERED: Duration = Duration::from_secs(2);

/// When to try again what the ledger refused.
const LEDGER_RETRY: Duration = Duration::from_secs(30);

/// When to run a check again that had nothing to report: the first sample of the
/// machine is there by then.
const RUN_RETRY: Duration = Duration::from_secs(60);

/// How many reports are kept in memory while the ledger cannot be written.
const MAX_UNSAVED: usize = 1000;

/// A run that has ended.
struct FinishedRun {
    id: i64,
    /// None when there is nothing to report.
    report: Option<CheckReport>,
}

struct Clockwork {
    shared: Arc<Shared>,
    plan: Plan,
    /// When to read the definitions again.
    reload_at: Option<Duration>,
    /// Reports that are not in the ledger.
    unsaved: Vec<CheckReport>,
    /// When to write them.
    store_at: Option<Duration>,
    finished: mpsc::UnboundedSender<FinishedRun>,
}

/// Runs checks until the agent stops.
pub async fn run_for_ever(shared: Arc<Shared>) {
    let (sender, mut finished) = mpsc::unbounded_channel();
    let mut clockwork = Clockwork {
        shared: Arc::clone(&shared),
        plan: Plan::default(),
        reload_at: None,
        unsaved: Vec::new(),
        store_at: None,
        finished: sender,
    };
    loop {
        let reading = shared.clock.read();
        let wait = clockwork.tick(reading.steady).await;
        tokio::select! {
            () = shared.clock.sleep(reading, wait) => {}
            () = shared.checks.woken.notified() => {}
            Some(run) = finished.recv() => clockwork.finish(run),
            () = shared.stopping.cancelled() => break,
        }
    }
    clockwork.store(shared.clock.read().steady).await;
}

impl Clockwork {
    /// Does what is due, and returns how long nothing will be due.
    async fn tick(&mut self, now: Duration) -> Duration {
        if self.shared.checks.take_changed() {
            self.reload_at = Some(now);
        }
        if self.reload_at.is_some_and(|at| at <= now) {
            self.reload(now);
        }
        let is_frozen = self.shared.freeze.is_frozen();
        for request in self.shared.checks.take_requests() {
            // The connection that asked may be gone.
            let _ = request.answer.send(self.plan.force(&request.ids, is_frozen));
        }
        while let Some(start) = self.plan.start_next(now, is_frozen) {
            self.start(start, now);
        }
        if self.store_at.is_some_and(|at| at <= now) {
            self.store(now).await;
        }
        let times = [self.reload_at, self.store_at, self.plan.next_start(is_frozen)];
        let next = times.into_iter().flatten().min();
        next.map_or(Duration::MAX, |next| next.saturating_sub(now))
    }

    /// Reads the definitions that are in the ledger.
    fn reload(&mut self, now: Duration) {
        let agent_id = &self.shared.identity.agent_id;
        let mut checks = Vec::new();
        let read = self.shared.ledger.each_check(|definition| {
            checks.extend(PlannedCheck::new(&definition, agent_id, now));
        });
        match read {
            Ok(()) => {
                self.plan.replace(checks);
                self.reload_at = None;
                tracing::debug!(checks = self.plan.count(), "checks are defined");
            }
            Err(error) => {
                tracing::error!(error = format!("{error:#}"), "the checks cannot be read yet");
                self.reload_at = Some(now + LEDGER_RETRY);
            }
        }
    }

    fn start(&mut self, start: Start, now: Duration) {
        let Start { id, forced } = start;
        let found = self.shared.ledger.find_check(id).inspect_err(|error| {
            tracing::error!(error = format!("{error:#}"), check = id, "a check cannot be read");
        });
        let Some(definition) = found.ok().flatten() else {
            self.plan.finish(id, now, Some(LEDGER_RETRY));
            return;
        };
        let (shared, finished) = (Arc::clone(&self.shared), self.finished.clone());
        self.shared.tasks.spawn(async move {
            // Apart, so that one that panics does not count as running for ever.
            let running = tokio::spawn(run(shared, definition, forced)).await;
            let report = running.inspect_err(|error| {
                tracing::error!(%error, check = id, "the function that runs a check panicked");
            });
            let _ = finished.send(FinishedRun { id, report: report.ok().flatten() });
        });
    }

    fn finish(&mut self, run: FinishedRun) {
        let now = self.shared.clock.read().steady;
        let retry = run.report.is_none().then_some(RUN_RETRY);
        self.plan.finish(run.id, now, retry);
        if let Some(report) = run.report {
            // Somebody waits for one that was asked for.
            let at = if report.forced { now } else { now + GATHERED };
            self.store_at = Some(self.store_at.map_or(at, |earlier| earlier.min(at)));
            self.unsaved.push(report);
        }
    }

    /// Moves the reports to the ledger; those that cannot be written are kept for
    /// the next time.
    async fn store(&mut self, now: Duration) {
        self.store_at = None;
        if self.unsaved.is_empty() {
            return;
        }
        match self.shared.ledger.keep_reports(self.unsaved.clone()).await {
            Ok(()) => {
                if self.unsaved.drain(..).any(|report| report.forced) {
                    // Nobody but the connection of now: the next one takes its turn again.
                    self.shared.checks.wanted.notify_waiters();
                }
                self.shared.checks.stored.notify_one();
            }
            Err(error) => {
                tracing::error!(error = format!("{error:#}"), "results cannot be stored yet");
                let surplus = self.unsaved.len().saturating_sub(MAX_UNSAVED);
                self.unsaved.drain(..surplus);
                self.store_at = Some(now + LEDGER_RETRY);
            }
        }
    }
}

/// Runs a check once; none when there is nothing to report.
async fn run(
    shared: Arc<Shared>,
    definition: CheckDefinition,
    forced: bool,
) -> Option<CheckReport> {
    let (time, began) = (shared.clock.read().now.timestamp_micros(), Instant::now());
    let reading = probes::measure(&shared, definition.probe).await?;
    Some(CheckReport {
        // The ledger numbers it.
        number: 0,
        check: definition.id,
        version: definition.version,
        time,
        took_ms: u32::try_from(began.elapsed().as_millis()).unwrap_or(u32::MAX),
        reading,
        forced,
    })
}
