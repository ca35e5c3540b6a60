//! Events about runs, and about queued ones.

use serde::Serialize;
use utoipa::ToSchema;

use super::super::Event;
#[cfg(test)]
use super::Entry;
use super::{EventType, TopicKind, WideTopic};
use crate::ids::{AgentId, RunKey};

const TOPIC: TopicKind = TopicKind::Wide(WideTopic::Runs);
const PENDING: TopicKind = TopicKind::Wide(WideTopic::Pending);

const RUN_QUEUED: EventType<RunRef> =
    EventType::new(TOPIC, "run.queued", "a run was stored, before its order is sent");

const RUN_STARTED: EventType<RunRef> =
    EventType::new(TOPIC, "run.started", "the agent accepted the order, or the server began it");

/// Output of a run.
pub const RUN_OUTPUT: EventType<RunOutput> = EventType::new(
    TopicKind::OneRun,
    "run.output",
    "a run printed something; output that comes together is merged into at most 20 events a second",
);

/// A run has finished.
pub const RUN_FINISHED: EventType<RunFinished> =
    EventType::new(TOPIC, "run.finished", "a run has ended, also when it never started");

const PENDING_CREATED: EventType<RunRef> =
    EventType::new(PENDING, "created", "a run that may wait for its agent was stored");

const PENDING_REMOVED: EventType<RunRef> = EventType::new(
    PENDING,
    "removed",
    "a run no longer waits: its agent has it, it was cancelled, or its time is up",
);

/// A run.
#[derive(Serialize, ToSchema)]
pub struct RunRef {
    /// Key of the run.
    id: i64,
    /// Identifier of its agent.
    agent_id: String,
}

/// Data of `run.output`.
#[derive(Serialize, ToSchema)]
pub struct RunOutput {
    /// Key of the run.
    id: i64,
    /// Where the run printed it.
    #[schema(value_type = OutputStream)]
    stream: &'static str,
    /// Bytes of this stream before this text.
    offset: i64,
    /// What it printed.
    text: String,
}

/// Streams of a run.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
#[expect(dead_code, reason = "only described: events carry the name")]
enum OutputStream {
    Stdout,
    Stderr,
}

/// Data of `run.finished`.
#[derive(Serialize, ToSchema)]
pub struct RunFinished {
    /// Key of the run.
    id: i64,
    /// Identifier of its agent.
    agent_id: String,
    /// How it ended.
    #[schema(value_type = RunEnd)]
    status: String,
    /// Its return code; null if it did not end by itself.
    #[schema(required = true)]
    retcode: Option<i64>,
}

/// How a run ends.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
#[expect(dead_code, reason = "only described: runs know their status")]
enum RunEnd {
    Passed,
    Failed,
    TimedOut,
    Cancelled,
    Interrupted,
    Expired,
}

impl Event {
    /// A run was stored.
    pub fn run_queued(id: RunKey, agent_id: &AgentId) -> Self {
        RUN_QUEUED.event(RunRef::new(id, agent_id))
    }

    /// A run began.
    pub fn run_started(id: RunKey, agent_id: &AgentId) -> Self {
        RUN_STARTED.event(RunRef::new(id, agent_id))
    }

    /// A run printed something on `stream`, after `offset` bytes.
    pub fn run_output(id: RunKey, stream: &'static str, offset: i64, text: String) -> Self {
        RUN_OUTPUT.event_of(id.0, RunOutput { id: id.0, stream, offset, text })
    }

    /// A run has finished.
    pub fn run_finished(
        id: RunKey,
        agent_id: &AgentId,
        status: &str,
        retcode: Option<i64>,
    ) -> Self {
        let (agent_id, status) = (agent_id.into(), status.to_owned());
        RUN_FINISHED.event(RunFinished { id: id.0, agent_id, status, retcode })
    }

    /// A run that may wait for its agent was stored.
    pub fn pending_created(id: RunKey, agent_id: &AgentId) -> Self {
        PENDING_CREATED.event(RunRef::new(id, agent_id))
    }

    /// A run no longer waits.
    pub fn pending_removed(id: RunKey, agent_id: &AgentId) -> Self {
        PENDING_REMOVED.event(RunRef::new(id, agent_id))
    }

    /// Whether it carries output that a run printed to `stderr`.
    pub fn is_stderr(&self) -> bool {
        self.data["stream"] == "stderr"
    }
}

impl RunRef {
    fn new(id: RunKey, agent_id: &AgentId) -> Self {
        Self { id: id.0, agent_id: agent_id.into() }
    }
}

#[cfg(test)]
pub(super) fn entries() -> Vec<Entry> {
    vec![
        RUN_QUEUED.entry(),
        RUN_STARTED.entry(),
        RUN_OUTPUT.entry(),
        RUN_FINISHED.entry(),
        PENDING_CREATED.entry(),
        PENDING_REMOVED.entry(),
    ]
}
