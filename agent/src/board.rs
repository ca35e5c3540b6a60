//! Every run that is not closed, as the agent sees it now.
//!
//! What runs writes its progress here; the connection waits here for runs with
//! something to report. Neither knows the other, so a run continues when the
//! connection breaks, and a new connection finds all of it.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use muster_protocol::{KnownRun, Outcome, Stream, TaskStart};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::run_id::RunId;

/// How far a run is.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// Whether the ledger has its order.
    pub accepted: bool,
    /// How it began, when the agent started it by itself.
    pub task: Option<TaskStart>,
    /// Bytes of stdout in the spool.
    pub stdout: u64,
    /// Bytes of stderr in the spool.
    pub stderr: u64,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// Whether it outlives this process: the next one continues it.
    pub outlives: bool,
    /// Whether the server has closed it although it is still in progress.
    pub unwanted: bool,
    /// Ends the run when cancelled.
    pub cancel: CancellationToken,
}

/// An ended run of a task that the server has not closed.
#[derive(Clone, Debug, PartialEq)]
pub struct WaitingRun {
    pub run_id: RunId,
    /// How it began.
    pub start: TaskStart,
    /// What its output takes on the disk.
    pub bytes: u64,
}

/// The runs that are not closed.
#[derive(Debug, Default)]
pub struct Board {
    state: Mutex<State>,
    changed: Notify,
    emptied: Notify,
    ended: Notify,
}

#[derive(Debug, Default)]
struct State {
    runs: HashMap<RunId, Run>,
    /// Runs with something to report, in the order in which they are reported.
    waiting: VecDeque<RunId>,
    /// The same runs, to keep each in the queue once.
    queued: HashSet<RunId>,
    /// Whether this process starts no new runs.
    is_closed: bool,
}

impl State {
    fn has_nothing_to_report(&self) -> bool {
        self.runs.values().all(|run| run.outlives && run.outcome.is_none())
    }
}

impl Board {
    /// Adds a run; false when it is already there, or when no new run may begin.
    pub fn insert(&self, run_id: &RunId, run: Run) -> bool {
        let mut state = self.state();
        if state.is_closed || state.runs.contains_key(run_id) {
            return false;
        }
        state.runs.insert(run_id.clone(), run);
        true
    }

    /// How far a run is; none when it is closed or was never here.
    pub fn find(&self, run_id: &RunId) -> Option<Run> {
        self.state().runs.get(run_id).cloned()
    }

    /// Changes a run and notifies the connection.
    pub fn update(&self, run_id: &RunId, change: impl FnOnce(&mut Run)) {
        if let Some(run) = self.state().runs.get_mut(run_id) {
            change(run);
            if run.outcome.is_some() {
                self.ended.notify_waiters();
            }
        }
        self.touch(run_id);
    }

    /// Notes that a stream of a run has grown.
    pub fn grown(&self, run_id: &RunId, stream: Stream, length: u64) {
        self.update(run_id, |run| match stream {
            Stream::Stdout => run.stdout = length,
            Stream::Stderr => run.stderr = length,
        });
    }

    /// Notes that a stream cannot be read from here on: what follows is lost.
    pub fn cut(&self, run_id: &RunId, stream: Stream, length: u64) {
        self.update(run_id, |run| {
            let truncate = |spooled: &mut u64| *spooled = length.min(*spooled);
            match stream {
                Stream::Stdout => truncate(&mut run.stdout),
                Stream::Stderr => truncate(&mut run.stderr),
            }
            if let Some(outcome) = &mut run.outcome {
                outcome.stdout = outcome.stdout.min(run.stdout);
                outcome.stderr = outcome.stderr.min(run.stderr);
                outcome.truncated = true;
            }
        });
    }

    /// Takes a run off the board.
    pub fn remove(&self, run_id: &RunId) {
        let mut state = self.state();
        state.runs.remove(run_id);
        self.ended.notify_waiters();
        if state.has_nothing_to_report() {
            self.emptied.notify_waiters();
        }
    }

    /// Puts a run at the end of those with something to report.
    pub fn touch(&self, run_id: &RunId) {
        let mut state = self.state();
        if state.runs.contains_key(run_id) && state.queued.insert(run_id.clone()) {
            state.waiting.push_back(run_id.clone());
            self.changed.notify_one();
        }
    }

    /// Queues every run: a new connection has begun.
    pub fn touch_all(&self) {
        let mut state = self.state();
        state.waiting = state.runs.keys().cloned().collect();
        state.queued = state.runs.keys().cloned().collect();
        self.changed.notify_one();
    }

    /// Waits for a run with something to report.
    ///
    /// One waiter at a time: the connection.
    pub async fn next_changed(&self) -> RunId {
        loop {
            if let Some(run_id) = self.take_waiting() {
                return run_id;
            }
            self.changed.notified().await;
        }
    }

    /// Waits until no run is in progress that would end with this process. From
    /// then on no new run begins.
    pub async fn close_when_quiet(&self) {
        loop {
            let ended = self.ended.notified();
            tokio::pin!(ended);
            // Before the check, so that an end after it is not missed.
            ended.as_mut().enable();
            if self.close_if_quiet() {
                return;
            }
            ended.await;
        }
    }

    fn close_if_quiet(&self) -> bool {
        let mut state = self.state();
        state.is_closed = state.runs.values().all(|run| run.outlives || run.outcome.is_some());
        state.is_closed
    }

    /// Waits until the server has everything of a run.
    pub async fn wait_until_closed(&self, run_id: &RunId) {
        loop {
            let ended = self.ended.notified();
            tokio::pin!(ended);
            ended.as_mut().enable();
            if !self.state().runs.contains_key(run_id) {
                return;
            }
            ended.await;
        }
    }

    /// Waits until no run is open but those that outlive this process.
    pub async fn wait_until_empty(&self) {
        loop {
            let emptied = self.emptied.notified();
            if self.state().has_nothing_to_report() {
                return;
            }
            emptied.await;
        }
    }

    /// The runs that `Hello` reports.
    pub fn known_runs(&self) -> Vec<KnownRun> {
        let state = self.state();
        let known = |(run_id, run): (&RunId, &Run)| KnownRun {
            run_id: run_id.into(),
            finished: run.outcome.is_some(),
            task: run.task.clone(),
        };
        state.runs.iter().filter(|(_, run)| run.accepted).map(known).collect()
    }

    /// The runs of tasks that are over and wait for the server.
    pub fn waiting_task_runs(&self) -> Vec<WaitingRun> {
        let waiting = |(run_id, run): (&RunId, &Run)| {
            let start = run.task.clone().filter(|_| run.outcome.is_some())?;
            Some(WaitingRun { run_id: run_id.clone(), start, bytes: run.stdout + run.stderr })
        };
        self.state().runs.iter().filter_map(waiting).collect()
    }

    fn take_waiting(&self) -> Option<RunId> {
        let mut state = self.state();
        let run_id = state.waiting.pop_front()?;
        state.queued.remove(&run_id);
        Some(run_id)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A panic elsewhere leaves the board whole: each change is one step.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
