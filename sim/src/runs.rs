//! The runs that a simulated agent has in hand: its ledger and outbox.

use std::collections::VecDeque;
use std::time::Duration;

use muster_protocol::{
    ActionOutcome, End, FromAgent, KnownRun, OUTPUT_CHUNK_BYTES, Order, Outcome, RunTask, Stream,
    TaskAction, WelcomeRun, order_name,
};
use rand::RngExt;
use rand::rngs::SmallRng;
use tokio::time::Instant;

use crate::answers::CAPABILITIES;
use crate::machine;

/// Ended runs that an agent still knows, so that an order which comes twice is
/// done once.
const REMEMBERED: usize = 32;

/// How long simulated runs take and what they print.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// How long a run takes, by half more or less.
    pub duration: Duration,
    /// Bytes it prints.
    pub output_bytes: usize,
    /// Part of the runs that end with code 1.
    pub failing: f64,
}

/// The runs of one agent.
#[derive(Default)]
pub struct Runs {
    open: Vec<Run>,
    closed: VecDeque<String>,
}

struct Run {
    run_id: String,
    /// When it ends.
    due: Instant,
    output: Vec<u8>,
    outcome: Outcome,
    /// How much of its output the server had when the line was opened.
    stored: usize,
    /// When its outcome went out on this line.
    said: Option<Instant>,
}

impl Runs {
    /// Takes an order; returns what to send at once, and nothing for an order that
    /// came before.
    pub fn take(
        &mut self,
        order: &Order,
        work: &Work,
        chance: &mut SmallRng,
        now: Instant,
    ) -> Option<FromAgent> {
        let run_id = order.run_id.clone();
        if self.open.iter().any(|run| run.run_id == run_id) || self.closed.contains(&run_id) {
            return None;
        }
        if !CAPABILITIES.contains(&order.name.as_str()) {
            return Some(FromAgent::Unsupported { run_id, name: order.name.clone() });
        }
        let output = output(order, work, chance);
        let took = work.duration.mul_f64(chance.random_range(0.5..1.5));
        let code = i32::from(chance.random::<f64>() < work.failing);
        let outcome = Outcome {
            end: End::Exited { code },
            started: 1_790_000_000_000_000,
            seconds: took.as_secs_f64(),
            stdout: output.len() as u64,
            stderr: 0,
            truncated: false,
            actions: actions(order, code, took, output.len() as u64),
        };
        let due = now + took;
        self.open.push(Run { run_id: run_id.clone(), due, output, outcome, stored: 0, said: None });
        Some(FromAgent::Accepted { run_id })
    }

    /// Ends a run before its time.
    pub fn cancel(&mut self, run_id: &str, now: Instant) {
        if let Some(run) = self.open.iter_mut().find(|run| run.run_id == run_id) {
            run.outcome.end = End::Cancelled;
            run.due = now;
        }
    }

    /// When the next run ends that was not reported yet.
    pub fn next_end(&self) -> Option<Instant> {
        self.open.iter().filter(|run| run.said.is_none()).map(|run| run.due).min()
    }

    /// What to say of the runs that have ended.
    pub fn ended(&mut self, now: Instant) -> Vec<FromAgent> {
        let mut words = Vec::new();
        let over = |run: &&mut Run| run.said.is_none() && run.due <= now;
        for run in self.open.iter_mut().filter(over) {
            run.said = Some(now);
            run.tell(&mut words);
        }
        words
    }

    /// The server wants nothing more of a run; returns how long it took to store
    /// its result.
    pub fn close(&mut self, run_id: &str, now: Instant) -> Option<Duration> {
        let place = self.open.iter().position(|run| run.run_id == run_id)?;
        let run = self.open.swap_remove(place);
        if self.closed.len() == REMEMBERED {
            self.closed.pop_front();
        }
        self.closed.push_back(run.run_id);
        Some(run.said.map_or(Duration::ZERO, |said| now - said))
    }

    /// The runs as the next hello names them. The line is new: everything is to
    /// be said again.
    pub fn known(&mut self, now: Instant) -> Vec<KnownRun> {
        let known = |run: &mut Run| {
            run.said = None;
            KnownRun { run_id: run.run_id.clone(), finished: run.due <= now, task: None }
        };
        self.open.iter_mut().map(known).collect()
    }

    /// Hears how far the server is with the runs of the hello, and forgets those
    /// that it wants nothing more of. Returns how many.
    pub fn welcome(&mut self, answers: &[WelcomeRun], now: Instant) -> usize {
        let before = self.open.len();
        for answer in answers {
            if answer.closed {
                self.close(&answer.run_id, now);
            } else if let Some(run) = self.open.iter_mut().find(|run| run.run_id == answer.run_id) {
                run.stored = usize::try_from(answer.stdout).unwrap_or(0).min(run.output.len());
            }
        }
        before - self.open.len()
    }
}

