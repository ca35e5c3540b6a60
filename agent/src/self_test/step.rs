//! One step of the self-test: the function it tries, and what it needs.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;

use super::bench::Bench;
use super::snag::Found;

/// How long most steps may take.
pub const USUAL_LIMIT: Duration = Duration::from_secs(10);

/// Tries a function.
pub type Work = fn(Arc<Bench>) -> BoxFuture<'static, Found>;

/// One step.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its name, for programs.
    pub name: &'static str,
    /// What it is about, for people.
    pub title: &'static str,
    /// The orders, questions and other capabilities that it stands for.
    #[cfg_attr(not(test), expect(dead_code, reason = "a test finds functions without a step"))]
    pub covers: &'static [&'static str],
    /// Whether it fails without full rights on a computer where nothing is wrong.
    pub needs_full_rights: bool,
    /// How long it may take.
    pub limit: Duration,
    /// What it does.
    pub work: Work,
}

impl Step {
    /// A step that needs no special rights and takes no longer than most.
    pub const fn new(
        name: &'static str,
        title: &'static str,
        covers: &'static [&'static str],
        work: Work,
    ) -> Self {
        Self { name, title, covers, needs_full_rights: false, limit: USUAL_LIMIT, work }
    }

    /// The same step, which needs full rights.
    pub const fn with_full_rights(mut self) -> Self {
        self.needs_full_rights = true;
        self
    }

    /// The same step, which may take longer than most.
    pub const fn within(mut self, seconds: u64) -> Self {
        self.limit = Duration::from_secs(seconds);
        self
    }
}
