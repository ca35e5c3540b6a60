//! The one task that waits for what is due, and starts it.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::join_all;
use muster_protocol::Definitions;
use muster_schedule::Rule;
use ring::digest::{SHA256, digest};

use super::backlog;
use super::plan::{self, Due, Verdict};
use super::start::{Started, start};
use crate::clock::Reading;
use crate::ledger::TaskMemory;
use crate::records;
use crate::shared::Shared;

/// The longest sleep while there is something to wait for. A clock that was
/// set, a machine that slept and a zone that changed are noticed after it.
const MAX_SLEEP: Duration = Duration::from_secs(30);

/// Two clocks that differ by more were not read at different moments only.
const JUMP: TimeDelta = TimeDelta::seconds(2);

/// A task as the clockwork knows it; what it does stays on the disk.
#[derive(Debug)]
struct PlannedTask {
    id: i64,
    rule: Rule,
    seed: u64,
    memory: TaskMemory,
    /// When to decide about it again; none while nothing can be due.
    next_check: Option<DateTime<Utc>>,
}

struct Clockwork {
    shared: Arc<Shared>,
    tasks: Vec<PlannedTask>,
    last: Option<Reading>,
    /// Whether something could not be written and has to be retried.
    needs_retry: bool,
}

/// Starts tasks in time until the agent stops.
pub async fn run_for_ever(shared: Arc<Shared>) {
    let mut clockwork = Clockwork::open(Arc::clone(&shared));
    loop {
        clockwork.needs_retry = false;
        if let Some(definitions) = shared.schedule.take_offered() {
            clockwork.apply(definitions).await;
        }
        let (reading, wait) = clockwork.tick().await;
        tokio::select! {
            () = shared.clock.sleep(reading, wait) => {}
            () = shared.schedule.arrived.notified() => {}
            () = shared.stopping.cancelled() => return,
        }
    }
}

impl Clockwork {
    /// Continues the tasks of the process before.
    fn open(shared: Arc<Shared>) -> Self {
        let mut tasks = Vec::new();
        let kept = shared.ledger.memories().and_then(|memories| {
            shared.ledger.each_definition(|definition| {
                let (id, rule) = (definition.id, definition.rule);
                // Both are written together: one without the other is damage.
                let Some(memory) = memories.get(&id).copied() else { return };
                tasks.push(PlannedTask::new(&shared, id, rule, memory));
            })
        });
        if let Err(error) = kept {
            tracing::error!(error = format!("{error:#}"), "the tasks cannot be read");
        }
        Self { shared, tasks, last: None, needs_retry: false }
    }

    /// Stores a document and applies it from now on.
    async fn apply(&mut self, definitions: Definitions) {
        let now = self.shared.clock.read().now;
        let memories = match self.shared.ledger.memories() {
            Ok(memories) => memories,
            Err(error) => return self.try_again(definitions, &error),
        };
        let plan = |id: i64, rule: &Rule| {
            let known = self.tasks.iter().find(|task| task.id == id);
            let memory = match known {
                Some(task) if task.rule == *rule => task.memory,
                _ => plan::received(memories.get(&id), now),
            };
            PlannedTask::new(&self.shared, id, rule.clone(), memory)
        };
        let tasks: Vec<PlannedTask> =
            definitions.all().map(|task| plan(task.id, &task.rule)).collect();
        let memories = tasks.iter().map(|task| (task.id, task.memory)).collect();
        match self.shared.ledger.define(&definitions, memories).await {
            Ok(()) => {
                tracing::info!(tasks = tasks.len(), "new definitions");
                self.tasks = tasks;
                self.shared.checks.replaced();
                self.shared.schedule.kept.send_replace(definitions.digest);
            }
            Err(error) => self.try_again(definitions, &error),
        }
    }

    fn try_again(&mut self, definitions: Definitions, error: &anyhow::Error) {
        tracing::error!(error = format!("{error:#}"), "definitions cannot be stored yet");
        self.shared.schedule.put_back(definitions);
        self.needs_retry = true;
    }

    /// Does what is due, and returns how long nothing will be due.
    async fn tick(&mut self) -> (Reading, Duration) {
        let reading = self.shared.clock.read();
        if self.shared.freeze.is_frozen() {
            // What is due meanwhile is decided about after the thaw.
            return (reading, MAX_SLEEP);
        }
        let now = reading.now;
        if self.has_jumped(&reading) {
            self.tasks.iter_mut().for_each(|task| task.next_check = Some(now));
        }
        self.last = Some(reading);

        let (mut changed, mut due) = (Vec::new(), Vec::new());
        for (index, task) in self.tasks.iter_mut().enumerate() {
            if task.next_check.is_none_or(|at| at > now) {
                continue;
            }
            match task.decide(&reading, &mut changed) {
                Verdict::Never => task.next_check = None,
                Verdict::Wait(until) => task.next_check = Some(until),
                Verdict::Run(run) => due.push((index, run)),
                Verdict::Skip(missed) => {
                    tracing::info!(task = task.id, "a missed run is skipped");
                    task.settle(plan::settled(&task.memory, missed, None), &mut changed);
                }
            }
        }
        if !due.is_empty() {
            self.make_room(&mut changed).await;
            self.start_all(due, now, &mut changed).await;
        }
        if let Err(error) = self.shared.ledger.remember(changed).await {
            tracing::error!(error = format!("{error:#}"), "the state of tasks is not on the disk");
        }
        (reading, self.time_to_sleep(now))
    }

