//! How much output of an agent is stored: so much of each run, and so much a
//! day. An agent that somebody has taken over must not fill the disk.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use muster_protocol::{Outcome, Stream};

use super::reports::RunReport;
use super::store::{NewOutput, Progress};
use crate::app::App;
use crate::daily_bytes::DailyBytes;
use crate::debug_log::{DebugEntry, DebugLog, LogType};
use crate::ids::{AgentKey, RunKey};
use crate::time::Timestamp;

/// Output of an agent within a day, in times the limit of one stream. After a
/// long outage an honest agent brings half of it.
const STREAMS_A_DAY: u64 = 64;

/// The output of agents that this server has stored today.
#[derive(Default)]
pub struct DailyOutput {
    bytes: DailyBytes,
    /// Runs some of whose output was dropped: more of it would leave a gap.
    cut: Mutex<HashSet<RunKey>>,
}

/// The room for the output of one agent.
pub struct OutputRoom<'a> {
    daily: &'a DailyOutput,
    debug_log: &'a DebugLog,
    agent: AgentKey,
    /// Bytes of one stream.
    limit: u64,
    now: Timestamp,
}

impl DailyOutput {
    /// The room that an agent has now.
    pub fn room<'a>(&'a self, app: &'a App, agent: AgentKey, now: Timestamp) -> OutputRoom<'a> {
        let limit = app.settings.output_limit;
        OutputRoom { daily: self, debug_log: &app.debug_log, agent, limit, now }
    }

    fn cut(&self) -> MutexGuard<'_, HashSet<RunKey>> {
        self.cut.lock().unwrap_or_else(PoisonError::into_inner)
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
        let most = self.limit.saturating_mul(STREAMS_A_DAY);
        let stored = self.daily.bytes.of(self.agent, self.now);
        let left = match self.is_cut(run) {
            true => 0,
            false => most.saturating_sub(stored),
        };
        let limit = self.limit.min(run.stored_of(stream).saturating_add(left));
        let part = run.take_new(stream, offset, data.to_vec(), limit);
        let taken = part.as_ref().map_or(0, |part| part.data.len() as u64);
        self.daily.bytes.add(self.agent, taken, self.now);
        if stored + taken >= most && self.daily.cut().insert(run.id) {
            tracing::warn!(agent.row = %self.agent, "an agent sent too much output today");
            let message = "the agent sent too much output today: the rest is not stored";
            let entry = DebugEntry::warning(LogType::AgentIssues, message);
            self.debug_log.record(entry.about(self.agent));
        }
        part
    }

    fn is_cut(&self, run: &Progress) -> bool {
        self.daily.cut().contains(&run.id)
    }

    /// How far the agent need not send a stream again: what is stored, and what
    /// was dropped because there is no room for it.
    pub fn received(&self, run: &Progress, stream: Stream, report: &RunReport) -> u64 {
        let stored = run.stored_of(stream);
        if stored < self.limit && !self.is_cut(run) {
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
        let is_whole = has_all || self.is_cut(run);
        if !is_whole {
            let id = run.run_id.as_str();
            tracing::warn!(run.id = id, "a run ended before its output was complete");
        }
        is_whole
    }

    /// A run has ended.
    pub fn forget(&self, run: RunKey) {
        self.daily.cut().remove(&run);
    }
}
