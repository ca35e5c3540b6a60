//! A restart of the machine at a set time, kept over restarts of the agent.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use muster_protocol::{End, Power, ScheduleReboot};

use crate::agent::Agent;
use crate::board::Run;
use crate::os::inventory;
use crate::power;
use crate::run::{Job, Limits, Stage};
use crate::run_id::RunId;
use crate::{orders, schedule};

/// A clock that was set is noticed after this long.
const LONGEST_SLEEP: Duration = Duration::from_secs(30);

/// What the run may print: a reason.
const LIMITS: Limits = Limits { seconds: 1, output_bytes: 4096 };

/// Takes up a restart that the process before this one had promised.
pub fn resume(agent: &Arc<Agent>, run_id: RunId, at: i64) {
    let run = Run { accepted: true, outlives: true, ..Run::default() };
    let job = Job {
        run_dir: agent.data.run(&run_id),
        run_id: run_id.clone(),
        limits: LIMITS,
        board: Arc::clone(&agent.board),
        cancel: run.cancel.clone(),
        stopping: agent.stopping.clone(),
        giving_up: agent.giving_up.clone(),
    };
    agent.board.insert(&run_id, run);
    agent.tasks.spawn(carry_out(Arc::clone(agent), job, ScheduleReboot { at }));
}

/// Waits for the time, writes down that it has come, and restarts the machine.
///
/// An agent that stops leaves the run open in its ledger: the next process
/// takes it up.
pub async fn carry_out(agent: Arc<Agent>, job: Job, request: ScheduleReboot) {
    let at = DateTime::from_timestamp_micros(request.at).unwrap_or_default();
    let end = tokio::select! {
        end = wait(&agent, at) => end,
        () = job.cancel.cancelled() => End::Cancelled,
        () = job.stopping.cancelled() => return,
    };
    let is_time = end == End::Exited { code: 0 };
    orders::conclude(&agent, &job.run_id, Stage::begin(&job).finish(end)).await;
    if is_time {
        let power = Power { action: "reboot".to_owned(), delay_seconds: 0 };
        if let Err(problem) = power::change(&agent.data, &power) {
            tracing::error!(%problem, "the machine does not restart");
        }
    }
}

/// How long people get to save what they are at, after updates.
const NOTICE_SECONDS: u32 = 60;

/// Restarts the machine after updates, if its policy says so: `never`, if one
/// of them asks for it (`required`), or `always`.
pub fn after_updates(agent: &Agent, policy: &str) {
    let is_wanted = match policy {
        "always" => true,
        "required" => inventory::needs_reboot(),
        _ => false,
    };
    if !is_wanted {
        return;
    }
    let power = Power { action: "reboot".to_owned(), delay_seconds: NOTICE_SECONDS };
    if let Err(problem) = power::change(&agent.data, &power) {
        tracing::error!(%problem, "the machine does not restart");
    }
}

/// A machine that was off or asleep at that time is not restarted under
/// somebody's hands later.
async fn wait(agent: &Agent, at: DateTime<Utc>) -> End {
    loop {
        let reading = agent.clock.read();
        let left = at - reading.now;
        if left < -schedule::GRACE {
            let reason = "the machine was off or asleep when it was to restart".to_owned();
            return End::CouldNotStart { reason };
        }
        if left <= TimeDelta::zero() {
            return End::Exited { code: 0 };
        }
        let sleep = left.to_std().unwrap_or_default().min(LONGEST_SLEEP);
        agent.clock.sleep(reading, sleep).await;
    }
}