    async fn start_all(
        &mut self,
        due: Vec<(usize, Due)>,
        now: DateTime<Utc>,
        changed: &mut Vec<(i64, TaskMemory)>,
    ) {
        let starts = due.iter().map(|(index, run)| {
            let task = &self.tasks[*index];
            let memory = plan::settled(&task.memory, run.due, Some(run.reason));
            let starting = start(&self.shared, task.id, *run, memory, now);
            async move { (*index, memory, starting.await) }
        });
        for (index, memory, started) in join_all(starts).await {
            let task = &mut self.tasks[index];
            match started {
                Ok(Started::Running) => task.memory = TaskMemory { dropped: 0, ..memory },
                Ok(Started::Skipped(reason)) => {
                    tracing::info!(task = task.id, "a run is skipped: {reason}");
                    task.settle(memory, changed);
                }
                Err(error) => {
                    let error = format!("{error:#}");
                    tracing::error!(error, task = task.id, "a task cannot start yet");
                    self.needs_retry = true;
                }
            }
        }
    }

    /// Drops the oldest runs that wait for the server when there are too many.
    async fn make_room(&mut self, changed: &mut Vec<(i64, TaskMemory)>) {
        let victims = backlog::surplus(self.shared.board.waiting_task_runs());
        for victim in &victims {
            records::forget(&self.shared, &victim.run_id).await;
            if let Some(task) = self.tasks.iter_mut().find(|task| task.id == victim.start.task) {
                let lost = victim.start.dropped.saturating_add(1);
                let dropped = task.memory.dropped.saturating_add(lost);
                task.settle(TaskMemory { dropped, ..task.memory }, changed);
            }
        }
        if !victims.is_empty() {
            let count = victims.len();
            tracing::warn!(count, "runs that waited too long for the server are dropped");
        }
    }

    /// Whether the time of day or the zone was set since the last check.
    fn has_jumped(&self, reading: &Reading) -> bool {
        let Some(last) = &self.last else { return true };
        let steady = reading.steady.saturating_sub(last.steady);
        let expected = last.now + TimeDelta::from_std(steady).unwrap_or_default();
        let jump = reading.now - expected;
        if jump.abs() > JUMP {
            tracing::info!(seconds = jump.num_seconds(), "the clock was set, or the machine slept");
        }
        jump.abs() > JUMP || reading.zone != last.zone
    }

    fn time_to_sleep(&self, now: DateTime<Utc>) -> Duration {
        if self.tasks.is_empty() && !self.needs_retry {
            return Duration::MAX;
        }
        if self.needs_retry {
            return MAX_SLEEP;
        }
        let next = self.tasks.iter().filter_map(|task| task.next_check).min();
        let wait = next.map(|next| (next - now).to_std().unwrap_or_default());
        wait.map_or(MAX_SLEEP, |wait| wait.min(MAX_SLEEP))
    }
}

impl PlannedTask {
    fn new(shared: &Shared, id: i64, rule: Rule, memory: TaskMemory) -> Self {
        let seed = seed_of(&shared.identity.agent_id, id);
        // Anything before now: it was not checked yet.
        Self { id, rule, seed, memory, next_check: Some(DateTime::<Utc>::MIN_UTC) }
    }

    fn decide(&mut self, reading: &Reading, changed: &mut Vec<(i64, TaskMemory)>) -> Verdict {
        if let Some(memory) = plan::corrected(&self.memory, reading.now) {
            tracing::warn!(task = self.id, "the clock was far ahead when this task ran");
            self.settle(memory, changed);
        }
        plan::decide(&self.rule, self.seed, &self.memory, reading.now, reading.zone)
    }

    fn settle(&mut self, memory: TaskMemory, changed: &mut Vec<(i64, TaskMemory)>) {
        self.memory = memory;
        changed.push((self.id, memory));
    }
}

/// Makes the random delays of agents and tasks differ.
fn seed_of(agent_id: &str, task: i64) -> u64 {
    let hash = digest(&SHA256, format!("{agent_id}\n{task}").as_bytes());
    hash.as_ref().iter().take(8).fold(0, |seed, byte| (seed << 8) | u64::from(*byte))
}
