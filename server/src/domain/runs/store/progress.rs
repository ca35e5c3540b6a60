//! The progress of runs.

use std::collections::{HashMap, HashSet};

use muster_protocol::{Outcome, Stream};
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::domain::fleet::Location;
use crate::domain::key_store::VERSION;
use crate::domain::runs::follow_up::FollowUps;
use crate::domain::runs::status::RunStatus;
use crate::ids::{AgentKey, RunId, RunKey};
use crate::storage::sql;
use crate::time::Timestamp;

/// The progress of a run and of storing its output.
#[derive(Debug, FromQueryResult)]
pub struct Progress {
    pub id: RunKey,
    pub run_id: RunId,
    pub(super) agent_id: AgentKey,
    pub(super) status: RunStatus,
    pub(super) task_id: Option<i64>,
    /// The bulk action it belongs to.
    pub bulk_id: Option<i64>,
    expires: Option<Timestamp>,
    pub(super) cancel_asked: Option<Timestamp>,
    /// It was ended because its agent was not seen any more.
    abandoned: bool,
    pub(super) stdout_bytes: i64,
    pub(super) stderr_bytes: i64,
    /// Where its agent is.
    #[sea_orm(nested)]
    pub location: Location,
    /// The key store when it was read.
    pub key_store_version: i64,
    /// What follows once it has ended.
    #[sea_orm(nested)]
    pub(in crate::domain::runs) sequel: FollowUps,
}

impl Progress {
    /// Bytes of stdout and stderr.
    pub fn stored(&self) -> (u64, u64) {
        let bytes = |count: i64| u64::try_from(count).unwrap_or(0);
        (bytes(self.stdout_bytes), bytes(self.stderr_bytes))
    }

    /// Bytes of one stream.
    pub fn stored_of(&self, stream: Stream) -> u64 {
        let (stdout, stderr) = self.stored();
        match stream {
            Stream::Stdout => stdout,
            Stream::Stderr => stderr,
        }
    }

    /// Whether something of what the agent sent was not stored.
    pub(super) fn lacks_output_of(&self, outcome: &Outcome) -> bool {
        let (stdout, stderr) = self.stored();
        stdout < outcome.stdout || stderr < outcome.stderr
    }

    /// Whether it may wait for its agent.
    pub fn may_wait(&self) -> bool {
        self.expires.is_some()
    }

    /// Whether it is a run of a task.
    pub fn has_task(&self) -> bool {
        self.task_id.is_some()
    }

    /// Whether the agent has not confirmed it yet.
    pub fn is_unconfirmed(&self) -> bool {
        self.status.is_unconfirmed() || self.abandoned
    }

    /// Whether reports from the agent still count.
    pub fn is_open(&self) -> bool {
        self.status.is_reported_on() || self.abandoned
    }

    /// Whether it was cancelled before the agent confirmed it.
    pub fn is_cancelled(&self) -> bool {
        self.status == RunStatus::Cancelled
    }

    /// Whether it should end.
    pub(super) fn is_unwanted(&self) -> bool {
        self.is_cancelled() || self.cancel_asked.is_some()
    }

    /// Takes the new part of some output, and advances behind it. Output is not
    /// stored twice, after a gap, or past the limit. What comes after the limit
    /// is no gap.
    pub fn take_new(
        &mut self,
        stream: Stream,
        offset: u64,
        mut data: Vec<u8>,
        limit: u64,
    ) -> Option<NewOutput> {
        let stored = match stream {
            Stream::Stdout => &mut self.stdout_bytes,
            Stream::Stderr => &mut self.stderr_bytes,
        };
        let have = u64::try_from(*stored).unwrap_or(0);
        if offset > have && have < limit {
            tracing::warn!(run.row = self.id.0, offset, have, "output of a run has a gap");
            return None;
        }
        let known = have.saturating_sub(offset);
        let known = usize::try_from(known).unwrap_or(usize::MAX).min(data.len());
        data.drain(..known);
        data.truncate(usize::try_from(limit.saturating_sub(have)).unwrap_or(usize::MAX));
        if data.is_empty() {
            return None;
        }
        let start = *stored;
        *stored += i64::try_from(data.len()).unwrap_or(0);
        let is_for_server = self.sequel.is_for_server();
        Some(NewOutput { run: self.id, stream, start, data, is_for_server, covers: 0 })
    }
}

/// New output: its run and stream, and its offset.
#[derive(Clone, Debug)]
pub struct NewOutput {
    pub run: RunKey,
    pub stream: Stream,
    /// Bytes before it.
    pub start: i64,
    pub data: Vec<u8>,
    /// Whether the server itself reads it: nothing in it is covered.
    pub is_for_server: bool,
    /// How many bytes before it belong to a secret that ends in it.
    pub covers: usize,
}

const COLUMNS: &str =
    "r.id, r.run_id, r.agent_id, r.status, r.task_id, r.bulk_id, r.expires, r.cancel_asked,
            r.abandoned, r.stdout_bytes, r.stderr_bytes, s.client_id, a.site_id, r.type as kind,
            r.save_to_agent_note, r.custom_field, r.mail_to";

/// The run of this agent, if reports on it still count.
pub async fn find_open(
    write: &impl ConnectionTrait,
    agent: AgentKey,
    run_id: &RunId,
) -> Result<Option<Progress>, DbErr> {
    let found = find_all(write, &[(agent, run_id)]).await?.remove(run_id);
    Ok(found.filter(Progress::is_open))
}

/// Those of these runs that belong to the agent next to them, by id. They are locked
/// in the order of their keys, as everyone does who changes many of them.
pub async fn find_all(
    write: &impl ConnectionTrait,
    runs: &[(AgentKey, &RunId)],
) -> Result<HashMap<RunId, Progress>, DbErr> {
    let mut all = HashMap::with_capacity(runs.len());
    for list in sql::in_lists(runs) {
        let placeholders = sql::rows(list.len(), 1);
        let lock = if list.len() > 1 { sql::lock_in_order(write, "r") } else { String::new() };
        let text = format!(
            "select {COLUMNS}, {VERSION} as key_store_version
               from runs r
               join agents a on a.id = r.agent_id
               join sites s on s.id = a.site_id
              where r.run_id in {placeholders} {lock}"
        );
        let ids = list.into_iter().map(|(_, run_id)| run_id.into());
        let found: Vec<Progress> = sql::all(write, &text, ids).await?;
        all.extend(found.into_iter().map(|run| (run.run_id.clone(), run)));
    }
    let named: HashSet<(AgentKey, &RunId)> = runs.iter().copied().collect();
    all.retain(|_, run| named.contains(&(run.agent_id, &run.run_id)));
    Ok(all)
}
