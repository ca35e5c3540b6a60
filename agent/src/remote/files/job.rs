//! Work that takes a while: it reports how far it is, and stops when it is cancelled.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::answer::Progress;
use super::problem::FileProblem;

/// More often nobody reads it.
const BETWEEN_REPORTS: Duration = Duration::from_millis(200);

/// Cancels something, from anywhere.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Has it stop at the next chance.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it should stop.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Fails when it should stop.
    pub fn check(&self) -> Result<(), FileProblem> {
        match self.is_cancelled() {
            true => Err(FileProblem::cancelled()),
            false => Ok(()),
        }
    }
}

/// Work that takes a while.
pub struct Job<'a> {
    cancel: Cancel,
    report: &'a mut dyn FnMut(Progress),
    progress: Progress,
    reported: Option<Instant>,
}

impl<'a> Job<'a> {
    /// Work of which somebody is told how far it is.
    pub fn new(cancel: Cancel, report: &'a mut dyn FnMut(Progress)) -> Self {
        Self { cancel, report, progress: Progress::default(), reported: None }
    }

    /// How much there is to do.
    pub fn expect(&mut self, total: u64) {
        self.progress.total = total;
    }

    /// So much more is done. Fails when the rest is not wanted.
    pub fn advance(&mut self, more: u64) -> Result<(), FileProblem> {
        self.progress.done += more;
        if self.reported.is_none_or(|at| at.elapsed() >= BETWEEN_REPORTS) {
            self.reported = Some(Instant::now());
            (self.report)(self.progress);
        }
        self.cancel.check()
    }
}
