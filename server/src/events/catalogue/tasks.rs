//! Events about tasks on their agents.

use serde::Serialize;
use utoipa::ToSchema;

use super::super::Event;
#[cfg(test)]
use super::Entry;
use super::{EventType, TopicKind, WideTopic};
use crate::ids::AgentId;
use crate::time::Timestamp;

const TOPIC: TopicKind = TopicKind::Wide(WideTopic::Tasks);

const TASK_RESULT: EventType<TaskResult> =
    EventType::new(TOPIC, "task.result", "a run of a task ended on its agent");

const TASK_SYNCED: EventType<TasksSynced> = EventType::new(
    TOPIC,
    "task.synced",
    "tasks of an agent are the same on the agent and on the server again",
);

/// Data of `task.result`.
#[derive(Serialize, ToSchema)]
pub struct TaskResult {
    /// Key of the task.
    pub task: i64,
    /// Identifier of the agent.
    pub agent_id: String,
    /// Whether the task did its work.
    #[schema(value_type = TaskStatus)]
    pub status: &'static str,
    /// Return code; null if nothing ran.
    #[schema(required = true)]
    pub retcode: Option<i64>,
    /// Seconds it ran; null if nothing ran.
    #[schema(required = true)]
    pub execution_time: Option<f64>,
    /// When it began; null if nothing ran.
    #[schema(value_type = Option<String>, format = DateTime, required = true)]
    pub last_run: Option<Timestamp>,
}

/// How a run of a task ended.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
#[expect(dead_code, reason = "only described: `TaskEnd` knows the name")]
enum TaskStatus {
    Passing,
    Failing,
}

/// Data of `task.synced`.
#[derive(Serialize, ToSchema)]
pub struct TasksSynced {
    /// Identifier of the agent.
    agent_id: String,
    /// Keys of the tasks.
    tasks: Vec<i64>,
}

impl Event {
    /// A run of a task ended.
    pub fn task_result(result: TaskResult) -> Self {
        TASK_RESULT.event(result)
    }

    /// Tasks of an agent are the same on the agent and on the server again.
    pub fn tasks_synced(agent_id: &AgentId, tasks: Vec<i64>) -> Self {
        TASK_SYNCED.event(TasksSynced { agent_id: agent_id.into(), tasks })
    }
}

#[cfg(test)]
pub(super) fn entries() -> Vec<Entry> {
    vec![TASK_RESULT.entry(), TASK_SYNCED.entry()]
}
