//! A restart of the machine at a set time, kept over restarts of the agent.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use muster_protocol::{End, Power, ScheduleReboot};

use crate::board::Run;
use crate::clock;
use crate::freeze::FROZEN;
use crate::os::inventory;
use crate::power;
use crate::records;
use crate::run::{Job, Limits, Stage, could_not_start};
use crate::run_id::RunId;
use crate::shared::Shared;

/// A clock that was changed is noticed after this long.
const MAX_SLEEP: Duration = Duration::from_secs(30);

/// What the run may print: a reason.
pub const LIMITS: Limits = Limits { seconds: 1, output_bytes: 4096 };

/// How long before it people read the message of a restart.
const MESSAGE_BEFORE: TimeDelta = TimeDelta::seconds(60);

/// Continues a restart that the process before this one had accepted.
pub fn resume(shared: &Arc<Shared>, run_id: RunId, request: ScheduleReboot) {
    let run = Run { accepted: true, outlives: true, ..Run::default() };
    let job = shared.new_job(&run_id, LIMITS, run.cancel.clone());
    shared.board.insert(&run_id, run);
    shared.tasks.spawn(carry_out(Arc::clone(shared), job, request));
}

/// Waits for the time, records the outcome, and restarts the machine.
///
/// An agent that stops leaves the run open in its ledger: the next process
/// continues it.
pub async fn carry_out(shared: Arc<Shared>, job: Job, request: ScheduleReboot) {
    let at = DateTime::from_timestamp_micros(request.at).unwrap_or_default();
    let end = tokio::select! {
        end = wait_and_announce(&shared, at, &request.message) => end,
        () = job.cancel.cancelled() => End::Cancelled,
        () = job.stopping.cancelled() => return,
    };
    let end = match end {
        End::Exited { .. } if shared.freeze.is_frozen() => could_not_start(FROZEN),
        end => end,
    };
    let is_time = end == End::Exited { code: 0 };
    records::finish(&shared, &job.run_id, Stage::begin(&job).finish(end)).await;
    if is_time {
        let power = Power { action: "reboot".to_owned(), delay_seconds: 0 };
        if let Err(problem) = power::change(&shared.data, &power) {
            tracing::error!(%problem, "the machine cannot be restarted");
        }
    }
}

/// How long users get to save their work, after updates.
const NOTICE_SECONDS: u32 = 60;

/// Restarts the machine after updates, if its policy says so: `never`, if one
/// of them asks for it (`required`), or `always`.
pub fn after_updates(shared: &Shared, policy: &str) {
    let is_wanted = match policy {
        "always" => true,
        "required" => inventory::needs_reboot(),
        _ => false,
    };
    if !is_wanted || shared.freeze.is_frozen() {
        return;
    }
    let power = Power { action: "reboot".to_owned(), delay_seconds: NOTICE_SECONDS };
    if let Err(problem) = power::change(&shared.data, &power) {
        tracing::error!(%problem, "the machine cannot be restarted");
    }
}

/// Waits for the time. A minute before, or as soon as the agent is there again, people
/// who are logged in read the message.
async fn wait_and_announce(shared: &Shared, at: DateTime<Utc>, message: &str) -> End {
    if !message.is_empty() {
        // That this time is over already says nothing of the restart.
        let _ = wait(shared, at - MESSAGE_BEFORE).await;
        let left = (at - shared.clock.read().now).num_seconds();
        if left > 0 && !shared.freeze.is_frozen() {
            power::announce(&shared.data, &announcement(message, left)).await;
        }
    }
    wait(shared, at).await
}

fn announcement(message: &str, seconds: i64) -> String {
    format!("{message}\n\nThis computer restarts in {seconds} seconds. Please save your work.")
}

/// A machine that was off or asleep at that time is not restarted later, while
/// somebody works on it.
async fn wait(shared: &Shared, at: DateTime<Utc>) -> End {
    loop {
        let reading = shared.clock.read();
        let left = at - reading.now;
        if left < -clock::GRACE {
            let reason = "the machine was off or asleep at the time of the restart".to_owned();
            return End::CouldNotStart { reason };
        }
        if left <= TimeDelta::zero() {
            return End::Exited { code: 0 };
        }
        let sleep = left.to_std().unwrap_or_default().min(MAX_SLEEP);
        shared.clock.sleep(reading, sleep).await;
    }
}
