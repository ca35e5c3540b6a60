//! Events about checks on their agents.

use serde::Serialize;
use utoipa::ToSchema;

use super::super::Event;
#[cfg(test)]
use super::Entry;
use super::{EventType, TopicKind, WideTopic};
use crate::time::Timestamp;

const TOPIC: TopicKind = TopicKind::Wide(WideTopic::Checks);

const CHECK_RESULT: EventType<CheckResult> = EventType::new(
    TOPIC,
    "check.result",
    "a check failed, its status or severity changed, it was run by hand, or it was reset; \
     not for each result that passes as the one before",
);

/// Data of `check.result`.
#[derive(Serialize, ToSchema)]
pub struct CheckResult {
    /// Key of the check.
    pub check: i64,
    /// Key of the result.
    pub result: i64,
    /// Key of the agent.
    pub agent: i64,
    /// Identifier of the agent.
    pub agent_id: String,
    /// Whether it is as it should be.
    #[schema(value_type = CheckStatus)]
    pub status: String,
    /// How bad a failure is; null while it does not fail.
    #[schema(value_type = Option<CheckSeverity>, required = true)]
    pub severity: Option<String>,
    /// When it last ran; null if it never did.
    #[schema(value_type = Option<String>, format = DateTime, required = true)]
    pub last_run: Option<Timestamp>,
    /// Failing results in a row.
    pub fail_count: i64,
    /// The checks of where it is.
    pub counts: CheckResultCounts,
}

/// Checks of an agent, its site and its client.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct CheckResultCounts {
    /// Of the agent.
    pub agent: CheckCounts,
    /// Of all agents of its site.
    pub site: FailingCounts,
    /// Of all agents of its client.
    pub client: FailingCounts,
}

/// Checks by state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct CheckCounts {
    /// All that run.
    pub total: i64,
    /// Passing.
    pub passing: i64,
    /// Failing with severity error.
    pub failing: i64,
    /// Failing with severity warning.
    pub warning: i64,
    /// Failing with severity info.
    pub info: i64,
    /// Whether any fails.
    pub has_failing_checks: bool,
}

/// Failing checks by severity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct FailingCounts {
    /// With severity error.
    pub error: i64,
    /// With severity warning.
    pub warning: i64,
}

/// Whether a check is as it should be.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
#[expect(dead_code, reason = "only described: the domain knows the names")]
enum CheckStatus {
    Pending,
    Passing,
    Failing,
}

/// How bad a failure of a check is.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
#[expect(dead_code, reason = "only described: the domain knows the names")]
enum CheckSeverity {
    Info,
    Warning,
    Error,
}

impl Event {
    /// A check has a new result.
    pub fn check_result(result: CheckResult) -> Self {
        CHECK_RESULT.event(result)
    }
}

#[cfg(test)]
pub(super) fn entries() -> Vec<Entry> {
    vec![CHECK_RESULT.entry()]
}