impl Run {
    /// Says the output that the server does not have, and how the run ended.
    fn tell(&self, words: &mut Vec<FromAgent>) {
        let mut offset = self.stored;
        for piece in self.output[offset..].chunks(OUTPUT_CHUNK_BYTES) {
            words.push(FromAgent::Output {
                run_id: self.run_id.clone(),
                stream: Stream::Stdout,
                offset: offset as u64,
                data: piece.to_vec(),
            });
            offset += piece.len();
        }
        let (run_id, outcome) = (self.run_id.clone(), self.outcome.clone());
        words.push(FromAgent::Finished { run_id, outcome });
    }
}

fn output(order: &Order, work: &Work, chance: &mut SmallRng) -> Vec<u8> {
    if order.name == order_name::SCAN_UPDATES {
        return serde_json::to_vec(&machine::updates(chance)).expect("a scan is plain JSON");
    }
    let line = format!("simulated output {:08x}\n", chance.random::<u32>());
    line.bytes().cycle().take(work.output_bytes).collect()
}

/// What came of each action of a task; all of the output is the first one's.
fn actions(order: &Order, code: i32, took: Duration, output: u64) -> Vec<ActionOutcome> {
    if order.name != order_name::RUN_TASK {
        return Vec::new();
    }
    let Ok(RunTask { definition }) = order.read::<RunTask>() else { return Vec::new() };
    let outcome = |(place, action): (usize, &TaskAction)| ActionOutcome {
        name: match action {
            TaskAction::Script(script) => script.name.clone(),
            TaskAction::Cmd(command) => command.command.lines().next().unwrap_or("").to_owned(),
            TaskAction::Unknown => String::new(),
        },
        retcode: Some(code),
        seconds: took.as_secs_f64(),
        stdout_from: if place == 0 { 0 } else { output },
        stdout_to: output,
        stderr_from: 0,
        stderr_to: 0,
    };
    definition.actions.iter().enumerate().map(outcome).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::chance;

    const WORK: Work =
        Work { duration: Duration::from_millis(100), output_bytes: 100_000, failing: 0.0 };

    #[tokio::test]
    async fn an_order_that_comes_again_runs_once_also_after_its_end() {
        let (mut runs, mut chance) = (Runs::default(), chance(1, 1, "test"));
        let order = Order::new("r1", order_name::RUN_COMMAND, &());
        let now = Instant::now();
        let accepted = FromAgent::Accepted { run_id: "r1".to_owned() };
        assert_eq!(runs.take(&order, &WORK, &mut chance, now), Some(accepted));
        assert_eq!(runs.take(&order, &WORK, &mut chance, now), None);
        assert_eq!(runs.ended(now), []);

        let end = runs.next_end().unwrap();
        let words = runs.ended(end);
        assert_eq!(words.len(), 3, "two pieces of output and the outcome");
        assert_eq!((runs.ended(end), runs.next_end()), (vec![], None));
        assert_eq!(runs.close("r1", end), Some(Duration::ZERO));
        assert_eq!(runs.take(&order, &WORK, &mut chance, now), None);
    }

    #[tokio::test]
    async fn what_was_not_closed_is_named_in_the_next_hello_and_said_again() {
        let (mut runs, mut chance) = (Runs::default(), chance(1, 1, "test"));
        let order = Order::new("r1", order_name::RUN_COMMAND, &());
        runs.take(&order, &WORK, &mut chance, Instant::now());
        let end = runs.next_end().unwrap();
        let first = runs.ended(end);
        let known = KnownRun { run_id: "r1".to_owned(), finished: true, task: None };
        assert_eq!(runs.known(end), [known]);
        assert_eq!(runs.ended(end), first);

        // The server has the first piece: the next line begins with the second.
        let stored = OUTPUT_CHUNK_BYTES as u64;
        let answer =
            |closed| [WelcomeRun { run_id: "r1".to_owned(), stdout: stored, stderr: 0, closed }];
        runs.known(end);
        runs.welcome(&answer(false), end);
        assert_eq!(runs.ended(end), first[1..]);
        runs.known(end);
        runs.welcome(&answer(true), end);
        assert_eq!(runs.known(end), []);
    }

    #[tokio::test]
    async fn an_order_of_a_later_protocol_is_answered_as_unsupported() {
        let (mut runs, mut chance) = (Runs::default(), chance(1, 1, "test"));
        let order = Order::new("r1", "brew_coffee", &());
        let said = runs.take(&order, &WORK, &mut chance, Instant::now());
        let name = "brew_coffee".to_owned();
        assert_eq!(said, Some(FromAgent::Unsupported { run_id: "r1".to_owned(), name }));
    }
}
