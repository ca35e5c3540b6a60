//! How much output of an agent is stored: so much of each run, and so much a
//! day. An agent that somebody has taken over must not fill the disk.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

use muster_protocol::{Outcome, Stream};

use super::reports::RunReport;
use super::store::{NewOutput, Progress};
use crate::ids::{AgentKey, RunKey};
use crate::time::Timestamp;

/// Output of an agent within a day, in times the limit of one stream. After a
/// long outage an honest agent brings half of it.
const STREAMS_A_DAY: u64 = 64;

const DAY_MICROS: i64 = 24 * 3600 * 1_000_000;

/// The output of agents that this server has stored today. It is counted in
/// memory: several servers, and one that was restarted, store more.
#[derive(Default)]
pub struct DailyOutput(Mutex<Day>);

#[derive(Default)]
struct Day {
    number: i64,
    stored: HashMap<AgentKey, u64>,
    /// Runs some of whose output was dropped: more of it would leave a gap.
    cut: HashSet<RunKey>,
}

/// The room for the output of one agent.
pub struct OutputRoom<'a> {
    daily: &'a DailyOutput,
    agent: AgentKey,
    /// Bytes of one stream.
    limit: u64,
}

impl DailyOutput {
    /// The room that an agent has now.
    pub fn room(&self, agent: AgentKey, limit: u64, now: Timestamp) -> OutputRoom<'_> {
        self.change(|day| {
            let number = now.micros().div_euclid(DAY_MICROS);
            if day.number != number {
                (day.number, day.stored) = (number, HashMap::new());
            }
        });
        OutputRoom { daily: self, agent, limit }
    }

    fn change<T>(&self, change: impl FnOnce(&mut Day) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl OutputRoom<'_> {
    /// Takes the output of a report that is new and has room.
    pub fn take_all(&self, run: &mut Progress, report: &RunReport) -> Vec<NewOutput> {
        let output = report.output.iter();
        output.filter_map(|(stream, offset, data)| self.take(run, *stream, *offset, data)).collect()
    }

    fn take(
        &self,
        run: &mut Progress,
        stream: Stream,
        offset: u64,
        data: &[u8],
    ) -> Option<NewOutput> {
        self.daily.change(|day| {
            let most = self.limit.saturating_mul(STREAMS_A_DAY);
            let stored = day.stored.entry(self.agent).or_default();
            let left = match day.cut.contains(&run.id) {
                true => 0,
                false => most.saturating_sub(*stored),
            };
            let limit = self.limit.min(run.stored_of(stream).saturating_add(left));
            let part = run.take_new(stream, offset, data.to_vec(), limit);
            *stored += part.as_ref().map_or(0, |part| part.data.len() as u64);
            if *stored >= most && day.cut.insert(run.id) {
                tracing::warn!(agent.row = %self.agent, "an agent sent too much output today");
            }
            part
        })
    }

    /// How far the agent need not send a stream again: what is stored, and what
    /// was dropped because there is no room for it.
    pub fn received(&self, run: &Progress, stream: Stream, report: &RunReport) -> u64 {
        let stored = run.stored_of(stream);
        let is_cut = self.daily.change(|day| day.cut.contains(&run.id));
        if stored < self.limit && !is_cut {
            return stored;
        }
        let of_stream = report.output.iter().filter(|(of, ..)| *of == stream);
        let ends = of_stream.map(|(_, offset, data)| offset.saturating_add(data.len() as u64));
        ends.fold(stored, u64::max)
    }

    /// Whether all output of a run is stored that ever will be.
    pub fn is_whole(&self, run: &Progress, outcome: &Outcome) -> bool {
        let (stdout, stderr) = run.stored();
        let has_all =
            stdout >= outcome.stdout.min(self.limit) && stderr >= outcome.stderr.min(self.limit);
        let is_cut = || self.daily.change(|day| day.cut.contains(&run.id));
        let is_whole = has_all || is_cut();
        if !is_whole {
            let id = run.run_id.as_str();
            tracing::warn!(run.id = id, "a run ended before its output was complete");
        }
        is_whole
    }

    /// A run has ended.
    pub fn forget(&self, run: RunKey) {
        self.daily.change(|day| day.cut.remove(&run));
    }
}
