//! The self-test: tries on this computer what the agent can do, function by
//! function, and changes nothing there.
//!
//! `table` lists the steps; each really does what it is about. A step that hangs
//! or panics is reported as such, and the others go on.

mod bench;
mod commands;
mod family;
mod machine;
mod network;
mod own;
mod packages;
mod processes;
mod recordings;
mod records;
mod services;
mod snag;
mod step;
mod table;
#[cfg(test)]
mod tests;
mod unfinished;

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use muster_protocol::{SELF_TEST_SECONDS, SelfTestReport, SelfTestStatus, SelfTestStep};
use tokio::sync::{Mutex, Semaphore};
use tokio_util::sync::CancellationToken;

use crate::data_dir::DataDir;
use crate::os::{Problem, accounts, platform};
use crate::{clock, release};
use bench::Bench;
use snag::Snag;
use step::Step;
use unfinished::Unfinished;

/// All steps together end within it, so that the report is never late.
const LIMIT: Duration = Duration::from_secs(SELF_TEST_SECONDS - 10);

/// How many steps are tried at once.
const AT_ONCE: usize = 4;

/// Tests this computer, once at a time.
#[derive(Debug)]
pub struct SelfTest {
    steps: Vec<Step>,
    limit: Duration,
    turn: Mutex<()>,
    unfinished: Unfinished,
}

impl Default for SelfTest {
    fn default() -> Self {
        Self::new(table::STEPS.to_vec(), LIMIT)
    }
}

impl SelfTest {
    /// A test of these steps, which end within a limit all together.
    fn new(steps: Vec<Step>, limit: Duration) -> Self {
        Self { steps, limit, turn: Mutex::default(), unfinished: Unfinished::default() }
    }

    /// How many steps there are.
    pub fn step_count(&self) -> usize {
        self.steps.len()
    }

    /// Tries everything; refused while another test runs. It ends early, with steps
    /// that were not tried, when the agent stops.
    pub async fn run(
        &self,
        data: &DataDir,
        stopping: &CancellationToken,
    ) -> Result<SelfTestReport, Problem> {
        let Ok(_turn) = self.turn.try_lock() else {
            let reason = "a self-test runs on this computer already: wait for its result";
            return Err(Problem::failed(reason));
        };
        let (started, began) = (clock::now_micros(), Instant::now());
        let bench = Arc::new(Bench::set_up(data, stopping)?);
        let deadline = tokio::time::Instant::now() + self.limit;
        let slots = Semaphore::new(AT_ONCE);
        let steps = self.steps.iter().map(|step| self.take(step, &bench, &slots, deadline));
        let steps = join_all(steps).await;
        bench.clean_up();
        Ok(SelfTestReport {
            version: release::version().to_owned(),
            plat: platform::name().to_owned(),
            goarch: platform::architecture().to_owned(),
            account: accounts::own_account().name,
            has_full_rights: bench.has_full_rights,
            is_enrolled: data.identity_file().exists(),
            started,
            milliseconds: milliseconds(began),
            steps,
        })
    }

    async fn take(
        &self,
        step: &Step,
        bench: &Arc<Bench>,
        slots: &Semaphore,
        deadline: tokio::time::Instant,
    ) -> SelfTestStep {
        let _slot = slots.acquire().await;
        let began = Instant::now();
        let (status, detail) = self.attempt(step, bench, deadline).await;
        SelfTestStep {
            name: step.name.to_owned(),
            title: step.title.to_owned(),
            status,
            detail,
            milliseconds: milliseconds(began),
        }
    }

    async fn attempt(
        &self,
        step: &Step,
        bench: &Arc<Bench>,
        deadline: tokio::time::Instant,
    ) -> (SelfTestStatus, String) {
        if bench.is_stopping() {
            return (SelfTestStatus::NotTried, "the self-test was stopped before it".to_owned());
        }
        let left = deadline.saturating_duration_since(tokio::time::Instant::now());
        if left.is_zero() {
            let reason = "the time for the whole self-test was up before it";
            return (SelfTestStatus::NotTried, reason.to_owned());
        }
        let Some(mark) = self.unfinished.begin(step.name) else {
            let reason = "it was tried in an earlier self-test, and has not come back since";
            return (SelfTestStatus::TimedOut, reason.to_owned());
        };
        let work = (step.work)(Arc::clone(bench));
        let task = tokio::spawn(async move {
            let _mark = mark;
            work.await
        });
        let limit = step.limit.min(left);
        match tokio::time::timeout(limit, task).await {
            Ok(Ok(Ok(found))) => (SelfTestStatus::Works, found),
            Ok(Ok(Err(snag))) => snag.report(step.needs_full_rights && !bench.has_full_rights),
            Ok(Err(error)) => Snag::from(error).report(false),
            // The task goes on: what waits for the system cannot be called back.
            Err(_) => (SelfTestStatus::TimedOut, format!("it did not end within {limit:.1?}")),
        }
    }
}

fn milliseconds(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
}
